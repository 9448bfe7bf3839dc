/** Proofs. Those of an account are in the order of their identifiers: docs/decisions/04-store.md. */
import { type Readable, type Store, StoreUnavailableError } from "../store/store.js";
import { firstRow } from "./every-row.js";
import { checkOwn, proofRecord, proofRecords, recordOf } from "./proof-record.js";
import { register as registerRow } from "./registration.js";
import type {
  IdempotencyKeyHolder,
  ProofPage,
  ProofRecord,
  Registration,
  RegistrationResult,
  SealRecord,
} from "./types.js";

export { countDays, search } from "./proof-search.js";
export { countOfDay } from "./registration.js";

/** Known keys, about 200 bytes each. */
const MAX_KEYS = 10_000;
/** The accounts of keys. A key never changes its account. */
const accountsOfKeys = new WeakMap<Store, Map<string, string>>();

/**
 * Registers a fingerprint: docs/interface.md, `POST /proofs`, rules 2 to 4, and the daily limit, in one change.
 *
 * In this order: a known idempotency key of the same holder gives its proof; bytes that the account registered first give
 * that proof (and the idempotency key, if any, is bound to it); a used-up day gives `quota_exceeded` and writes nothing;
 * otherwise a proof is created, as first registrant if no account registered the bytes before.
 *
 * With a seal, the proof and the payment for its seal are written together or not at all. Bytes that the account
 * registered first give that proof and write nothing: its seal is bought by `seals.spend`, before the idempotency key is
 * bound. Bytes that another account registered are refused.
 *
 * The rules are exact with any number of instances and after any crash: of parallel registrations one is first, one
 * creates the proof of an idempotency key, and no day exceeds its limit.
 *
 * @throws RangeError when there is no such account or key.
 * @throws StoreUnavailableError, with the proof's identifier if it may exist nevertheless.
 */
export async function register(store: Store, asked: Registration): Promise<RegistrationResult> {
  if (asked.keyId !== null) await checkKey(store, asked.keyId, asked.accountId);
  const result = await registerRow(store, asked).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailableError) || !error.isUndecided) throw error;
    throw new StoreUnavailableError(error.message, { proofId: asked.id, isUndecided: true, cause: error });
  });
  if (!("proof" in result)) return result;
  const { outcome, proof } = result;
  if (outcome === "created") return { outcome, proof: recordOf(proof, newSeal(asked)) };
  // Apart from the change, which is asked for far more often than it finds a proof.
  return {
    outcome,
    proof: await store.read("proofs.registered", async (rows) => (await proofRecord(store, rows, proof))!),
  };
}

/** Asks once for each key. @throws RangeError when the account has no such key. */
async function checkKey(store: Store, keyId: string, accountId: string): Promise<void> {
  const known = accountsOfKeys.get(store) ?? new Map<string, string>();
  accountsOfKeys.set(store, known);
  if (known.get(keyId) === accountId) return;
  const key = await store.read("proofs.checkKey", (rows) => firstRow(rows.apiKeys, ["id"], [keyId]));
  if (key?.account !== accountId)
    throw new RangeError(`there is no API key ${keyId} of an account ${accountId}`);
  if (known.size >= MAX_KEYS) known.clear();
  known.set(keyId, accountId);
}

function newSeal({ id: proofId, hash, receivedAt, seal }: Registration): SealRecord | null {
  return seal && { proofId, spendId: seal.spendId, hash, requestedAt: receivedAt, tries: 0, token: null };
}

export function find(store: Store, id: string): Promise<ProofRecord | null> {
  return store.read("proofs.find", async (rows) => {
    return proofRecord(store, rows, await firstRow(rows.proofs, ["id"], [id]));
  });
}

/** A proof of one account. Another account's proof is null, and takes the same time as one that does not exist. */
export function findOwn(store: Store, id: string, accountId: string): Promise<ProofRecord | null> {
  return store.read("proofs.findOwn", (rows) => ownProof(store, rows, accountId, id));
}

/** Of an account, in the order of the identifiers; null for those that it does not have. */
export function findSome(
  store: Store,
  accountId: string,
  ids: readonly string[],
): Promise<readonly (ProofRecord | null)[]> {
  return store.read("proofs.findSome", async (rows) => {
    const found = await rows.proofs.getMany(ids.map((id) => [accountId, id]));
    const records = await proofRecords(
      store,
      rows,
      found.filter((row) => row !== null),
    );
    const byId = new Map(records.map((record) => [record.id, record]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}

async function ownProof(store: Store, rows: Readable, of: string, id: string): Promise<ProofRecord | null> {
  return proofRecord(store, rows, await rows.proofs.get([of, id]));
}

/**
 * A page of an account's proofs in the order of receipt, newest first. Consecutive pages show no proof twice and omit
 * no proof that existed when the first was read. Their cost does not grow with the account.
 *
 * @param before the account's proof after which the page begins; null for the first page.
 * @throws RangeError when the account has no such proof.
 */
export function list(store: Store, account: string, limit: number, after: string | null): Promise<ProofPage> {
  return store.read("proofs.list", async (rows) => {
    const page = { after: after === null ? null : [after], limit: limit + 1, isDescending: true };
    const [, found] = await Promise.all([
      after === null ? null : checkOwn(rows, account, after),
      rows.proofs.page(["account", "id"], [account], page),
    ]);
    return { proofs: await proofRecords(store, rows, found.slice(0, limit)), more: found.length > limit };
  });
}

/** The metadata of those of an account's proofs that have some, as JSON texts by the proofs' identifiers. */
export function metadata(
  store: Store,
  accountId: string,
  proofIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return store.read("proofs.metadata", async (rows) => {
    const found = await rows.proofs.getMany(proofIds.map((id) => [accountId, id]));
    return new Map(found.flatMap((row) => (row?.metadata == null ? [] : [[row.id, row.metadata]])));
  });
}

/** The proof of the first registrant of a fingerprint, if any. */
export function findFirst(store: Store, hash: string): Promise<ProofRecord | null> {
  return store.read("proofs.findFirst", async (rows) => {
    const first = await rows.fingerprints.get([hash]);
    return first && ownProof(store, rows, first.account, first.proof);
  });
}

/**
 * The proof that a certificate is about: that of the first registrant of its bytes, since no other proof has a
 * certificate.
 *
 * @param certificateId `certificateId` of the proof; null for any text that is not one.
 */
export function findByCertificate(store: Store, certificateId: string): Promise<ProofRecord | null> {
  return store.read("proofs.findByCertificate", async (rows) => {
    const proof = await firstRow(rows.proofs, ["certificate"], [certificateId]);
    return proofRecord(store, rows, proof?.isFirst ? proof : null);
  });
}

/** The proof that was created under an idempotency key, if any. */
export function findByIdempotencyKey(
  store: Store,
  { keyId, accountId }: IdempotencyKeyHolder,
  idempotencyKey: string,
): Promise<ProofRecord | null> {
  return store.read("proofs.findByIdempotencyKey", async (rows) => {
    const known = await rows.idempotencyKeys.get([keyId ?? accountId, idempotencyKey]);
    return known && ownProof(store, rows, accountId, known.proof);
  });
}
