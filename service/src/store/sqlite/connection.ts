/**
 * One connection to a SQLite file, behind a typed interface of our own, and what it remembers.
 *
 * Only this file uses `libsql` (0.5.29), to keep its quirks in one place. The tests beside this file cover each: it
 * aborts the process when a boolean is bound; it truncates texts at U+0000 and replaces lone surrogates; it silently
 * rounds integers beyond 2^53; rows of `get` carry a field `_metadata`; a BLOB is a Buffer or an ArrayBuffer; and
 * statements still work after `close`.
 *
 * Everything but `execAside` is synchronous. Transactions are managed in sqlite-groups.ts.
 */

import Database from "libsql";
import AsyncDatabase from "libsql/promise";
import { type AnyRow, hexToUuid, ownUuidToBytes, uuidToBytes } from "../rows.js";

/** Values that may be bound and read. Integers are safe integers; there are no booleans and no fractions. */
export type SqlValue = string | number | Uint8Array | null;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/** SQLite refused or failed. `code` is SQLite's code, for example `SQLITE_BUSY`. */
export class SqlError extends Error {
  override readonly name = "SqlError";
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

interface Statement {
  readonly native: Database.Statement;
  readonly columns: readonly string[];
}

const LONE_SURROGATE = /\p{Surrogate}/u;

export class Connection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Statement>();
  #open = true;
  #isAside = false;

  /**
   * Opens the file, or creates it.
   *
   * @param busyTimeoutMs how long a statement waits for another process's lock. It blocks this process.
   * @throws SqlError `SQLITE_CANTOPEN`.
   */
  constructor(path: string, busyTimeoutMs: number) {
    try {
      this.#database = new Database(path, { timeout: busyTimeoutMs });
    } catch (cause) {
      throw new SqlError("SQLITE_CANTOPEN", `the SQLite file ${path} cannot be opened`, cause);
    }
  }

  /** Whether a transaction is open. SQLite itself ends a transaction on some errors, for example a full disk. */
  get inTransaction(): boolean {
    return this.#open && this.#database.inTransaction;
  }

  /** Runs statements without values or rows. They are not cached. */
  exec(sql: string): void {
    this.#checkFree();
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw sqlErrorOf(error);
    }
  }

  /**
   * Like `exec`, but on a thread of the binding, so that the event loop keeps running. Until it ends, the connection
   * must not be used: another call would wait for it and block the event loop.
   */
  async execAside(sql: string): Promise<void> {
    this.#checkFree();
    this.#isAside = true;
    try {
      // The binding's two classes keep the same native database in the same field.
      await AsyncDatabase.prototype.exec.call(this.#database as never, sql);
    } catch (error) {
      throw sqlErrorOf(error);
    } finally {
      this.#isAside = false;
    }
  }

  /** Runs a statement; returns how many rows it changed. */
  run(sql: string, ...values: readonly SqlValue[]): number {
    try {
      return this.#prepare(sql).native.run(checked(values)).changes;
    } catch (error) {
      throw sqlErrorOf(error);
    }
  }

  /** The first row, if any. The caller states its type: the columns of its own SQL. */
  get<Row = SqlRow>(sql: string, ...values: readonly SqlValue[]): Row | undefined {
    try {
      const { native, columns } = this.#prepare(sql);
      const cells = native.get(checked(values)) as unknown[] | undefined;
      return cells === undefined ? undefined : (rowOf(columns, cells) as Row);
    } catch (error) {
      throw sqlErrorOf(error);
    }
  }

  /** All rows. */
  all<Row = SqlRow>(sql: string, ...values: readonly SqlValue[]): Row[] {
    try {
      const { native, columns } = this.#prepare(sql);
      const rows = native.all(checked(values)) as unknown[][];
      return rows.map((cells) => rowOf(columns, cells) as Row);
    } catch (error) {
      throw sqlErrorOf(error);
    }
  }

  close(): void {
    if (!this.#open) return;
    this.#statements.clear();
    this.#database.close();
    this.#open = false;
  }

  #prepare(sql: string): Statement {
    this.#checkFree();
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      const native = this.#database.prepare(sql);
      const columns = native.columns().map((column) => column.name);
      if (columns.length > 0) native.raw();
      statement = { native, columns };
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #checkFree(): void {
    if (!this.#open) throw new SqlError("SQLITE_MISUSE", "the connection is closed");
    if (this.#isAside) throw new SqlError("SQLITE_MISUSE", "the connection is in use on another thread");
  }
}

/** Converts the binding's errors; returns any other error unchanged. */
function sqlErrorOf(error: unknown): unknown {
  const isSqlite =
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    error.name === "SqliteError";
  return isSqlite ? new SqlError(error.code as string, error.message, error) : error;
}

function checked(values: readonly SqlValue[]): readonly SqlValue[] {
  for (const value of values) {
    switch (typeof value) {
      case "string":
        if (value.includes("\0")) throw new RangeError("a bound text expected no U+0000");
        if (LONE_SURROGATE.test(value)) throw new RangeError("a bound text expected well-formed Unicode");
        break;
      case "number":
        if (!Number.isSafeInteger(value))
          throw new RangeError(`a bound number expected a safe integer, got ${value}`);
        break;
      default:
        if (value !== null && !(value instanceof Uint8Array)) {
          throw new TypeError(
            `a bound value expected a text, number, Uint8Array or null, got ${typeof value}`,
          );
        }
    }
  }
  return values;
}

function rowOf(columns: readonly string[], cells: readonly unknown[]): SqlRow {
  const row: Record<string, SqlValue> = {};
  for (let i = 0; i < columns.length; i++) {
    const cell = cells[i];
    row[columns[i]!] = cell instanceof ArrayBuffer ? new Uint8Array(cell) : (cell as SqlValue);
  }
  return row;
}

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
