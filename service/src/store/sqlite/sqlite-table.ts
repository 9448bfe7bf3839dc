/** A table in SQL: its schema, its statements, and the cells of its rows. */

import {
  type AnyKey,
  type AnyRow,
  type AskedPage,
  type Base,
  type Cell,
  isStorable,
  isWithin,
  type Table,
} from "../rows.js";
import { type Bounds, DuplicateError } from "../store.js";
import { hexToUuid, ownUuidToBytes } from "../uuid-bytes.js";
import { SqlError, type SqlValue } from "./connection.js";
import type { Session } from "./session.js";

const TYPES = {
  uuid: "BLOB",
  hash: "BLOB",
  text: "TEXT",
  int: "INTEGER",
  time: "INTEGER",
  flag: "INTEGER",
  bytes: "BLOB",
  json: "TEXT",
  ref: "INTEGER",
} as const;
const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");
const marks = (count: number) => Array(count).fill("?").join(", ");

/** Statements that make the table and its indexes. */
export function schemaOf({ name, columns, rule }: Table): string {
  const cells = columns.map(
    ({ name, type, base }) => `"${name}" ${TYPES[base]}${type.endsWith("?") ? "" : " NOT NULL"}`,
  );
  // Without row ids, large rows crowd out the keys of their tree, and each index repeats the whole key.
  const hasRowIds =
    (rule.index ?? rule.unique ?? rule.lookup) !== undefined ||
    columns.some(({ base }) => base === "bytes" || base === "json");
  const index = (kind: string, orders: readonly (readonly string[])[] | undefined, mark: string) =>
    (orders ?? []).map((order, i) => `CREATE ${kind} "${name}_${mark}${i}" ON "${name}" (${quoted(order)});`);
  return [
    `CREATE TABLE "${name}" (${cells.join(", ")}, PRIMARY KEY (${quoted(rule.key)})) STRICT${hasRowIds ? "" : ", WITHOUT ROWID"};`,
    ...index("INDEX", rule.index, "by"),
    ...index("UNIQUE INDEX", rule.unique, "once"),
    ...index("INDEX", rule.lookup, "of"),
  ].join("\n");
}

/**
 * Pages of so many rows are read as one text in JSON: the binding takes longer for each cell of a row than SQLite and
 * `JSON.parse` do for the row.
 */
const TEXT_ROWS = 16;

type ToSql = (value: never, sql: Session) => SqlValue;

/** Null stays null. Each throws RangeError for an identifier or hash that is none. */
const TO_SQL: Readonly<Record<Base, ToSql>> = {
  uuid: ownUuidToBytes,
  ref: (value: string, sql) => sql.numberOf(value),
  hash: (value: string) => {
    if (!isStorable("hash", value)) throw new RangeError("a hash expected 64 lower-case hexadecimal digits");
    return Buffer.from(value, "hex");
  },
  text: (value: string) => value,
  int: (value: number) => value,
  time: (value: Date) => value.getTime(),
  flag: (value: boolean) => Number(value),
  bytes: (value: Uint8Array) => value,
  json: (value: unknown) => JSON.stringify(value),
};

const FROM_SQL: Readonly<Record<Base, (value: never, sql: Session) => Cell>> = {
  uuid: hexToUuid,
  ref: (value: number, sql) => sql.idOf(value),
  hash: (value: string) => value,
  text: (value: string) => value,
  int: (value: number) => value,
  time: (value: number) => new Date(value),
  flag: (value: number) => value === 1,
  bytes: (value: Uint8Array) => new Uint8Array(value),
  json: (value: string) => JSON.parse(value) as unknown,
};

const toSql = (sql: Session, base: Base, value: Cell): SqlValue =>
  value === null ? null : TO_SQL[base](value as never, sql);

/** For a question: null, which equals nothing, where nothing is stored. */
function asked(sql: Session, base: Base, value: Cell): SqlValue {
  if (base === "ref" && value !== null) return sql.findNumber(String(value));
  return isStorable(base, value) ? toSql(sql, base, value) : null;
}

export class SqliteTable {
  readonly #table: Table;
  readonly #bases: Readonly<Record<string, Base>>;
  readonly #select: string;
  readonly #whereKey: string;
  readonly #insert: string;
  /** Selects rows as one text; null for a table with bytes, which JSON does not have. */
  readonly #listed: string | null;

  constructor(table: Table) {
    const { name, columns, rule } = table;
    this.#table = table;
    this.#bases = Object.fromEntries(columns.map(({ name, base }) => [name, base]));
    const cells = columns.map(({ name, base }) =>
      base === "uuid" || base === "hash" ? `lower(hex("${name}")) AS "${name}"` : `"${name}"`,
    );
    this.#select = `SELECT ${cells.join(", ")} FROM "${name}"`;
    this.#whereKey = `WHERE ${rule.key.map((column) => `"${column}" = ?`).join(" AND ")}`;
    const names = columns.map(({ name }) => name);
    const hasBytes = columns.some(({ base }) => base === "bytes");
    this.#listed = hasBytes ? null : `SELECT json_group_array(json_array(${quoted(names)})) AS list FROM`;
    this.#insert = `INSERT INTO "${name}" (${quoted(names)}) VALUES (${marks(names.length)})`;
  }

  get(sql: Session, key: AnyKey): AnyRow | null {
    const cells = sql.get<Record<string, SqlValue>>(
      `${this.#select} ${this.#whereKey}`,
      ...this.#askedKey(sql, key),
    );
    return cells === undefined ? null : this.#row(sql, cells);
  }

  page(sql: Session, page: AskedPage): readonly AnyRow[] {
    const { order, of, after, limit } = page;
    const values = [...of.filter((value) => value !== null), ...(after ?? [])];
    const columns = order.filter((_, i) => i >= of.length || of[i] !== null);
    const cells = values.map((value, i) => asked(sql, this.#bases[columns[i]!]!, value));
    const text = this.pageText(page);
    if (limit < TEXT_ROWS || this.#listed === null)
      return sql.all<Record<string, SqlValue>>(text, ...cells, limit).map((row) => this.#row(sql, row));
    // What a subquery with a limit gives is aggregated in its order.
    const { list } = sql.get<{ list: string }>(`${this.#listed} (${text})`, ...cells, limit)!;
    return (JSON.parse(list) as SqlValue[][]).map((row) => this.#row(sql, row));
  }

  /** The statement of a page. */
  pageText({ order, of, after, isDescending }: AskedPage): string {
    const [given, rest] = [order.slice(0, of.length), order.slice(of.length)];
    const isNullable = (column: string) => this.#table.rule.columns[column]!.endsWith("?");
    const conditions = [
      ...given.map((column, i) => `"${column}" ${of[i] === null ? "IS NULL" : "= ?"}`),
      ...rest.filter(isNullable).map((column) => `"${column}" IS NOT NULL`),
    ];
    if (after !== null)
      conditions.push(
        `(${quoted(rest.slice(0, after.length))}) ${isDescending ? "<" : ">"} (${marks(after.length)})`,
      );
    const where = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
    // By the columns of the table: the name alone would mean the hexadecimal text, which no index has.
    const { name } = this.#table;
    const sorted = order.map((column) => `"${name}"."${column}"${isDescending ? " DESC" : ""}`);
    return `${this.#select}${where} ORDER BY ${sorted.join(", ")} LIMIT ?`;
  }

  /** @throws DuplicateError */
  insert(sql: Session, row: AnyRow): void {
    const values = this.#table.columns.map(({ name, base }) => toSql(sql, base, row[name]));
    this.#write(() => sql.run(this.#insert, ...values));
  }

  /** @throws DuplicateError */
  update(sql: Session, key: AnyKey, expected: AnyRow, change: AnyRow): boolean {
    const conditions = Object.keys(expected).map((column) => ` AND "${column}" IS ?`);
    const where = `${this.#whereKey}${conditions.join("")}`;
    const wanted = [...this.#askedKey(sql, key), ...this.#cells(sql, expected)];
    const columns = Object.keys(change);
    if (columns.length === 0)
      return sql.get(`SELECT 1 FROM "${this.#table.name}" ${where}`, ...wanted) !== undefined;
    const sets = columns.map((column) => `"${column}" = ?`).join(", ");
    const text = `UPDATE "${this.#table.name}" SET ${sets} ${where}`;
    return this.#write(() => sql.run(text, ...this.#cells(sql, change), ...wanted)) === 1;
  }

  count(sql: Session, key: AnyKey, column: string, by: number, bounds: Bounds): boolean {
    const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = bounds;
    const { name, isCounters, rule, columns } = this.#table;
    const update = `UPDATE "${name}" SET "${column}" = "${column}" + ? ${this.#whereKey} AND "${column}" + ? BETWEEN ? AND ?`;
    if (sql.run(update, by, ...this.#askedKey(sql, key), by, min, max) === 1) return true;
    if (!isCounters || !isWithin(by, bounds)) return false;
    const counters = columns.map((one) => one.name).filter((one) => !rule.key.includes(one));
    const values = [
      ...rule.key.map((one, i) => toSql(sql, this.#bases[one]!, key[i])),
      ...counters.map((one) => (one === column ? by : 0)),
    ];
    const insert = `INSERT INTO "${name}" (${quoted([...rule.key, ...counters])}) VALUES (${marks(values.length)}) ON CONFLICT DO NOTHING`;
    return sql.run(insert, ...values) === 1;
  }

  remove(sql: Session, key: AnyKey): void {
    sql.run(`DELETE FROM "${this.#table.name}" ${this.#whereKey}`, ...this.#askedKey(sql, key));
  }

  #askedKey(sql: Session, key: AnyKey): SqlValue[] {
    return this.#table.rule.key.map((column, i) => asked(sql, this.#bases[column]!, key[i]));
  }

  #cells(sql: Session, row: AnyRow): SqlValue[] {
    return Object.entries(row).map(([column, value]) => toSql(sql, this.#bases[column]!, value));
  }

  /** @param cells by their columns, or in the order of the columns. */
  #row(sql: Session, cells: Readonly<Record<string, SqlValue>> | readonly SqlValue[]): AnyRow {
    const row: Record<string, Cell> = {};
    let i = 0;
    for (const { name, base } of this.#table.columns) {
      const value = Array.isArray(cells)
        ? (cells as readonly SqlValue[])[i++]!
        : (cells as Record<string, SqlValue>)[name]!;
      // The hexadecimal text of null is empty.
      const isNull = value === null || (value === "" && base !== "text");
      row[name] = isNull ? null : FROM_SQL[base](value as never, sql);
    }
    return row;
  }

  #write(write: () => number): number {
    try {
      return write();
    } catch (error) {
      const isDuplicate = error instanceof SqlError && /_(?:PRIMARYKEY|UNIQUE)$/.test(error.code);
      throw isDuplicate
        ? new DuplicateError(`the table ${this.#table.name} has the row already`, { cause: error })
        : error;
    }
  }
}
