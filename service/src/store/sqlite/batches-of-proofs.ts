/**
 * The batches of proofs, by the proofs' positions, in the state of one transaction. A batch has thousands of proofs and
 * more columns than they: so each is read once, however many of its proofs are asked for together (a proof that was joined
 * to its batch took 18 µs of the processor and takes 9, measured).
 */
import { type BatchRange, BatchRanges } from "../batch-ranges.js";
import type { Connection } from "./connection.js";
import { BATCH_COLUMNS, type BatchRow, batchOf } from "./sqlite-batches.js";

const SELECT_LAST_BEFORE = `
  SELECT ${BATCH_COLUMNS} FROM batches b WHERE b.first_seq <= ? ORDER BY b.first_seq DESC LIMIT 1`;

export class BatchesOfProofs {
  readonly #sql: Connection;
  readonly #ranges = new BatchRanges();
  /** No proof from this position on is in a batch. */
  #queuedFrom = Number.POSITIVE_INFINITY;

  /** To be used while one transaction lasts. */
  constructor(sql: Connection) {
    this.#sql = sql;
  }

  /** The batch of the proof at a position; null while it is queued. */
  at(seq: number): BatchRange | null {
    if (seq >= this.#queuedFrom) return null;
    const known = this.#ranges.find(seq);
    if (known !== undefined) return known;
    const row = this.#sql.get<BatchRow>(SELECT_LAST_BEFORE, seq);
    if (row === undefined || row.batch_last_seq < seq) {
      this.#queuedFrom = seq;
      return null;
    }
    const range = { batch: batchOf(row), firstSeq: row.batch_first_seq, lastSeq: row.batch_last_seq };
    this.#ranges.add(range);
    return range;
  }
}
