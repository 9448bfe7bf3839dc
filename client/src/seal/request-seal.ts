import { MAX_SMALL_BYTES } from "../answers/limits.js";
import { SEAL_ANSWER } from "../answers/shapes.js";
import { type Api, answered } from "../api/api.js";
import { AnswerError } from "../errors/errors.js";
import { retryAfterSeconds } from "../transport/retry-after.js";
import type { SealAnswer } from "../wire/resources.js";

/** The answer, and what it asks to wait if the seal is pending. */
export type RequestedSeal = SealAnswer & { readonly waitSeconds: number | null };

/** Asks for the seal once. Each further call costs nothing. */
export async function requestSeal(
  api: Api,
  id: string,
  signal: AbortSignal | undefined,
): Promise<RequestedSeal> {
  const { value, status, headers } = await answered<SealAnswer>(
    api.routes.POST("/proofs/{id}/qualified", {
      params: { path: { id } },
      ...api.sent({ signal, maxBytes: MAX_SMALL_BYTES }),
    }),
    () => SEAL_ANSWER,
  );
  if (value.proof_id !== id)
    throw new AnswerError("wrong_proof", status, "the answer is about another proof");
  return { ...value, waitSeconds: retryAfterSeconds(headers.get("retry-after")) };
}
