/** Rules and refusals of `POST /proofs`. */
import { PLANS } from "../accounts/plans.js";
import { ApiError } from "../errors.js";
import type { MinuteLimiter } from "../http/limits.js";
import { newOrderedId } from "../records/ordered-id.js";
import type { ProofStore, Records } from "../records/records.js";
import type { AccountRecord, IdempotencyKeyHolder, ProofRecord, SealOrder } from "../records/types.js";
import { foreignBytes, refused, type SealPurchase } from "../seals/purchase.js";
import { secondsToNextUtcDay } from "../store/rates.js";
import { StoreUnavailableError } from "../store/store.js";
import type { RegistrationRequest } from "./request.js";

/** Registration of a fingerprint: docs/interface.md, `POST /proofs`, its rules and refusals. */
export interface RegisterProofDeps {
  readonly store: Records;
  readonly limiter: MinuteLimiter;
  readonly sealPurchase: SealPurchase;
  readonly pending: PendingRegistrations;
}

/** Who registers: with an API key, or in the browser. */
export interface Registrant {
  readonly account: AccountRecord;
  /**
   * The API key; null for a person in the browser, whose registrations do not count towards the day's limit. Idempotency keys
   * are those of the API key, or those of the account if there is none.
   */
  readonly keyId: string | null;
}

export interface RegisteredProof {
  readonly created: boolean;
  readonly proof: ProofRecord;
}

/**
 * Registers a fingerprint, and seals it if requested.
 *
 * @throws ApiError `rate_limited`, `quota_exceeded`; with a seal also `conflict`, `payment_required`,
 * `seal_unavailable`. Nothing is written in these cases, unless `seal_unavailable` names the proof that was created.
 */
export async function registerProof(
  deps: RegisterProofDeps,
  registrant: Registrant,
  idempotencyKey: string | null,
  request: RegistrationRequest,
): Promise<RegisteredProof> {
  const { account, keyId } = registrant;
  const names = [`${account.id} ${request.hash}`];
  if (idempotencyKey !== null) names.push(`${keyId ?? account.id} ${idempotencyKey}`);
  const asked = { registrant, idempotencyKey, request };
  const { outcome, proof } = await deps.pending.run(names, () =>
    request.qualified ? registerSealed(deps, asked) : registerCounted(deps, asked, null),
  );
  const created = outcome === "created";
  // A repeated idempotency key gives its proof and nothing more.
  if (!request.qualified || outcome === "existing") return { created, proof };
  // Outside of `pending`: a request that waits for the authority must not block other registrations.
  return { created, proof: await completed(deps.sealPurchase, proof, created) };
}

interface Asked {
  readonly registrant: Registrant;
  readonly idempotencyKey: string | null;
  readonly request: RegistrationRequest;
}

interface Registered {
  readonly outcome: "created" | "existing" | "owned";
  readonly proof: ProofRecord;
}

/** Registers and pays for the seal in the same step, or buys the seal of bytes that are registered already. */
async function registerSealed(deps: RegisterProofDeps, asked: Asked): Promise<Registered> {
  const { store, sealPurchase } = deps;
  const { id: accountId } = asked.registrant.account;
  const first = await store.proofs.findFirst(asked.request.hash);
  if (first !== null && first.accountId !== accountId) throw foreignBytes();
  const registered =
    first !== null
      ? await found(store.proofs, asked, first)
      : await sealPurchase.sell(accountId, async (order) => {
          const result = await registerCounted(deps, asked, order);
          return { isSold: result.outcome === "created", result };
        });
  if (registered.outcome !== "owned") return registered;
  const { seal } = await sealPurchase.buy(registered.proof);
  if (asked.idempotencyKey !== null) {
    // The seal is paid for, so the key may lead to the proof, unless another instance bound it to another meanwhile.
    const bound = await registerCounted(deps, asked, null);
    if (bound.proof.id !== registered.proof.id) return bound;
  }
  return { outcome: "owned", proof: { ...registered.proof, seal } };
}

/** The account's existing proof: that of its idempotency key first, otherwise that of the bytes. */
async function found(
  proofs: ProofStore,
  { registrant, idempotencyKey }: Asked,
  first: ProofRecord,
): Promise<Registered> {
  const known =
    idempotencyKey === null ? null : await proofs.findByIdempotencyKey(keyHolder(registrant), idempotencyKey);
  return known === null ? { outcome: "owned", proof: first } : { outcome: "existing", proof: known };
}

/** Waits for the seal of a proof, up to the time that a request may take. */
async function completed(
  sealPurchase: SealPurchase,
  proof: ProofRecord,
  created: boolean,
): Promise<ProofRecord> {
  // Paid for and refunded before this look-up, because the authority refused another request, or the job's.
  if (proof.seal === null) throw refused(created ? proof.id : undefined);
  try {
    const seal = await sealPurchase.complete(proof.seal);
    if (seal === null) throw refused(created ? proof.id : undefined);
    return { ...proof, seal };
  } catch (error) {
    if (!(error instanceof StoreUnavailableError) || !created) throw error;
    throw new StoreUnavailableError(error.message, { cause: error, proofId: proof.id });
  }
}

/** Registers. Only a creation counts towards the limit per minute. */
async function registerCounted(
  { store, limiter, sealPurchase }: RegisterProofDeps,
  { registrant, idempotencyKey, request }: Asked,
  seal: SealOrder | null,
): Promise<Registered> {
  const { account, keyId } = registrant;
  const { hash, name, metadata, size, mimeType } = request;
  const count = await limiter.take(account.id);
  const isRefused = count instanceof ApiError;
  if (isRefused && !(await makesNothing(store.proofs, registrant, hash, idempotencyKey))) throw count;
  const receivedAt = new Date();
  const dailyLimit = PLANS[account.plan].proofsPerDay;
  let created = false;
  try {
    const result = await store.proofs.register({
      id: newOrderedId(receivedAt),
      certificateId: newOrderedId(receivedAt),
      accountId: account.id,
      origin: keyId === null ? "web" : "api",
      keyId,
      idempotencyKey,
      hash,
      name,
      metadata,
      size,
      mimeType,
      receivedAt,
      dailyLimit,
      seal,
    });
    if (result.outcome === "quota_exceeded") throw quotaExceeded(dailyLimit, result.used, receivedAt);
    if (result.outcome === "foreign") throw foreignBytes();
    if (result.outcome === "no_seal_left") throw sealPurchase.noneLeft();
    const { outcome, proof } = result;
    created = outcome === "created";
    return { outcome, proof };
  } finally {
    if (!created && !isRefused) await count.giveBack();
  }
}

/** Whether a registration can only find an existing proof. Once true, this never changes. */
async function makesNothing(
  proofs: ProofStore,
  registrant: Registrant,
  hash: string,
  idempotencyKey: string | null,
): Promise<boolean> {
  if ((await proofs.findFirst(hash))?.accountId === registrant.account.id) return true;
  if (idempotencyKey === null) return false;
  return (await proofs.findByIdempotencyKey(keyHolder(registrant), idempotencyKey)) !== null;
}

function keyHolder({ account, keyId }: Registrant): IdempotencyKeyHolder {
  return { accountId: account.id, keyId };
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

/**
 * Registrations in flight in this process. Equal ones that arrive together wait for the first and then find its proof.
 * Otherwise all would count as creations, and the limit per minute would refuse most of them.
 */
export class PendingRegistrations {
  readonly #firsts = new Map<string, Promise<unknown>>();

  /**
   * Does some work, after any that is in flight under one of the names.
   *
   * @param names what the work may create.
   */
  async run<Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const ahead = names.flatMap((name) => this.#firsts.get(name) ?? []);
    if (ahead.length > 0) {
      // There is no queue: all waiting registrations continue together, so none waits for more than one.
      await Promise.allSettled(ahead);
      return work();
    }
    const first = work();
    for (const name of names) this.#firsts.set(name, first);
    try {
      return await first;
    } finally {
      for (const name of names) this.#firsts.delete(name);
    }
  }
}
