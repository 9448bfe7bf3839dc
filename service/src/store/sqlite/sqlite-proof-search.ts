/** What a search asks of an account's proofs in SQLite. Each query is a turn of its own, so that other requests go on. */
import { hexToBytes } from "@svc-proof/shared/encoding";
import { furthestState } from "../furthest-state.js";
import type { Candidate, Place, SearchedProofs, Span, Walk } from "../search-proofs.js";
import type { BatchState, ProofRecord } from "../store.js";
import { hexToUuid, uuidToBytes } from "../uuid-bytes.js";
import { findAccountSeq } from "./account-rows.js";
import type { Connection, SqlValue } from "./connection.js";
import type { SqliteAccess } from "./sqlite-access.js";

/**
 * A slice is read as one text in JSON: the binding takes longer for each cell of a row than SQLite and `JSON.parse` do for
 * the row (4 times, measured).
 */
const SLICE =
  "SELECT json_group_array(json_array(seq, lower(hex(id)), name, received_at, from_web)) AS slice FROM";
type CandidateRow = readonly [seq: number, id: string, name: string, receivedAt: number, fromWeb: number];

const COLUMNS = "seq, id, name, received_at, from_web";

const ALL = Number.MAX_SAFE_INTEGER;

export class SqliteProofSearch implements SearchedProofs {
  readonly #access: SqliteAccess;
  readonly #accountId: string;
  /** The records of proofs that exist. */
  readonly #recordsOf: (sql: Connection, seqs: readonly number[]) => readonly ProofRecord[];

  constructor(
    access: SqliteAccess,
    accountId: string,
    recordsOf: (sql: Connection, seqs: readonly number[]) => readonly ProofRecord[],
  ) {
    this.#access = access;
    this.#accountId = accountId;
    this.#recordsOf = recordsOf;
  }

  placeOf(id: string): Promise<Place> {
    return this.#access.read((sql) => {
      const row = sql.get<{ seq: number; received_at: number }>(
        "SELECT seq, received_at FROM proofs WHERE id = ? AND account = ?",
        uuidToBytes(id),
        findAccountSeq(sql, this.#accountId) ?? null,
      );
      if (row === undefined) throw new RangeError(`the account ${this.#accountId} has no proof ${id}`);
      return { seq: row.seq, receivedAt: new Date(row.received_at) };
    });
  }

  look(walk: Walk, after: Place | null, limit: number): Promise<readonly Candidate[]> {
    return this.#access.read((sql) => {
      const account = findAccountSeq(sql, this.#accountId);
      if (account === undefined) return [];
      const before = after?.seq ?? ALL;
      switch (walk.by) {
        case "hash": {
          const hash = hexToBytes(walk.hash);
          return candidates(
            sql,
            // The first one's index has one row of these bytes, that of the others is in the order of the walk.
            `SELECT ${COLUMNS} FROM (
               SELECT ${COLUMNS} FROM proofs
               WHERE hash = ? AND first_registrant = 1 AND account = ? AND seq < ?
               UNION ALL
               SELECT * FROM (
                 SELECT ${COLUMNS} FROM proofs INDEXED BY proofs_by_later_registration
                 WHERE hash = ? AND account = ? AND first_registrant = 0 AND seq < ? ORDER BY seq DESC LIMIT ?)
             ) ORDER BY seq DESC LIMIT ?`,
            ...[hash, account, before, hash, account, before, limit, limit],
          );
        }
        case "receivedAt":
          return candidates(
            sql,
            `SELECT ${COLUMNS} FROM proofs INDEXED BY proofs_by_receipt
             WHERE account = ? AND received_at >= ? AND (received_at, seq) < (?, ?)
             ORDER BY received_at DESC, seq DESC LIMIT ?`,
            account,
            walk.from?.getTime() ?? -ALL,
            ...firstAfter(walk.until, after),
            limit,
          );
        case "seq":
          return candidates(
            sql,
            `SELECT ${COLUMNS} FROM proofs INDEXED BY proofs_by_account
             WHERE account = ? AND seq >= ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
            account,
            walk.span.first,
            Math.min(walk.span.last === ALL ? ALL : walk.span.last + 1, before),
            limit,
          );
      }
    });
  }

  batchedThrough(): Promise<number> {
    return this.#access.read(
      (sql) =>
        sql.get<{ last_seq: number }>("SELECT last_seq FROM batches ORDER BY number DESC LIMIT 1")
          ?.last_seq ?? 0,
    );
  }

  unsettledBatches(): Promise<readonly (Span & { readonly state: BatchState })[]> {
    return this.#access.read((sql) => {
      const rows = sql.all<{ first: number; last: number; states: string }>(
        `SELECT b.first_seq AS first, b.last_seq AS last, group_concat(a.state) AS states
         FROM anchors a INDEXED BY anchors_unfinished JOIN batches b ON b.number = a.batch
         WHERE a.state <> 'confirmed' AND NOT EXISTS (
           SELECT 1 FROM anchors c WHERE c.batch = a.batch AND c.state = 'confirmed')
         GROUP BY a.batch`,
      );
      return rows.map(({ first, last, states }) => ({
        first,
        last,
        state: furthestState(states.split(",").map((state) => ({ state: state as BatchState }))),
      }));
    });
  }

  records(found: readonly Candidate[]): Promise<readonly ProofRecord[]> {
    return this.#access.read((sql) =>
      this.#recordsOf(
        sql,
        found.map(({ seq }) => seq),
      ),
    );
  }
}

/** The exclusive end of a walk by date, of those that the date and the place give. */
function firstAfter(until: Date | null, after: Place | null): readonly [receivedAt: number, seq: number] {
  const end = until?.getTime() ?? ALL;
  return after === null || after.receivedAt.getTime() >= end
    ? [end, 0]
    : [after.receivedAt.getTime(), after.seq];
}

/** In the order of the query: SQLite aggregates what a subquery with a limit gives, in its order. */
function candidates(sql: Connection, query: string, ...values: readonly SqlValue[]): readonly Candidate[] {
  const { slice } = sql.get<{ slice: string }>(`${SLICE} (${query})`, ...values)!;
  return (JSON.parse(slice) as CandidateRow[]).map(([seq, id, name, receivedAt, fromWeb]) => ({
    id: hexToUuid(id),
    seq,
    name,
    receivedAt: new Date(receivedAt),
    origin: fromWeb === 1 ? "web" : "api",
  }));
}
