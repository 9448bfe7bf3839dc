/**
 * Batches in SQLite. A batch is a range of `proofs.seq`, so committing one writes a single row however many proofs it
 * holds. Its tiles were written before.
 */
import { hexToBytes } from "@svc-proof/shared/encoding";
import { furthestState } from "../furthest-state.js";
import type {
  AnchorAttempt,
  BatchAnchor,
  BatchRecord,
  BatchState,
  BatchStore,
  BitcoinState,
  Inclusion,
  Lease,
  QueueSlice,
  Tile,
} from "../store.js";
import { hexToUuid, ownUuidToBytes, uuidToBytes } from "../uuid-bytes.js";
import type { Connection } from "./connection.js";
import type { SqliteAccess } from "./sqlite-access.js";
import { checkLease } from "./sqlite-leases.js";

/** The columns of a batch, as `BATCH_COLUMNS` names them. */
export interface BatchRow {
  readonly batch_number: number;
  readonly batch_id: string;
  readonly batch_root: string;
  readonly batch_first_seq: number;
  readonly batch_last_seq: number;
  readonly batch_created_at: number;
  readonly batch_bitcoin_state: BitcoinState;
  readonly batch_bitcoin_height: number | null;
}

/** Columns of the table `batches`, under the alias `b`. */
export const BATCH_COLUMNS: string = `
  b.number AS batch_number, lower(hex(b.id)) AS batch_id, lower(hex(b.root)) AS batch_root,
  b.first_seq AS batch_first_seq, b.last_seq AS batch_last_seq, b.created_at AS batch_created_at,
  b.bitcoin_state AS batch_bitcoin_state, b.bitcoin_height AS batch_bitcoin_height`;

interface AnchorRow {
  readonly chain_id: number;
  readonly state: BatchState;
  readonly reopened: number;
  /** Empty while `batched`. */
  readonly tx_hash: string;
  readonly block_number: number | null;
  /** Empty while `batched`. */
  readonly block_hash: string;
  readonly block_timestamp: number | null;
}

const SELECT_ANCHORS = `
  SELECT chain_id, state, reopened, lower(hex(tx_hash)) AS tx_hash, block_number,
         lower(hex(block_hash)) AS block_hash, block_timestamp
  FROM anchors WHERE batch = ? ORDER BY position`;

/** The mark of a slice: its first and last `seq`, and its lease. */
interface Run {
  readonly lease: Lease;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

interface AttemptRow {
  readonly chain_id: number;
  readonly tx_hash: string;
  readonly sender: string;
  readonly nonce: number;
  readonly raw: string;
  readonly max_fee_per_gas: string;
  readonly max_priority_fee_per_gas: string;
  readonly created_at: number;
}

export class SqliteBatches implements BatchStore {
  readonly #access: SqliteAccess;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  peekQueue(lease: Lease, maxLeaves: number): Promise<QueueSlice | null> {
    return this.#access.read((sql) => {
      checkLease(sql, lease);
      const { number, lastSeq } = lastBatch(sql);
      const firstSeq = lastSeq + 1;
      const oldest = sql.get<{ received_at: number }>(
        "SELECT received_at FROM proofs WHERE seq = ?",
        firstSeq,
      );
      if (oldest === undefined) return null;
      const count = Math.min(maxLeaves, lastProof(sql) - lastSeq);
      const mark: Run = { lease, firstSeq, lastSeq: lastSeq + count };
      return { batchNumber: number + 1, count, oldestReceivedAt: new Date(oldest.received_at), mark };
    });
  }

  readQueue(
    slice: QueueSlice,
    offset: number,
    limit: number,
  ): Promise<readonly { proofId: string; hash: string }[]> {
    return this.#access.read((sql) => {
      const { firstSeq, lastSeq } = slice.mark as Run;
      const from = firstSeq + offset;
      const rows = sql.all<{ id: string; hash: string }>(
        "SELECT lower(hex(id)) AS id, lower(hex(hash)) AS hash FROM proofs WHERE seq BETWEEN ? AND ? ORDER BY seq",
        from,
        Math.min(lastSeq, from + limit - 1),
      );
      return rows.map(({ id, hash }) => ({ proofId: hexToUuid(id), hash }));
    });
  }

  writeTiles(slice: QueueSlice, tiles: readonly Tile[]): Promise<void> {
    return this.#access.write((sql) => {
      checkLease(sql, (slice.mark as Run).lease);
      // A late writer must not change the tiles of a batch that was committed.
      if (lastBatch(sql).number >= slice.batchNumber) return;
      for (const { level, index, values } of tiles) {
        sql.run(
          "INSERT OR REPLACE INTO tiles (batch, level, tile, hashes) VALUES (?, ?, ?, ?)",
          slice.batchNumber,
          level,
          index,
          values,
        );
      }
    });
  }

  commit(
    slice: QueueSlice,
    batch: { id: string; root: string; leafCount: number; createdAt: Date; chainIds: readonly number[] },
  ): Promise<boolean> {
    return this.#access.write((sql) => {
      const { lease, firstSeq, lastSeq } = slice.mark as Run;
      checkLease(sql, lease);
      if (batch.leafCount !== slice.count || batch.leafCount !== lastSeq - firstSeq + 1) {
        throw new RangeError(`"leafCount" expected ${slice.count}, got ${batch.leafCount}`);
      }
      const last = lastBatch(sql);
      if (
        slice.batchNumber !== last.number + 1 ||
        firstSeq !== last.lastSeq + 1 ||
        lastSeq > lastProof(sql)
      ) {
        return false;
      }
      sql.run(
        "INSERT INTO batches (number, id, root, first_seq, last_seq, created_at) VALUES (?, ?, ?, ?, ?, ?)",
        slice.batchNumber,
        ownUuidToBytes(batch.id),
        hexToBytes(batch.root),
        firstSeq,
        lastSeq,
        batch.createdAt.getTime(),
      );
      for (const [position, chainId] of batch.chainIds.entries()) {
        sql.run(
          "INSERT INTO anchors (batch, chain_id, position, state) VALUES (?, ?, ?, 'batched')",
          slice.batchNumber,
          chainId,
          position,
        );
      }
      return true;
    });
  }

  takeUnfinished(lease: Lease): Promise<readonly BatchRecord[]> {
    return this.#access.read((sql) => {
      // Writes nothing: the token alone refuses an earlier lease.
      checkLease(sql, lease);
      return sql
        .all<BatchRow>(
          `SELECT ${BATCH_COLUMNS} FROM batches b
           WHERE b.number IN (SELECT batch FROM anchors WHERE state <> 'confirmed') ORDER BY b.number`,
        )
        .map((row) => batchOf(sql, row));
    });
  }

  find(id: string): Promise<BatchRecord | null> {
    return this.#access.read((sql) => {
      const bytes = uuidToBytes(id);
      const row = bytes && sql.get<BatchRow>(`SELECT ${BATCH_COLUMNS} FROM batches b WHERE b.id = ?`, bytes);
      return row ? batchOf(sql, row) : null;
    });
  }

  readTile(batch: BatchRecord, level: number, index: number): Promise<Uint8Array | null> {
    return this.#access.read((sql) => {
      const row = sql.get<{ hashes: Uint8Array }>(
        "SELECT hashes FROM tiles WHERE batch = ? AND level = ? AND tile = ?",
        batch.number,
        level,
        index,
      );
      return row?.hashes ?? null;
    });
  }

  recordAttempt(lease: Lease, attempt: AnchorAttempt): Promise<boolean> {
    return this.#access.write((sql) => {
      checkLease(sql, lease);
      const batch = sql.get<{ number: number }>(
        "SELECT number FROM batches WHERE id = ?",
        ownUuidToBytes(attempt.batchId),
      );
      if (batch === undefined) throw new RangeError(`there is no batch ${attempt.batchId}`);
      const inserted = sql.run(
        `INSERT INTO anchor_attempts
           (batch, chain_id, tx_hash, sender, nonce, raw, max_fee_per_gas, max_priority_fee_per_gas, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tx_hash) DO NOTHING`,
        batch.number,
        attempt.chainId,
        chainHashToBytes(attempt.txHash),
        addressToBytes(attempt.from),
        attempt.nonce,
        attempt.raw,
        attempt.maxFeePerGas.toString(),
        attempt.maxPriorityFeePerGas.toString(),
        attempt.createdAt.getTime(),
      );
      return inserted === 1;
    });
  }

  attempts(batchId: string): Promise<readonly AnchorAttempt[]> {
    return this.#access.read((sql) => {
      const rows = sql.all<AttemptRow>(
        `SELECT chain_id, lower(hex(tx_hash)) AS tx_hash, lower(hex(sender)) AS sender, nonce, raw, max_fee_per_gas,
                max_priority_fee_per_gas, created_at
         FROM anchor_attempts
         WHERE batch = (SELECT number FROM batches WHERE id = ?) ORDER BY seq`,
        uuidToBytes(batchId),
      );
      return rows.map((row) => ({
        batchId,
        chainId: row.chain_id,
        txHash: `0x${row.tx_hash}`,
        from: `0x${row.sender}`,
        nonce: row.nonce,
        raw: row.raw,
        maxFeePerGas: BigInt(row.max_fee_per_gas),
        maxPriorityFeePerGas: BigInt(row.max_priority_fee_per_gas),
        createdAt: new Date(row.created_at),
      }));
    });
  }

  highestNonce(chainId: number, from: string): Promise<number | null> {
    return this.#access.read((sql) => {
      const row = sql.get<{ nonce: number }>(
        "SELECT nonce FROM anchor_attempts WHERE chain_id = ? AND sender = ? ORDER BY nonce DESC LIMIT 1",
        chainId,
        addressToBytes(from),
      );
      return row?.nonce ?? null;
    });
  }

  highestConfirmed(chainId: number): Promise<BatchRecord | null> {
    return this.#access.read((sql) => {
      const row = sql.get<BatchRow>(
        `SELECT ${BATCH_COLUMNS} FROM anchors a JOIN batches b ON b.number = a.batch
         WHERE a.state = 'confirmed' AND a.chain_id = ? ORDER BY a.block_number DESC LIMIT 1`,
        chainId,
      );
      return row === undefined ? null : batchOf(sql, row);
    });
  }

  keepGenesis(chainId: number, blockHash: string): Promise<void> {
    return this.#access.write((sql) => {
      sql.run(
        "INSERT INTO chains (chain_id, genesis_hash) VALUES (?, ?) ON CONFLICT (chain_id) DO NOTHING",
        chainId,
        chainHashToBytes(blockHash),
      );
    });
  }

  genesis(chainId: number): Promise<string | null> {
    return this.#access.read((sql) => {
      const row = sql.get<{ hash: string }>(
        "SELECT lower(hex(genesis_hash)) AS hash FROM chains WHERE chain_id = ?",
        chainId,
      );
      return row === undefined ? null : `0x${row.hash}`;
    });
  }

  markAnchored(lease: Lease, id: string, chainId: number, inclusion: Inclusion): Promise<boolean> {
    return this.#change(
      lease,
      { id, chainId, from: "batched", blockHash: null },
      "state = 'anchored', tx_hash = ?, block_number = ?, block_hash = ?, block_timestamp = ?",
      chainHashToBytes(inclusion.txHash),
      inclusion.blockNumber,
      chainHashToBytes(inclusion.blockHash),
      inclusion.blockTimestamp.getTime(),
    );
  }

  markReorganised(lease: Lease, id: string, chainId: number): Promise<boolean> {
    return this.#change(lease, { id, chainId, from: "anchored", blockHash: null }, WITHOUT_BLOCK);
  }

  markConfirmed(lease: Lease, id: string, chainId: number, blockHash: string): Promise<boolean> {
    return this.#change(
      lease,
      { id, chainId, from: "anchored", blockHash },
      "state = 'confirmed', reopened = 0",
    );
  }

  reopen(lease: Lease, id: string, chainId: number, blockHash: string): Promise<boolean> {
    return this.#change(
      lease,
      { id, chainId, from: "confirmed", blockHash },
      `${WITHOUT_BLOCK}, reopened = 1`,
    );
  }

  /** Changes an anchor that is in a state and, unless `blockHash` is null, in a block. */
  #change(
    lease: Lease,
    of: { id: string; chainId: number; from: BatchState; blockHash: string | null },
    set: string,
    ...values: readonly (Uint8Array | number)[]
  ): Promise<boolean> {
    return this.#access.write((sql) => {
      checkLease(sql, lease);
      const blockHash = of.blockHash === null ? null : chainHashToBytes(of.blockHash);
      const changed = sql.run(
        `UPDATE anchors SET ${set}
         WHERE batch = (SELECT number FROM batches WHERE id = ?) AND chain_id = ? AND state = ?
           AND block_hash IS coalesce(?, block_hash)`,
        ...values,
        ownUuidToBytes(of.id),
        of.chainId,
        of.from,
        blockHash,
      );
      return changed === 1;
    });
  }
}

const WITHOUT_BLOCK =
  "state = 'batched', tx_hash = NULL, block_number = NULL, block_hash = NULL, block_timestamp = NULL";

/** The record of a row. Reads its anchors. */
export function batchOf(sql: Connection, row: BatchRow): BatchRecord {
  const anchors = sql.all<AnchorRow>(SELECT_ANCHORS, row.batch_number).map(anchorOf);
  return {
    id: hexToUuid(row.batch_id),
    number: row.batch_number,
    state: furthestState(anchors),
    root: row.batch_root,
    leafCount: row.batch_last_seq - row.batch_first_seq + 1,
    createdAt: new Date(row.batch_created_at),
    anchors,
    bitcoin: { state: row.batch_bitcoin_state, blockHeight: row.batch_bitcoin_height },
  };
}

function anchorOf(row: AnchorRow): BatchAnchor {
  return {
    chainId: row.chain_id,
    state: row.state,
    inclusion: inclusionOf(row),
    reopened: row.reopened === 1,
  };
}

function inclusionOf({ tx_hash, block_number, block_hash, block_timestamp }: AnchorRow): Inclusion | null {
  if (block_number === null || block_timestamp === null) return null;
  return {
    txHash: `0x${tx_hash}`,
    blockNumber: block_number,
    blockHash: `0x${block_hash}`,
    blockTimestamp: new Date(block_timestamp),
  };
}

function lastBatch(sql: Connection): { number: number; lastSeq: number } {
  const row = sql.get<{ number: number; last_seq: number }>(
    "SELECT number, last_seq FROM batches ORDER BY number DESC LIMIT 1",
  );
  return row === undefined ? { number: 0, lastSeq: 0 } : { number: row.number, lastSeq: row.last_seq };
}

function lastProof(sql: Connection): number {
  return sql.get<{ seq: number }>("SELECT coalesce(max(seq), 0) AS seq FROM proofs")!.seq;
}

/** The port gives hashes of transactions and blocks as `0x` and 64 lower-case hexadecimal characters. */
function chainHashToBytes(hash: string): Uint8Array {
  if (!/^0x[0-9a-f]{64}$/.test(hash)) {
    throw new RangeError(
      `a chain's hash expected 0x and 64 lower-case hexadecimal characters, got "${hash}"`,
    );
  }
  return hexToBytes(hash.slice(2));
}

/** The port gives an address as `0x` and 40 lower-case hexadecimal characters. */
function addressToBytes(address: string): Uint8Array {
  if (!/^0x[0-9a-f]{40}$/.test(address)) {
    throw new RangeError(`an address expected 0x and 40 lower-case hexadecimal characters, got "${address}"`);
  }
  return hexToBytes(address.slice(2));
}
