/** Requests a seal. */
import { type Api, answered, MAX_SMALL_BYTES, SEAL_ANSWER } from "./answers.js";
import { AnswerError, WaitTimeoutError } from "./errors.js";
import { retryAfterSeconds, sleep } from "./transport.js";
import type { SealAnswer } from "./types.js";

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

/** Options of `seal`. */
export interface SealOptions {
  readonly signal?: AbortSignal;
  /** Whether to wait until a pending seal is issued. Default: true. */
  readonly wait?: boolean;
  /** Longest wait for a pending seal, in milliseconds. Default: 600,000. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 600_000;
/** If the service does not say. */
const DEFAULT_WAIT_SECONDS = 30;

/** Buys the seal and waits until it is issued. */
export async function seal(api: Api, id: string, options: SealOptions): Promise<SealAnswer> {
  const { wait = true, timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
  const deadline = Date.now() + timeoutMs;
  let isCreated = false;
  for (;;) {
    const { waitSeconds, ...answer } = await requestSeal(api, id, signal);
    // Of the whole call: the request that paid for it was an earlier one.
    isCreated ||= answer.created;
    const { state } = answer.qualified;
    if (state === "issued" || !wait) return { ...answer, created: isCreated };
    const waitMs = (waitSeconds ?? DEFAULT_WAIT_SECONDS) * 1000;
    if (Date.now() + waitMs > deadline) {
      throw new WaitTimeoutError(`the seal of ${id} is still pending; it is paid for`, [id]);
    }
    await sleep(waitMs, signal);
  }
}
