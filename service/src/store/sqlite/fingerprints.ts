/**
 * The index of hashes: which proof was the first of these bytes. Log-structured, because hashes fall anywhere into an
 * index: entered one by one, each changes a page of its own, which a large index has to read, and to write twice.
 *
 * A new hash is entered into a table in memory. When that holds enough, its hashes move to the table in the file, in
 * their order and some with every so many registrations, so that many share a page. What memory held is read from the
 * proofs after the next start: they are its log. All of it is part of the transaction of the proofs and undone with it.
 *
 * Both tables hold the first 8 bytes of a hash, by which few proofs are found; those are compared whole. That no hash
 * has two first proofs is for the caller to see to: this is for use inside of writes, where nobody else writes.
 */
import type { Connection } from "./connection.js";
import type { SqliteAccess } from "./sqlite-access.js";

const PREFIX_BYTES = 8;
/**
 * Hashes after which a move begins: an eighth of what has moved, between these. Some 60 bytes of memory each, for half as
 * many more while it lasts.
 */
const MIN_RECENT = 4_096;
const MAX_RECENT = 131_072;
/** Registrations from one step of a move to the next, and hashes that a step moves: 1 ms or two. */
const STEP_EVERY = 256;
const STEP = 512;

const NO_PREFIX = new Uint8Array(0);
/** Above every prefix. */
const END = new Uint8Array(PREFIX_BYTES + 1).fill(0xff);

/** By a look into both tables; of other bytes with the same prefix there may be some. */
const FIND = `
  SELECT p.seq, p.account FROM (
    SELECT proof FROM temp.recent WHERE prefix = ?1 UNION ALL SELECT proof FROM fingerprints WHERE prefix = ?1
  ) f JOIN proofs p ON p.seq = f.proof WHERE p.hash = ?2 LIMIT 1`;

/** The first proof of some bytes, as the integers by which rows refer to it and to its account. */
export interface FirstProof {
  readonly seq: number;
  readonly account: number;
}

export class Fingerprints {
  readonly #access: SqliteAccess;
  /** The group of writes in which the table in memory was last compared with the proofs. */
  #comparedIn = -1;
  /**
   * How far the move under way is, if one is: these proofs, and these prefixes on. Only hints, which need not be undone
   * with a transaction: what is left behind is moved the next time.
   */
  #movedUntil: number | null = null;
  #movedFrom: Uint8Array = NO_PREFIX;

  constructor(access: SqliteAccess) {
    this.#access = access;
    access.writer.exec(`
      PRAGMA temp_store = MEMORY;
      CREATE TEMP TABLE recent (proof INTEGER PRIMARY KEY, prefix BLOB) STRICT;
      CREATE INDEX temp.recent_by_prefix ON recent (prefix) WHERE prefix IS NOT NULL;
      CREATE TEMP TRIGGER enter AFTER INSERT ON main.proofs BEGIN
        INSERT INTO recent (proof, prefix) VALUES (NEW.seq, ${prefixOf("NEW")});
      END;
    `);
  }

  /**
   * The first proof of these bytes, if there is one. Inside of a write.
   *
   * @param hash 32 bytes.
   */
  first(hash: Uint8Array): FirstProof | undefined {
    const { writer, writeGroup } = this.#access;
    if (this.#comparedIn !== writeGroup) this.#catchUp(writer);
    this.#comparedIn = writeGroup;
    return writer.get<FirstProof>(FIND, hash.subarray(0, PREFIX_BYTES), hash);
  }

  /** Moves hashes to the file when it is time. Inside of the write that made a proof: it is entered already. */
  proofMade(seq: number): void {
    if (seq % STEP_EVERY === 0) this.#step(this.#access.writer, seq);
  }

  /** Enters what memory does not know of: all that is recent after a start, and what another process has written. */
  #catchUp(sql: Connection): void {
    sql.run(
      `INSERT INTO temp.recent (proof, prefix) SELECT p.seq, ${prefixOf("p")} FROM proofs p
       WHERE p.seq > max((SELECT through FROM fingerprints_extent), coalesce((SELECT max(proof) FROM temp.recent), 0))`,
    );
  }

  #step(sql: Connection, newest: number): void {
    if (this.#movedUntil === null) {
      const { through } = sql.get<{ through: number }>("SELECT through FROM fingerprints_extent")!;
      if (newest - through < Math.min(Math.max(through / 8, MIN_RECENT), MAX_RECENT)) return;
      // Not the newest: by it is known how far the index goes.
      this.#movedUntil = newest - 1;
      this.#movedFrom = NO_PREFIX;
    }
    const until = this.#movedUntil;
    const from = this.#movedFrom;
    const next = sql.get<{ prefix: Uint8Array }>(
      "SELECT prefix FROM temp.recent WHERE prefix >= ? AND proof <= ? ORDER BY prefix LIMIT 1 OFFSET ?",
      from,
      until,
      STEP,
    );
    const to = next?.prefix ?? END;
    // What a crash has left half moved is there already.
    sql.run(
      `INSERT OR IGNORE INTO fingerprints (prefix, proof)
       SELECT prefix, proof FROM temp.recent WHERE prefix >= ? AND prefix < ? AND proof <= ? ORDER BY prefix`,
      from,
      to,
      until,
    );
    sql.run("DELETE FROM temp.recent WHERE prefix >= ? AND prefix < ? AND proof <= ?", from, to, until);
    this.#movedFrom = to;
    if (next !== undefined) return;
    sql.run("DELETE FROM temp.recent WHERE prefix IS NULL AND proof <= ?", until);
    sql.run("UPDATE fingerprints_extent SET through = (SELECT min(proof) FROM temp.recent) - 1");
    this.#movedUntil = null;
  }
}

/** SQL: what is entered of a proof, null unless it is the first of its bytes. */
function prefixOf(row: string): string {
  return `CASE ${row}.first_registrant WHEN 1 THEN substr(${row}.hash, 1, ${PREFIX_BYTES}) END`;
}
