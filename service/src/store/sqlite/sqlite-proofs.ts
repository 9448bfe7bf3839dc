/** Proofs in SQLite. `seq` is the order of receipt. A proof belongs to the batch whose range contains its `seq`. */
import { hexToBytes } from "@svc-proof/shared/encoding";
import { searchProofs } from "../search-proofs.js";
import type {
  FoundProofs,
  IdempotencyKeyHolder,
  ProofPage,
  ProofQuery,
  ProofRecord,
  ProofStore,
  Registration,
  RegistrationResult,
} from "../store.js";
import { hexToUuid, ownUuidToBytes, uuidToBytes } from "../uuid-bytes.js";
import { findAccountSeq } from "./account-rows.js";
import { BatchesOfProofs } from "./batches-of-proofs.js";
import type { Connection } from "./connection.js";
import { balanceOf, payForSeal } from "./seal-ledger.js";
import type { SqliteAccess } from "./sqlite-access.js";
import { SqliteProofSearch } from "./sqlite-proof-search.js";
import { SEAL_COLUMNS, type SealRow, sealOf, sealOfProof } from "./sqlite-seals.js";

const DAY_MS = 86_400_000;

type ProofRow = {
  readonly seq: number;
  readonly id: string;
  readonly certificate_id: string;
  readonly account_id: string;
  readonly hash: string;
  readonly name: string;
  readonly size: number | null;
  readonly mime_type: string;
  readonly received_at: number;
  readonly first_registrant: number;
  readonly from_web: number;
} & (SealRow | { readonly seal_requested_at: null });

/**
 * Identifiers and hashes are read as `lower(hex(…))`: the binding returns a text at half the cost of a BLOB and without
 * memory outside the heap (measured).
 */
const PROOF_COLUMNS = `
  p.seq, lower(hex(p.id)) AS id, lower(hex(p.certificate_id)) AS certificate_id, lower(hex(a.id)) AS account_id,
  lower(hex(p.hash)) AS hash, p.name, p.size, p.mime_type, p.received_at, p.first_registrant, p.from_web,
  ${SEAL_COLUMNS}`;

const JOINED = `
  JOIN accounts a ON a.seq = p.account
  LEFT JOIN seals s ON s.proof = p.seq
  LEFT JOIN seal_entries e ON e.seq = s.spend`;

const SELECT_PROOF = `SELECT ${PROOF_COLUMNS} FROM proofs p ${JOINED}`;

/**
 * For another account's proof and for a missing one, the query searches the same two indexes at the same places and
 * reads no row, so its time does not tell them apart.
 */
const OWN_PROOF = `
  p.account = (SELECT seq FROM accounts WHERE id = ?) AND p.seq = coalesce((SELECT seq FROM proofs WHERE id = ?), 0)`;
const SELECT_OWN_PROOF = `
  SELECT ${PROOF_COLUMNS} FROM proofs p INDEXED BY proofs_by_account ${JOINED} WHERE ${OWN_PROOF}`;
const SELECT_OWN_PLACE = `
  SELECT p.account, p.seq FROM proofs p INDEXED BY proofs_by_account WHERE ${OWN_PROOF}`;

/** Cached callers, about 200 bytes each. */
const MAX_CALLERS = 10_000;

/** An account and its key, by the small integers of their rows. */
interface Caller {
  /** Null for a registration in the browser. */
  readonly key: number | null;
  readonly account: number;
  readonly accountId: string;
}

export class SqliteProofs implements ProofStore {
  readonly #access: SqliteAccess;
  /** By the key's identifier. A key is never deleted and never changes its account. */
  readonly #callers = new Map<string, Caller>();
  /** Batches read in this turn. All reads of a turn share one transaction. */
  #batches: BatchesOfProofs | null = null;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  async register(registration: Registration): Promise<RegistrationResult> {
    const { keyId, accountId } = registration;
    const caller =
      keyId === null
        ? await this.#findAccount(accountId)
        : (this.#callers.get(keyId) ?? (await this.#findCaller(keyId)));
    if (caller?.accountId !== accountId) {
      throw new RangeError(
        keyId === null
          ? `there is no account ${accountId}`
          : `there is no API key ${keyId} of an account ${accountId}`,
      );
    }
    return this.#access.write((sql) => registerProof(sql, caller, registration));
  }

  find(id: string): Promise<ProofRecord | null> {
    return this.#access.read((sql) => {
      const bytes = uuidToBytes(id);
      const row = bytes && sql.get<ProofRow>(`${SELECT_PROOF} WHERE p.id = ?`, bytes);
      return row ? proofOf(row, this.#batchesOf(sql)) : null;
    });
  }

  findOwn(id: string, accountId: string): Promise<ProofRecord | null> {
    return this.#access.read((sql) => {
      const row = sql.get<ProofRow>(SELECT_OWN_PROOF, uuidToBytes(accountId), uuidToBytes(id));
      return row === undefined ? null : proofOf(row, this.#batchesOf(sql));
    });
  }

  list(accountId: string, limit: number, before: string | null): Promise<ProofPage> {
    return this.#access.read((sql) => {
      const account = uuidToBytes(accountId);
      let end = Number.MAX_SAFE_INTEGER;
      if (before !== null) {
        const place = sql.get<{ seq: number }>(SELECT_OWN_PLACE, account, uuidToBytes(before));
        if (place === undefined) throw new RangeError(`the account ${accountId} has no proof ${before}`);
        end = place.seq;
      }
      const rows = sql.all<ProofRow>(
        `${SELECT_PROOF} WHERE p.account = (SELECT seq FROM accounts WHERE id = ?) AND p.seq < ?
         ORDER BY p.seq DESC LIMIT ?`,
        account,
        end,
        limit + 1,
      );
      const batches = this.#batchesOf(sql);
      return { proofs: rows.slice(0, limit).map((row) => proofOf(row, batches)), more: rows.length > limit };
    });
  }

  search(accountId: string, query: ProofQuery, limit: number, before: string | null): Promise<FoundProofs> {
    const proofs = new SqliteProofSearch(this.#access, accountId, (sql, seqs) => {
      const batches = this.#batchesOf(sql);
      return seqs.map((seq) => proofOf(sql.get<ProofRow>(`${SELECT_PROOF} WHERE p.seq = ?`, seq)!, batches));
    });
    return searchProofs(proofs, query, limit, before);
  }

  metadata(accountId: string, proofIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#access.read((sql) => {
      const account = uuidToBytes(accountId);
      const found = new Map<string, string>();
      for (const id of proofIds) {
        const row = sql.get<{ metadata: string | null }>(
          "SELECT metadata FROM proofs WHERE id = ? AND account = (SELECT seq FROM accounts WHERE id = ?)",
          uuidToBytes(id),
          account,
        );
        if (row?.metadata != null) found.set(id, row.metadata);
      }
      return found;
    });
  }

  countOfDay(accountId: string, moment: Date): Promise<number> {
    return this.#access.read((sql) => {
      const account = findAccountSeq(sql, accountId);
      return account === undefined ? 0 : usedOfDay(sql, account, dayOf(moment));
    });
  }

  findFirst(hash: string): Promise<ProofRecord | null> {
    return this.#access.read((sql) => {
      const row = sql.get<ProofRow>(
        `${SELECT_PROOF} WHERE p.hash = ? AND p.first_registrant = 1`,
        hexToBytes(hash),
      );
      return row === undefined ? null : proofOf(row, this.#batchesOf(sql));
    });
  }

  findByCertificate(certificateId: string): Promise<ProofRecord | null> {
    return this.#access.read((sql) => {
      const bytes = uuidToBytes(certificateId);
      const row =
        bytes &&
        sql.get<ProofRow>(`${SELECT_PROOF} WHERE p.certificate_id = ? AND p.first_registrant = 1`, bytes);
      return row ? proofOf(row, this.#batchesOf(sql)) : null;
    });
  }

  findByIdempotencyKey(
    { keyId, accountId }: IdempotencyKeyHolder,
    idempotencyKey: string,
  ): Promise<ProofRecord | null> {
    return this.#access.read((sql) => {
      const bytes = uuidToBytes(keyId ?? accountId);
      const table = keyId === null ? "accounts" : "api_keys";
      const row = bytes && sql.get<{ seq: number }>(`SELECT seq FROM ${table} WHERE id = ?`, bytes);
      if (!row) return null;
      const proof = idempotentProof(sql, { holder: row.seq, isAccount: keyId === null, idempotencyKey });
      return proof === null ? null : proofAt(sql, proof);
    });
  }

  #batchesOf(sql: Connection): BatchesOfProofs {
    if (this.#batches === null) {
      this.#batches = new BatchesOfProofs(sql);
      // Reads of one turn run one after the other, before any microtask.
      queueMicrotask(() => {
        this.#batches = null;
      });
    }
    return this.#batches;
  }

  #findAccount(accountId: string): Promise<Caller | null> {
    return this.#access.read((sql) => {
      const row = sql.get<{ account: number }>(
        "SELECT seq AS account FROM accounts WHERE id = ? AND deleted_at IS NULL",
        ownUuidToBytes(accountId),
      );
      return row === undefined ? null : { key: null, account: row.account, accountId };
    });
  }

  /** Read outside the write transaction, because what that wrote may still be undone. */
  #findCaller(keyId: string): Promise<Caller | null> {
    return this.#access.read((sql) => {
      const row = sql.get<{ key: number; account: number; account_id: string }>(
        `SELECT k.seq AS key, a.seq AS account, lower(hex(a.id)) AS account_id
         FROM api_keys k JOIN accounts a ON a.seq = k.account WHERE k.id = ?`,
        ownUuidToBytes(keyId),
      );
      if (row === undefined) return null;
      const caller = { key: row.key, account: row.account, accountId: hexToUuid(row.account_id) };
      if (this.#callers.size >= MAX_CALLERS) this.#callers.clear();
      this.#callers.set(keyId, caller);
      return caller;
    });
  }
}

function registerProof(
  sql: Connection,
  { key, account }: Caller,
  registration: Registration,
): RegistrationResult {
  const { seal, origin } = registration;
  const hash = hexToBytes(registration.hash);
  const standing = sql.get("SELECT 1 FROM accounts WHERE seq = ? AND deleted_at IS NULL", account);
  if (standing === undefined) throw new RangeError(`there is no account ${registration.accountId}`);
  const bound =
    registration.idempotencyKey === null
      ? null
      : { holder: key ?? account, isAccount: key === null, idempotencyKey: registration.idempotencyKey };

  if (bound !== null) {
    const known = idempotentProof(sql, bound);
    if (known !== null) return { outcome: "existing", proof: proofAt(sql, known) };
  }
  const first = sql.get<{ seq: number; account: number }>(
    "SELECT seq, account FROM proofs WHERE hash = ? AND first_registrant = 1",
    hash,
  );
  if (first?.account === account) {
    if (seal !== null) return { outcome: "owned", proof: proofAt(sql, first.seq) };
    if (bound !== null) bindIdempotencyKey(sql, bound, first.seq);
    return { outcome: "existing", proof: proofAt(sql, first.seq) };
  }

  if (seal !== null) {
    if (first !== undefined) return { outcome: "foreign" };
    const { welcome, pack } = balanceOf(sql, account);
    if (welcome + pack === 0) return { outcome: "no_seal_left" };
  }

  const day = dayOf(registration.receivedAt);
  if (origin === "api" && !countProof(sql, account, day, registration.dailyLimit)) {
    return { outcome: "quota_exceeded", used: usedOfDay(sql, account, day) };
  }
  const { seq } = sql.get<{ seq: number }>(
    `INSERT INTO proofs
       (id, certificate_id, account, hash, name, metadata, size, mime_type, received_at, first_registrant,
        from_web)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
    ownUuidToBytes(registration.id),
    ownUuidToBytes(registration.certificateId),
    account,
    hash,
    registration.name,
    registration.metadata,
    registration.size,
    registration.mimeType,
    registration.receivedAt.getTime(),
    first === undefined ? 1 : 0,
    origin === "web" ? 1 : 0,
  )!;
  if (bound !== null) bindIdempotencyKey(sql, bound, seq);
  if (seal !== null) {
    payForSeal(sql, { ...seal, account, proof: seq, proofId: registration.id, at: registration.receivedAt });
  }
  const { id, certificateId, accountId, name, size, mimeType, receivedAt } = registration;
  const proof: ProofRecord = {
    id,
    certificateId,
    accountId,
    origin,
    hash: registration.hash,
    name,
    size,
    mimeType,
    receivedAt,
    firstRegistrant: first === undefined,
    batch: null,
    leafIndex: null,
    seal: seal && sealOfProof(sql, id),
  };
  return { outcome: "created", proof };
}

/** Days since 1970-01-01, UTC. */
function dayOf(moment: Date): number {
  return Math.floor(moment.getTime() / DAY_MS);
}

/** Counts one more proof; false, and nothing changes, when the day's limit is reached. */
function countProof(sql: Connection, account: number, day: number, dailyLimit: number): boolean {
  if (dailyLimit < 1) return false;
  const changed = sql.run(
    `INSERT INTO daily_proofs (account, day, used) VALUES (?, ?, 1)
     ON CONFLICT (account, day) DO UPDATE SET used = used + 1 WHERE used < ?`,
    account,
    day,
    dailyLimit,
  );
  return changed === 1;
}

function usedOfDay(sql: Connection, account: number, day: number): number {
  const row = sql.get<{ used: number }>(
    "SELECT used FROM daily_proofs WHERE account = ? AND day = ?",
    account,
    day,
  );
  return row?.used ?? 0;
}

/** An idempotency key of an API key, or of an account. */
interface HeldKey {
  readonly holder: number;
  readonly isAccount: boolean;
  readonly idempotencyKey: string;
}

function bindIdempotencyKey(
  sql: Connection,
  { holder, isAccount, idempotencyKey }: HeldKey,
  proof: number,
): void {
  sql.run(
    isAccount
      ? "INSERT INTO web_idempotency_keys (account, idempotency_key, proof) VALUES (?, ?, ?)"
      : "INSERT INTO idempotency_keys (api_key, idempotency_key, proof) VALUES (?, ?, ?)",
    holder,
    idempotencyKey,
    proof,
  );
}

function idempotentProof(sql: Connection, { holder, isAccount, idempotencyKey }: HeldKey): number | null {
  const row = sql.get<{ proof: number }>(
    isAccount
      ? "SELECT proof FROM web_idempotency_keys WHERE account = ? AND idempotency_key = ?"
      : "SELECT proof FROM idempotency_keys WHERE api_key = ? AND idempotency_key = ?",
    holder,
    idempotencyKey,
  );
  return row?.proof ?? null;
}

function proofAt(sql: Connection, seq: number): ProofRecord {
  return proofOf(sql.get<ProofRow>(`${SELECT_PROOF} WHERE p.seq = ?`, seq)!, new BatchesOfProofs(sql));
}

function proofOf(row: ProofRow, batches: BatchesOfProofs): ProofRecord {
  const run = batches.at(row.seq);
  const id = hexToUuid(row.id);
  return {
    id,
    certificateId: hexToUuid(row.certificate_id),
    accountId: hexToUuid(row.account_id),
    origin: row.from_web === 1 ? "web" : "api",
    hash: row.hash,
    name: row.name,
    size: row.size,
    mimeType: row.mime_type,
    receivedAt: new Date(row.received_at),
    firstRegistrant: row.first_registrant === 1,
    batch: run?.batch ?? null,
    leafIndex: run === null ? null : row.seq - run.firstSeq,
    seal: row.seal_requested_at === null ? null : sealOf(row, { proofId: id, hash: row.hash }),
  };
}
