/** Registration of a fingerprint: interface, `POST /proofs`, its rules and refusals. */
import { randomUUID } from "node:crypto";
import type { Caller } from "../accounts/authentication.js";
import { PLANS } from "../accounts/plans.js";
import { ApiError } from "../api-error.js";
import type { CreationLimiter } from "../limits/creation-limiter.js";
import { secondsToNextUtcDay } from "../limits/utc-day.js";
import { sealRefusal } from "../seals/seal-refusal.js";
import type { ProofRecord, ProofStore, Store } from "../store/store.js";
import { newProofId } from "./proof-id.js";
import type { RegistrationRequest } from "./registration-request.js";
import type { RegistrationsUnderWay } from "./registrations-under-way.js";

export interface RegisterProofDeps {
  readonly store: Store;
  readonly limiter: CreationLimiter;
  readonly underWay: RegistrationsUnderWay;
}

export interface RegisteredProof {
  readonly created: boolean;
  readonly proof: ProofRecord;
}

/**
 * Registers a fingerprint for the caller.
 *
 * @throws ApiError `rate_limited`, `quota_exceeded`; with a seal asked for `conflict`, `payment_required`,
 * `seal_unavailable`. Nothing is written in any of these cases.
 */
export async function registerProof(
  deps: RegisterProofDeps,
  caller: Caller,
  idempotencyKey: string | null,
  request: RegistrationRequest,
  buyUrl: string,
): Promise<RegisteredProof> {
  const { account, keyId } = caller;
  const { store, underWay } = deps;
  if (request.qualified) {
    const first = await store.proofs.findFirstRegistrant(request.hash);
    throw await sealRefusal(store.accounts, account.id, first !== null && first !== account.id, buyUrl);
  }
  const names = [`${account.id} ${request.hash}`];
  if (idempotencyKey !== null) names.push(`${keyId} ${idempotencyKey}`);
  return underWay.run(names, () => registerCounted(deps, caller, idempotencyKey, request));
}

/** Registers; a creation counts, and what only finds a proof does not. */
async function registerCounted(
  { store, limiter }: RegisterProofDeps,
  { account, keyId }: Caller,
  idempotencyKey: string | null,
  { hash, name, metadata, size, mimeType }: RegistrationRequest,
): Promise<RegisteredProof> {
  const count = await limiter.take(account.id);
  const isRefused = count instanceof ApiError;
  if (isRefused && !(await makesNothing(store.proofs, account.id, hash, keyId, idempotencyKey))) throw count;
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
    if (!created && !isRefused) await count.giveBack();
  }
}

/** Whether a registration can only find a proof: what it rests on, once there, never changes. */
async function makesNothing(
  proofs: ProofStore,
  accountId: string,
  hash: string,
  keyId: string,
  idempotencyKey: string | null,
): Promise<boolean> {
  if ((await proofs.findFirstRegistrant(hash)) === accountId) return true;
  return idempotencyKey !== null && (await proofs.findByIdempotencyKey(keyId, idempotencyKey)) !== null;
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
