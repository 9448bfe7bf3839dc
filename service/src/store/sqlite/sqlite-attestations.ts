/** Attestations in SQLite: columns of the batch. Each write is one row, however many proofs the batch holds. */
import type { Attestation, AttestationStore, BatchRecord, BitcoinState, Lease } from "../store.js";
import { ownUuidToBytes, uuidToBytes } from "../uuid-bytes.js";
import type { Connection } from "./connection.js";
import type { SqliteAccess } from "./sqlite-access.js";
import { BATCH_COLUMNS, type BatchRow, batchOf } from "./sqlite-batches.js";
import { checkLease } from "./sqlite-leases.js";

export interface AttestationRow {
  readonly bitcoin_state: BitcoinState;
  readonly bitcoin_height: number | null;
  readonly timestamp: Uint8Array | null;
  readonly submitted_at: number | null;
  readonly attest_tries: number;
  readonly attest_due_at: number | null;
}

export const ATTESTATION_COLUMNS =
  "b.bitcoin_state, b.bitcoin_height, b.timestamp, b.submitted_at, b.attest_tries, b.attest_due_at";

export class SqliteAttestations implements AttestationStore {
  readonly #access: SqliteAccess;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  takeDue(
    lease: Lease,
    now: Date,
    limit: number,
  ): Promise<readonly { batch: BatchRecord; attestation: Attestation }[]> {
    return this.#access.read((sql) => {
      // Writes nothing: the token alone refuses an earlier lease.
      checkLease(sql, lease);
      return sql
        .all<BatchRow & AttestationRow>(
          `SELECT ${BATCH_COLUMNS}, ${ATTESTATION_COLUMNS} FROM batches b
           WHERE b.attest_due_at <= ? ORDER BY b.attest_due_at, b.number LIMIT ?`,
          now.getTime(),
          limit,
        )
        .map((row) => ({ batch: batchOf(sql, row), attestation: attestationOf(row) }));
    });
  }

  find(batchId: string): Promise<Attestation | null> {
    return this.#access.read((sql) => {
      const row = sql.get<AttestationRow>(
        `SELECT ${ATTESTATION_COLUMNS} FROM batches b WHERE b.id = ?`,
        uuidToBytes(batchId),
      );
      return row === undefined ? null : attestationOf(row);
    });
  }

  replace(lease: Lease, batchId: string, from: BitcoinState, attestation: Attestation): Promise<boolean> {
    return this.#access.write((sql) => {
      checkLease(sql, lease);
      return replaceAttestation(sql, "batches", "id", ownUuidToBytes(batchId), from, attestation);
    });
  }

  hasten(batchId: string, now: Date): Promise<boolean> {
    return this.#access.write(
      (sql) =>
        sql.run(
          `UPDATE batches SET attest_due_at = ?1
           WHERE id = ?2 AND (attest_due_at > ?1 OR (attest_due_at IS NULL AND bitcoin_state <> 'confirmed'))`,
          now.getTime(),
          uuidToBytes(batchId),
        ) === 1,
    );
  }

  lowestBlock(fromHeight: number): Promise<number | null> {
    return this.#access.read((sql) => lowestBlockOf(sql, "batches", fromHeight));
  }
}

/** Tables of what is attested in Bitcoin. */
type AttestedTable = "batches" | "stamp_sets";

/** Replaces the attestation of a row that has the state `from`. False when it has another one. */
export function replaceAttestation(
  sql: Connection,
  table: AttestedTable,
  key: "id" | "number",
  value: Uint8Array | number,
  from: BitcoinState,
  { state, blockHeight, timestamp, submittedAt, tries, dueAt }: Attestation,
): boolean {
  const replaced = sql.run(
    `UPDATE ${table} SET bitcoin_state = ?, bitcoin_height = ?, timestamp = ?, submitted_at = ?, attest_tries = ?,
       attest_due_at = ?
     WHERE ${key} = ? AND bitcoin_state = ?`,
    state,
    blockHeight,
    timestamp,
    submittedAt?.getTime() ?? null,
    tries,
    dueAt?.getTime() ?? null,
    value,
    from,
  );
  return replaced === 1;
}

/** The lowest block at or above a height that attests a row; null if there is none. */
export function lowestBlockOf(sql: Connection, table: AttestedTable, fromHeight: number): number | null {
  const row = sql.get<{ height: number | null }>(
    `SELECT min(bitcoin_height) AS height FROM ${table} WHERE bitcoin_height >= ?`,
    fromHeight,
  );
  return row!.height;
}

export function attestationOf(row: AttestationRow): Attestation {
  return {
    state: row.bitcoin_state,
    blockHeight: row.bitcoin_height,
    timestamp: row.timestamp,
    submittedAt: row.submitted_at === null ? null : new Date(row.submitted_at),
    tries: row.attest_tries,
    dueAt: row.attest_due_at === null ? null : new Date(row.attest_due_at),
  };
}
