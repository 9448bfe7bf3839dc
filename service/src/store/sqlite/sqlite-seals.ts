/** Seals in SQLite: a row for each pending or issued seal, written in one transaction with its ledger entry. */
import { randomUUID } from "node:crypto";
import { MAX_TTL_FACTOR } from "../hold-ttl.js";
import type {
  ProofRecord,
  SealBooks,
  SealEntry,
  SealEntryPage,
  SealHold,
  SealKind,
  SealOrder,
  SealRecord,
  SealStore,
  SealToken,
  SpendResult,
} from "../store.js";
import { hexToUuid, ownUuidToBytes, uuidToBytes } from "../uuid-bytes.js";
import { findAccountSeq } from "./account-rows.js";
import type { Connection } from "./connection.js";
import { balanceOf, enter, payForSeal } from "./seal-ledger.js";
import type { SqliteAccess } from "./sqlite-access.js";

/** The columns of a seal, as `SEAL_COLUMNS` names them. */
export interface SealRow {
  readonly seal_spend_id: string;
  readonly seal_requested_at: number;
  readonly seal_tries: number;
  readonly seal_authority: string | null;
  readonly seal_gen_time: number | null;
  readonly seal_serial_number: string | null;
  readonly seal_policy_oid: string | null;
  readonly seal_qualification: string | null;
}

/** Columns of a seal under the alias `s`, and of its entry under `e`. */
export const SEAL_COLUMNS: string = `
  lower(hex(e.id)) AS seal_spend_id, s.requested_at AS seal_requested_at, s.tries AS seal_tries,
  s.authority AS seal_authority, s.gen_time AS seal_gen_time, s.serial_number AS seal_serial_number,
  s.policy_oid AS seal_policy_oid, s.qualification AS seal_qualification`;

type StandingRow = SealRow & { readonly proof_id: string; readonly hash: string };

const SELECT_SEAL = `
  SELECT ${SEAL_COLUMNS}, lower(hex(p.id)) AS proof_id, lower(hex(p.hash)) AS hash
  FROM seals s JOIN seal_entries e ON e.seq = s.spend JOIN proofs p ON p.seq = s.proof`;

const SELECT_ENTRY = `
  SELECT lower(hex(e.id)) AS id, e.kind, e.amount, e.cause, e.at, lower(hex(p.id)) AS proof_id,
         lower(hex(r.id)) AS refund_of
  FROM seal_entries e LEFT JOIN proofs p ON p.seq = e.proof LEFT JOIN seal_entries r ON r.seq = e.refund_of`;

/** Selects the pending seal that an entry paid for. */
const OF_SPEND = "spend = (SELECT seq FROM seal_entries WHERE id = ?) AND due_at IS NOT NULL";

interface EntryRow {
  readonly id: string;
  readonly kind: SealKind;
  readonly amount: number;
  readonly cause: string;
  readonly at: number;
  readonly proof_id: string;
  readonly refund_of: string;
}

/** Issued seals for which a step is left. */
type SealList = "unstamped_seals" | "seals_without_revocation";

export class SqliteSeals implements SealStore {
  readonly #access: SqliteAccess;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  spend({ spendId, dueAt, proof, at }: SealOrder & { proof: ProofRecord; at: Date }): Promise<SpendResult> {
    return this.#access.write((sql): SpendResult => {
      const standing = sealOfProof(sql, proof.id);
      if (standing !== null) return { outcome: "existing", seal: standing };
      const row = sql.get<{ seq: number; account: number }>(
        "SELECT seq, account FROM proofs WHERE id = ?",
        ownUuidToBytes(proof.id),
      );
      if (row === undefined) throw new RangeError(`there is no proof ${proof.id}`);
      const { seq, account } = row;
      const isPaid = payForSeal(sql, { spendId, account, proof: seq, proofId: proof.id, at, dueAt });
      return isPaid ? { outcome: "spent", seal: sealOfProof(sql, proof.id)! } : { outcome: "none_left" };
    });
  }

  find(proofId: string): Promise<SealRecord | null> {
    return this.#access.read((sql) => sealOfProof(sql, proofId));
  }

  readResponse(proofId: string): Promise<Uint8Array | null> {
    return this.#access.read((sql) => {
      const row = sql.get<{ response: Uint8Array | null }>(
        "SELECT s.response FROM seals s JOIN proofs p ON p.seq = s.proof WHERE p.id = ?",
        uuidToBytes(proofId),
      );
      return row?.response ?? null;
    });
  }

  hold(proofId: string, ttlMs: number, dueAt: Date): Promise<SealHold | null> {
    const holdId = randomUUID();
    return this.#access.write((sql) => {
      const now = Date.now();
      const held = sql.run(
        `UPDATE seals SET claim = ?, claimed_until = ?, due_at = ?, tries = tries + 1
         WHERE proof = (SELECT seq FROM proofs WHERE id = ?) AND due_at IS NOT NULL
           AND (claimed_until <= ? OR claimed_until > ?)`,
        ownUuidToBytes(holdId),
        now + ttlMs,
        dueAt.getTime(),
        uuidToBytes(proofId),
        now,
        now + ttlMs * MAX_TTL_FACTOR,
      );
      return held === 0 ? null : { seal: sealOfProof(sql, proofId)!, holdId };
    });
  }

  postpone({ seal, holdId }: SealHold, dueAt: Date): Promise<void> {
    return this.#access.write((sql) => {
      sql.run(
        `UPDATE seals SET claim = NULL, claimed_until = 0, due_at = ? WHERE ${OF_SPEND} AND claim = ?`,
        dueAt.getTime(),
        ownUuidToBytes(seal.spendId),
        ownUuidToBytes(holdId),
      );
    });
  }

  issue(
    { proofId, spendId }: SealRecord,
    token: SealToken,
    response: Uint8Array,
  ): Promise<SealRecord | null> {
    return this.#access.write((sql) => {
      const issued = sql.run(
        `UPDATE seals SET authority = ?, gen_time = ?, serial_number = ?, policy_oid = ?, qualification = ?,
           response = ?, claim = NULL, claimed_until = 0, due_at = NULL
         WHERE ${OF_SPEND}`,
        token.authority,
        token.genTime.getTime(),
        token.serialNumber,
        token.policyOid,
        token.qualification && JSON.stringify(token.qualification),
        response,
        ownUuidToBytes(spendId),
      );
      if (issued === 1) {
        for (const table of ["unstamped_seals", "seals_without_revocation"]) {
          sql.run(`INSERT INTO ${table} SELECT seq FROM proofs WHERE id = ?`, ownUuidToBytes(proofId));
        }
      }
      const standing = sealOfProof(sql, proofId);
      return standing?.spendId === spendId ? standing : null;
    });
  }

  refund({ spendId }: SealRecord, refund: { id: string; cause: string; at: Date }): Promise<boolean> {
    return this.#access.write((sql) => {
      const spend = sql.get<{ seq: number; account: number; kind: SealKind; proof: number }>(
        "SELECT seq, account, kind, proof FROM seal_entries WHERE id = ?",
        ownUuidToBytes(spendId),
      );
      if (spend === undefined) throw new RangeError(`there is no entry ${spendId}`);
      const { seq, account, kind, proof } = spend;
      const isRefunded = sql.get("SELECT 1 FROM seal_entries WHERE refund_of = ?", seq) !== undefined;
      if (isRefunded) return true;
      if (sql.run("DELETE FROM seals WHERE spend = ? AND due_at IS NOT NULL", seq) === 0) return false;
      enter(sql, { ...refund, account, kind, amount: 1, proof, refundOf: seq });
      return true;
    });
  }

  takeDue(now: Date, limit: number): Promise<readonly SealRecord[]> {
    return this.#access.read((sql) =>
      sql
        .all<StandingRow>(
          `${SELECT_SEAL} WHERE s.due_at <= ? ORDER BY s.due_at LIMIT ?`,
          now.getTime(),
          limit,
        )
        .map(sealRecordOf),
    );
  }

  pending(): Promise<{ count: number; oldestRequestedAt: Date | null }> {
    return this.#access.read((sql) => {
      const { count, oldest } = sql.get<{ count: number; oldest: number | null }>(
        "SELECT count(*) AS count, min(requested_at) AS oldest FROM seals WHERE due_at IS NOT NULL",
      )!;
      return { count, oldestRequestedAt: oldest === null ? null : new Date(oldest) };
    });
  }

  unstamped(limit: number): Promise<readonly string[]> {
    return this.#listed("unstamped_seals", limit);
  }

  markStamped(proofIds: readonly string[]): Promise<void> {
    return this.#takeOff("unstamped_seals", proofIds);
  }

  revocationNotRequested(limit: number): Promise<readonly string[]> {
    return this.#listed("seals_without_revocation", limit);
  }

  markRevocationRequested(proofIds: readonly string[]): Promise<void> {
    return this.#takeOff("seals_without_revocation", proofIds);
  }

  listEntries(accountId: string, limit: number, before: string | null): Promise<SealEntryPage> {
    return this.#access.read((sql) => {
      const account = findAccountSeq(sql, accountId) ?? 0;
      let end = Number.MAX_SAFE_INTEGER;
      if (before !== null) {
        const place = sql.get<{ seq: number }>(
          "SELECT seq FROM seal_entries WHERE id = ? AND account = ?",
          uuidToBytes(before),
          account,
        );
        if (place === undefined) throw new RangeError(`the ledger of ${accountId} has no entry ${before}`);
        end = place.seq;
      }
      const entries = sql.all<EntryRow>(
        `${SELECT_ENTRY} WHERE e.account = ? AND e.seq < ? ORDER BY e.seq DESC LIMIT ?`,
        account,
        end,
        limit + 1,
      );
      return {
        entries: entries.slice(0, limit).map((entry) => entryOf(accountId, entry)),
        more: entries.length > limit,
      };
    });
  }

  books(accountId: string): Promise<SealBooks> {
    // One read sees one state of the database.
    return this.#access.read((sql) => {
      const account = findAccountSeq(sql, accountId) ?? 0;
      const entries = sql.all<EntryRow>(`${SELECT_ENTRY} WHERE e.account = ? ORDER BY e.seq`, account);
      return {
        accountId,
        balance: balanceOf(sql, account),
        entries: entries.map((entry) => entryOf(accountId, entry)),
        seals: sql
          .all<StandingRow>(`${SELECT_SEAL} WHERE p.account = ? ORDER BY s.proof`, account)
          .map(sealRecordOf),
        underWay: new Set<string>(),
      };
    });
  }

  /** Proofs of the seals in a list, oldest first. */
  #listed(table: SealList, limit: number): Promise<readonly string[]> {
    return this.#access.read((sql) =>
      sql
        .all<{ id: string }>(
          `SELECT lower(hex(p.id)) AS id FROM ${table} u JOIN proofs p ON p.seq = u.proof ORDER BY u.proof LIMIT ?`,
          limit,
        )
        .map(({ id }) => hexToUuid(id)),
    );
  }

  #takeOff(table: SealList, proofIds: readonly string[]): Promise<void> {
    return this.#access.write((sql) => {
      for (const id of proofIds) {
        sql.run(
          `DELETE FROM ${table} WHERE proof = (SELECT seq FROM proofs WHERE id = ?)`,
          ownUuidToBytes(id),
        );
      }
    });
  }
}

/** The seal of a proof, if any, read within the open transaction. */
export function sealOfProof(sql: Connection, proofId: string): SealRecord | null {
  const row = sql.get<StandingRow>(`${SELECT_SEAL} WHERE p.id = ?`, uuidToBytes(proofId));
  return row === undefined ? null : sealRecordOf(row);
}

export function sealOf(row: SealRow, { proofId, hash }: Pick<SealRecord, "proofId" | "hash">): SealRecord {
  const { seal_authority, seal_gen_time, seal_serial_number, seal_policy_oid, seal_qualification } = row;
  return {
    proofId,
    spendId: hexToUuid(row.seal_spend_id),
    hash,
    requestedAt: new Date(row.seal_requested_at),
    tries: row.seal_tries,
    token:
      seal_authority === null
        ? null
        : {
            authority: seal_authority,
            genTime: new Date(seal_gen_time!),
            serialNumber: seal_serial_number!,
            policyOid: seal_policy_oid!,
            qualification: seal_qualification && JSON.parse(seal_qualification),
          },
  };
}

function sealRecordOf(row: StandingRow): SealRecord {
  return sealOf(row, { proofId: hexToUuid(row.proof_id), hash: row.hash });
}

function entryOf(
  accountId: string,
  { id, kind, amount, cause, at, proof_id, refund_of }: EntryRow,
): SealEntry {
  return {
    id: hexToUuid(id),
    accountId,
    kind,
    amount,
    cause,
    at: new Date(at),
    proofId: proof_id === "" ? null : hexToUuid(proof_id),
    refundOf: refund_of === "" ? null : hexToUuid(refund_of),
  };
}
