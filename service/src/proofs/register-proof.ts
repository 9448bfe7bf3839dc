/** Registration of a fingerprint: interface, `POST /proofs`, its rules and refusals. */
import { randomUUID } from "node:crypto";
import type { Caller } from "../accounts/authentication.js";
import { PLANS } from "../accounts/plans.js";
import { ApiError } from "../api-error.js";
import type { CreationLimiter } from "../limits/creation-limiter.js";
import { secondsToNextUtcDay } from "../limits/utc-day.js";
import { sealRefusal } from "../seals/seal-refusal.js";
import type { ProofRecord, Store } from "../store/store.js";
import { newProofId } from "./proof-id.js";
import type { RegistrationRequest } from "./registration-request.js";

/**
 * Registers a fingerprint for the caller.
 *
 * @throws ApiError `rate_limited`, `quota_exceeded`; with a seal asked for `conflict`, `payment_required`,
 * `seal_unavailable`. Nothing is written in any of these cases.
 */
export async function registerProof(
  store: Store,
  limiter: CreationLimiter,
  caller: Caller,
  idempotencyKey: string | null,
  request: RegistrationRequest,
  buyUrl: string,
): Promise<{ created: boolean; proof: ProofRecord }> {
  const { account, keyId } = caller;
  if (request.qualified) {
    const first = await store.proofs.findFirstRegistrant(request.hash);
    throw await sealRefusal(store.accounts, account.id, first !== null && first !== account.id, buyUrl);
  }

  const giveBack = await limiter.take(account.id);
  const { hash, name, metadata, size, mimeType } = request;
  const receivedAt = new Date();
  const dailyLimit = PLANS[account.plan].proofsPerDay;
  let created = false;
  try {
    const result = await store.proofs.register({
      id: newProofId(receivedAt),
      certificateId: randomUUID(),
      accountId: account.id,
      keyId,
      idempotencyKey,
      hash,
      name,
      metadata,
      size,
      mimeType,
      receivedAt,
      dailyLimit,
    });
    if (result.outcome === "quota_exceeded") throw quotaExceeded(dailyLimit, result.used, receivedAt);
    created = result.outcome === "created";
    return { created, proof: result.proof };
  } finally {
    if (!created) await giveBack();
  }
}

function quotaExceeded(limit: number, used: number, now: Date): ApiError {
  const seconds = secondsToNextUtcDay(now);
  return new ApiError(
    "quota_exceeded",
    `the daily limit of ${limit} proofs is reached; it resets at 00:00 UTC`,
    {
      fields: { quota: { limit, used, resets_in_seconds: seconds } },
      headers: { "retry-after": String(seconds) },
    },
  );
}
