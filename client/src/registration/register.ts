import { MAX_PROOF_BYTES } from "../answers/limits.js";
import { REGISTERED_PROOF } from "../answers/shapes.js";
import { type Api, answered } from "../api/api.js";
import { AnswerError } from "../errors/errors.js";
import { requestSeal } from "../seal/request-seal.js";
import type { RegisteredProof } from "../wire/resources.js";
import { registrationBody } from "./check-registration.js";
import type { Registration } from "./registration.js";

/**
 * Registers one fingerprint.
 *
 * A key that was used before gives its proof and no seal (docs/interface.md, `POST /proofs`, rule 3): after a lost answer
 * the seal is asked for by its own route, which buys it at most once.
 *
 * @param idempotencyKey the same for each try.
 */
export async function register(
  api: Api,
  registration: Registration,
  idempotencyKey: string,
  signal: AbortSignal | undefined,
): Promise<RegisteredProof> {
  if (!/^[\x21-\x7e]{1,200}$/.test(idempotencyKey)) {
    throw new TypeError(`"idempotencyKey" expected 1 to 200 visible ASCII characters`);
  }
  const body = registrationBody(registration);
  const { value: proof, status } = await answered<RegisteredProof>(
    api.routes.POST("/proofs", {
      params: { header: { "Idempotency-Key": idempotencyKey } },
      body,
      ...api.sent({ signal, maxBytes: MAX_PROOF_BYTES }),
    }),
    () => REGISTERED_PROOF,
  );
  if (proof.hash !== body.hash) {
    throw new AnswerError(
      "wrong_proof",
      status,
      `registered ${body.hash}, but the answer is about ${proof.hash}; was the idempotency key used before?`,
    );
  }
  if (body.qualified !== true || proof.qualified !== null) return proof;
  const { qualified } = await requestSeal(api, proof.id, signal);
  return { ...proof, qualified };
}
