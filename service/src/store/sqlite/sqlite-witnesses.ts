/** Witnesses of anchors in SQLite: a row for each block. */
import { hexToBytes } from "@svc-proof/shared/encoding";
import type {
  BatchRecord,
  WitnessAbsence,
  WitnessPlace,
  WitnessRecord,
  WitnessStanding,
  WitnessStore,
} from "../store.js";
import { hexToUuid, ownUuidToBytes } from "../uuid-bytes.js";
import type { SqliteAccess } from "./sqlite-access.js";
import { BATCH_COLUMNS, type BatchRow, batchOf } from "./sqlite-batches.js";

interface StandingRow {
  readonly batch_id: string;
  readonly chain_id: number;
  readonly block_hash: string;
  readonly absence: WitnessAbsence | null;
  readonly tries: number;
  readonly due_at: number | null;
}

/** Of the table `witnesses`, under the alias `w`, joined with `batches`, under the alias `b`. */
const STANDING_COLUMNS = `lower(hex(b.id)) AS batch_id, w.chain_id, lower(hex(w.block_hash)) AS block_hash, w.absence,
  w.tries, w.due_at`;

export class SqliteWitnesses implements WitnessStore {
  readonly #access: SqliteAccess;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  find(place: WitnessPlace): Promise<WitnessRecord | null> {
    return this.#access.read((sql) => {
      const row = sql.get<StandingRow & { document: Uint8Array | null }>(
        `SELECT ${STANDING_COLUMNS}, w.document FROM batches b JOIN witnesses w ON w.batch = b.number
         WHERE b.id = ? AND w.chain_id = ? AND w.block_hash = ?`,
        ...keyOf(place),
      );
      return row === undefined ? null : { ...standingOf(row), document: row.document };
    });
  }

  standings(places: readonly WitnessPlace[]): Promise<readonly WitnessStanding[]> {
    return this.#access.read((sql) =>
      places.flatMap((place) =>
        sql
          .all<StandingRow>(
            `SELECT ${STANDING_COLUMNS} FROM batches b JOIN witnesses w ON w.batch = b.number
             WHERE b.id = ? AND w.chain_id = ? AND w.block_hash = ?`,
            ...keyOf(place),
          )
          .map(standingOf),
      ),
    );
  }

  put(record: WitnessRecord): Promise<boolean> {
    const [id, chainId, blockHash] = keyOf(record);
    return this.#access.write((sql) => {
      const batch = sql.get<{ number: number }>("SELECT number FROM batches WHERE id = ?", id);
      if (batch === undefined) throw new RangeError(`there is no batch ${record.batchId}`);
      const written = sql.run(
        `INSERT INTO witnesses (batch, chain_id, block_hash, absence, tries, due_at, document)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET absence = excluded.absence, tries = excluded.tries, due_at = excluded.due_at,
           document = excluded.document WHERE document IS NULL`,
        batch.number,
        chainId,
        blockHash,
        record.absence,
        record.tries,
        record.dueAt?.getTime() ?? null,
        record.document,
      );
      return written === 1;
    });
  }

  due(now: Date, limit: number): Promise<readonly WitnessStanding[]> {
    return this.#access.read((sql) =>
      sql
        .all<StandingRow>(
          `SELECT ${STANDING_COLUMNS} FROM witnesses w JOIN batches b ON b.number = w.batch
           WHERE w.due_at <= ? ORDER BY w.due_at LIMIT ?`,
          now.getTime(),
          limit,
        )
        .map(standingOf),
    );
  }

  batchesAfter(number: number, limit: number): Promise<readonly BatchRecord[]> {
    return this.#access.read((sql) =>
      sql
        .all<BatchRow>(
          `SELECT ${BATCH_COLUMNS} FROM batches b WHERE b.number > ? ORDER BY b.number LIMIT ?`,
          number,
          limit,
        )
        .map((row) => batchOf(sql, row)),
    );
  }

  unfinished(): Promise<readonly BatchRecord[]> {
    return this.#access.read((sql) =>
      sql
        .all<BatchRow>(
          `SELECT ${BATCH_COLUMNS} FROM batches b
           WHERE b.number IN (SELECT batch FROM anchors WHERE state <> 'confirmed') ORDER BY b.number`,
        )
        .map((row) => batchOf(sql, row)),
    );
  }

  progress(): Promise<number> {
    return this.#access.read(
      (sql) => sql.get<{ batch: number }>("SELECT batch FROM witness_progress")!.batch,
    );
  }

  advance(number: number): Promise<void> {
    return this.#access.write((sql) => {
      sql.run("UPDATE witness_progress SET batch = max(batch, ?)", number);
    });
  }
}

function keyOf({ batchId, chainId, blockHash }: WitnessPlace): [Uint8Array, number, Uint8Array] {
  return [ownUuidToBytes(batchId), chainId, hexToBytes(blockHash.slice(2))];
}

function standingOf(row: StandingRow): WitnessStanding {
  return {
    batchId: hexToUuid(row.batch_id),
    chainId: row.chain_id,
    blockHash: `0x${row.block_hash}`,
    absence: row.absence,
    tries: row.tries,
    dueAt: row.due_at === null ? null : new Date(row.due_at),
  };
}
