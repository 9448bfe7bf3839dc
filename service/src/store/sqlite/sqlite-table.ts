/** A table in SQL: its schema, its statements, and the cells of its rows. */

import {
  type AnyKey,
  type AnyRow,
  type AskedPage,
  type Base,
  type Cell,
  emptyCounters,
  hexToUuid,
  isStorable,
  isWithin,
  keyOf,
  type Table,
} from "../rows.js";
import { type Bounds, DuplicateError } from "../store.js";
import { type Session, SqlError, type SqlValue } from "./connection.js";

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

/** A row with more bytes in a cell is not remembered. */
const MAX_BYTES = 1_024;

type Columns = Table["columns"];

/** The cell of a statement's value. Identifiers and hashes are given as text, which the binding takes at half the cost. */
const givenAs = (base: Base, given = "?") => {
  if (base === "uuid") return `unhex(${given}, '-')`;
  return base === "hash" ? `unhex(${given})` : given;
};

/** The values of a row's cells. Identifiers and hashes are read as hexadecimal text. */
const cellsOf = (columns: Columns) =>
  columns
    .map(({ name, base }) =>
      base === "uuid" || base === "hash" ? `lower(hex("${name}")) AS "${name}"` : `"${name}"`,
    )
    .join(", ");

type ToSql = (value: never, sql: Session) => SqlValue;

const storable = (base: Base) => (value: string) => {
  if (!isStorable(base, value)) throw new RangeError(`a cell expected a ${base}, got "${value}"`);
  return value;
};

/** Null stays null. Each throws RangeError for an identifier or hash that is none. */
const TO_SQL: Readonly<Record<Base, ToSql>> = {
  uuid: storable("uuid"),
  ref: (value: string, sql) => sql.numberOf(value),
  hash: storable("hash"),
  text: (value: string) => value,
  int: (value: number) => value,
  time: (value: Date) => value.getTime(),
  flag: (value: boolean) => Number(value),
  bytes: (value: Uint8Array) => value,
  json: (value: unknown) => JSON.stringify(value),
};

/** Null for cells that are what SQLite gives. */
const FROM_SQL: Readonly<Record<Base, ((value: never, sql: Session) => Cell) | null>> = {
  uuid: hexToUuid,
  ref: (value: number, sql) => sql.idOf(value),
  hash: null,
  text: null,
  int: null,
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
  if (base === "uuid" || base === "hash") return isStorable(base, value) ? (value as string | null) : null;
  return toSql(sql, base, value);
}

export class SqliteTable {
  readonly #table: Table;
  readonly #bases: Readonly<Record<string, Base>>;
  readonly #key: Columns;
  readonly #whereKey: string;
  readonly #get: string;
  /** Selects the rows of keys, which are a text in JSON. Null where one could hold what JSON's texts cannot. */
  readonly #getMany: string | null;
  readonly #insert: string;
  readonly #upsert: string;
  readonly #hasBytes: boolean;

  constructor(table: Table) {
    const { name, columns, rule } = table;
    this.#table = table;
    this.#bases = Object.fromEntries(columns.map(({ name, base }) => [name, base]));
    this.#key = rule.key.map((column) => columns.find(({ name }) => name === column)!);
    this.#hasBytes = columns.some(({ base }) => base === "bytes");
    this.#whereKey = `WHERE ${this.#key.map(({ name, base }) => `"${name}" = ${givenAs(base)}`).join(" AND ")}`;
    this.#get = `SELECT ${cellsOf(columns)} FROM "${name}" ${this.#whereKey}`;
    const isKey = this.#key.map(({ name, base }, i) => `"${name}" = ${givenAs(base, `asked->>${i}`)}`);
    this.#getMany =
      this.#hasBytes || this.#key.some(({ base }) => base === "text")
        ? null
        : `SELECT ${cellsOf(columns)} FROM (SELECT value AS asked FROM json_each(?)) CROSS JOIN "${name}" ON ${isKey.join(" AND ")}`;
    this.#insert = `INSERT INTO "${name}" (${quoted(columns.map(({ name }) => name))}) VALUES (${columns.map(({ base }) => givenAs(base)).join(", ")})`;
    const sets = columns.map(({ name }) => `"${name}" = excluded."${name}"`).join(", ");
    this.#upsert = `${this.#insert} ON CONFLICT (${quoted(rule.key)}) DO UPDATE SET ${sets}`;
  }

  get(sql: Session, key: AnyKey): AnyRow | null {
    const known = sql.rowsOf(this);
    const row = known.size === 0 ? undefined : known.get(idOf(key));
    if (row !== undefined) return row;
    const cells = sql.get<Record<string, SqlValue>>(this.#get, ...this.#askedKey(sql, key));
    if (cells === undefined) return null;
    const found = this.#row(sql, cells, this.#table.columns);
    if (!this.#hasBytes || Object.values(found).every(isShort)) known.set(idOf(key), found);
    return found;
  }

  getMany(sql: Session, keys: readonly AnyKey[]): readonly (AnyRow | null)[] {
    if (this.#getMany === null || keys.length < 3) return keys.map((key) => this.get(sql, key));
    const known = sql.rowsOf(this);
    const ids = keys.map(idOf);
    const unknown = keys.filter((_, i) => !known.has(ids[i]!));
    if (unknown.length > 0) {
      const asked = JSON.stringify(unknown.map((key) => this.#askedKey(sql, key)));
      for (const row of this.#list(sql, this.#getMany, [asked], unknown.length, this.#table.columns))
        known.set(idOf(keyOf(this.#table, row)), row);
    }
    return ids.map((id) => known.get(id) ?? null);
  }

  page(sql: Session, page: AskedPage): readonly AnyRow[] {
    sql.writeDeferred();
    const { order, of, after, limit } = page;
    const given = [...of.filter((value) => value !== null), ...(after ?? [])];
    const names = order.filter((_, i) => i >= of.length || of[i] !== null);
    const values = given.map((value, i) => asked(sql, this.#bases[names[i]!]!, value));
    return this.#list(sql, this.pageText(page), [...values, limit], limit, this.#columnsOf(page));
  }

  /** @param limit the most rows that the statement gives. */
  #list(
    sql: Session,
    text: string,
    values: readonly SqlValue[],
    limit: number,
    columns: Columns,
  ): readonly AnyRow[] {
    if (limit < TEXT_ROWS || this.#hasBytes)
      return sql.all<Record<string, SqlValue>>(text, ...values).map((row) => this.#row(sql, row, columns));
    const array = `json_array(${quoted(columns.map(({ name }) => name))})`;
    // What a subquery with a limit gives is aggregated in its order.
    const { list } = sql.get<{ list: string }>(
      `SELECT json_group_array(${array}) AS list FROM (${text})`,
      ...values,
    )!;
    return (JSON.parse(list) as SqlValue[][]).map((row) => this.#row(sql, row, columns));
  }

  #columnsOf({ columns }: AskedPage): Columns {
    const all = this.#table.columns;
    return columns === undefined ? all : all.filter(({ name }) => columns.includes(name));
  }

  /** The statement of a page. */
  pageText(page: AskedPage): string {
    const { order, of, after, isDescending } = page;
    const [given, rest] = [order.slice(0, of.length), order.slice(of.length)];
    const valuesOf = (columns: readonly string[]) => columns.map((column) => givenAs(this.#bases[column]!));
    const values = valuesOf(given);
    const isNullable = (column: string) => this.#table.rule.columns[column]!.endsWith("?");
    const conditions = [
      ...given.map((column, i) => `"${column}" ${of[i] === null ? "IS NULL" : `= ${values[i]}`}`),
      ...rest.filter(isNullable).map((column) => `"${column}" IS NOT NULL`),
    ];
    if (after !== null) {
      const begun = rest.slice(0, after.length);
      conditions.push(`(${quoted(begun)}) ${isDescending ? "<" : ">"} (${valuesOf(begun).join(", ")})`);
    }
    const where = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
    // By the columns of the table: the name alone would mean the hexadecimal text, which no index has.
    const { name } = this.#table;
    const sorted = order.map((column) => `"${name}"."${column}"${isDescending ? " DESC" : ""}`);
    return `SELECT ${cellsOf(this.#columnsOf(page))} FROM "${name}"${where} ORDER BY ${sorted.join(", ")} LIMIT ?`;
  }

  /** @throws DuplicateError */
  insert(sql: Session, row: AnyRow): void {
    const values = this.#table.columns.map(({ name, base }) => toSql(sql, base, row[name]));
    this.#write(sql, keyOf(this.#table, row), this.#insert, values);
  }

  /** @throws DuplicateError */
  update(sql: Session, key: AnyKey, expected: AnyRow, change: AnyRow): boolean {
    sql.writeDeferred();
    const cell = (column: string) => givenAs(this.#bases[column]!);
    const conditions = Object.keys(expected).map((column) => ` AND "${column}" IS ${cell(column)}`);
    const where = `${this.#whereKey}${conditions.join("")}`;
    const wanted = [...this.#askedKey(sql, key), ...this.#cells(sql, expected)];
    const columns = Object.keys(change);
    if (columns.length === 0)
      return sql.get(`SELECT 1 FROM "${this.#table.name}" ${where}`, ...wanted) !== undefined;
    const sets = columns.map((column) => `"${column}" = ${cell(column)}`).join(", ");
    const text = `UPDATE "${this.#table.name}" SET ${sets} ${where}`;
    return this.#write(sql, key, text, [...this.#cells(sql, change), ...wanted]) === 1;
  }

  count(sql: Session, key: AnyKey, column: string, by: number, bounds: Bounds): boolean {
    const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = bounds;
    const { isCounters, columns } = this.#table;
    const row = this.get(sql, key) ?? (isCounters ? emptyCounters(this.#table, key) : null);
    if (row === null) return false;
    const counted = { ...row, [column]: (row[column] as number) + by };
    if (!isWithin(counted[column] as number, { min, max })) return false;
    if (!isCounters) return this.update(sql, key, {}, { [column]: counted[column] });
    // A row that many changes of a group count in is written once.
    const values = columns.map(({ name, base }) => toSql(sql, base, counted[name]));
    const id = idOf(key);
    sql.rowsOf(this).set(id, counted);
    sql.defer(`${this.#table.name} ${id}`, () => sql.run(this.#upsert, ...values));
    return true;
  }

  remove(sql: Session, key: AnyKey): void {
    this.#write(sql, key, `DELETE FROM "${this.#table.name}" ${this.#whereKey}`, this.#askedKey(sql, key));
  }

  #askedKey(sql: Session, key: AnyKey): SqlValue[] {
    return this.#key.map(({ base }, i) => asked(sql, base, key[i]));
  }

  #cells(sql: Session, row: AnyRow): SqlValue[] {
    return Object.entries(row).map(([column, value]) => toSql(sql, this.#bases[column]!, value));
  }

  /** @param cells by their columns, or in the order of the columns. */
  #row(
    sql: Session,
    cells: Readonly<Record<string, SqlValue>> | readonly SqlValue[],
    columns: Columns,
  ): AnyRow {
    const row: Record<string, Cell> = {};
    let i = 0;
    for (const { name, base } of columns) {
      const value = Array.isArray(cells)
        ? (cells as readonly SqlValue[])[i++]!
        : (cells as Record<string, SqlValue>)[name]!;
      // The hexadecimal text of null is empty.
      const isNull = value === null || (value === "" && base !== "text");
      const from = FROM_SQL[base];
      row[name] = isNull ? null : from === null ? value : from(value as never, sql);
    }
    return row;
  }

  /** @returns how many rows it changed. */
  #write(sql: Session, key: AnyKey, text: string, values: readonly SqlValue[]): number {
    if (this.#table.isCounters) sql.writeDeferred();
    const known = sql.rowsOf(this);
    if (known.size > 0) known.delete(idOf(key));
    try {
      return sql.run(text, ...values);
    } catch (error) {
      const isDuplicate = error instanceof SqlError && /_(?:PRIMARYKEY|UNIQUE)$/.test(error.code);
      throw isDuplicate
        ? new DuplicateError(`the table ${this.#table.name} has the row already`, { cause: error })
        : error;
    }
  }
}

const isShort = (cell: Cell) => !(cell instanceof Uint8Array) || cell.length <= MAX_BYTES;

/** Tells the keys of a table apart. */
const idOf = (key: AnyKey): string =>
  key.length === 1
    ? String(key[0])
    : key.map((cell) => (cell instanceof Date ? cell.getTime() : cell)).join("\0");
