/** One transaction. */
import { type AnyRow, hexToUuid, ownUuidToBytes, uuidToBytes } from "../rows.js";
import { Connection } from "./connection.js";

// A connection that remembers what it need not ask for again: rows, for as long as nobody else changes the file, and the
// numbers of identifiers that many rows have, such as an account's. With a number a row, and each of its indexes, holds one
// to three bytes instead of sixteen; it stays what it is for as long as the file is there.

/** Bounds the memory, to some 20 MB. */
const MAX_KNOWN = 100_000;
/** Of each table: bounds it to some MB, because no row with many bytes is remembered. */
const MAX_ROWS = 4_096;

/** Makes the table of numbers. */
export const REFS_SCHEMA = "CREATE TABLE refs (number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE) STRICT;";

export class Session extends Connection {
  readonly #numbers = new Map<string, number>();
  readonly #ids = new Map<number, string>();
  readonly #rows = new Map<object, Map<string, AnyRow>>();
  readonly #deferred = new Map<string, () => void>();
  #version = 0;

  /** @param text `BEGIN`, in one of its kinds. */
  begin(text: string): void {
    this.run(text);
    const { data_version: version } = this.get<{ data_version: number }>("PRAGMA data_version")!;
    for (const rows of this.#rows.values())
      if (version !== this.#version || rows.size > MAX_ROWS) rows.clear();
    this.#version = version;
  }

  /** The rows of a table that are known in this transaction. Who writes one takes it out. */
  rowsOf(table: object): Map<string, AnyRow> {
    let rows = this.#rows.get(table);
    if (rows === undefined) {
      rows = new Map();
      this.#rows.set(table, rows);
    }
    return rows;
  }

  /** Puts a write off to the end of the change or group; the last one of a name counts. */
  defer(name: string, write: () => void): void {
    this.#deferred.set(name, write);
  }

  writeDeferred(): void {
    if (this.#deferred.size === 0) return;
    for (const write of this.#deferred.values()) write();
    this.#deferred.clear();
  }

  /** Null when no row has the identifier. */
  findNumber(id: string): number | null {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const bytes = uuidToBytes(id);
    const row = bytes && this.get<{ number: number }>("SELECT number FROM refs WHERE id = ?", bytes);
    return row ? this.#keep(row.number, id) : null;
  }

  /** @throws RangeError when it is no identifier. */
  numberOf(id: string): number {
    const known = this.findNumber(id);
    if (known !== null) return known;
    this.run("INSERT INTO refs (id) VALUES (?)", ownUuidToBytes(id));
    return this.findNumber(id)!;
  }

  idOf(number: number): string {
    const known = this.#ids.get(number);
    if (known !== undefined) return known;
    const row = this.get<{ id: string }>("SELECT lower(hex(id)) AS id FROM refs WHERE number = ?", number);
    const id = hexToUuid(row!.id);
    this.#keep(number, id);
    return id;
  }

  /** To be called when something was rolled back: rows are not what they were, and a number that was made is free again. */
  forget(): void {
    this.#rows.clear();
    this.#deferred.clear();
    this.#forgetNumbers();
  }

  #forgetNumbers(): void {
    this.#numbers.clear();
    this.#ids.clear();
  }

  #keep(number: number, id: string): number {
    if (this.#ids.size >= MAX_KNOWN) this.#forgetNumbers();
    this.#numbers.set(id, number);
    this.#ids.set(number, id);
    return number;
  }
}

/**
 * Rolls back the open transaction, if any. Never throws: the caller reports the original error, and the next BEGIN
 * reports a database that does not recover.
 */
export function rollBack(connection: Connection): void {
  try {
    if (connection.inTransaction) connection.exec("ROLLBACK");
  } catch {
    // SQLite itself ended the transaction, or the database does not answer.
  }
}
