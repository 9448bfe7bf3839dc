/** A table in SQL: its schema, its statements, and the cells of its rows. */
import type { Connection, SqlValue } from "../../store/sqlite/connection.js";
import { SqlError } from "../../store/sqlite/connection.js";
import { hexToUuid, uuidToBytes } from "../../store/uuid-bytes.js";
import type { AnyKey, AnyRow, AskedPage, Cell, Table } from "../rows.js";
import { baseOf, checkCells, emptyCounters, isStorable, isWithin } from "../rows.js";
import { type Bounds, DuplicateError } from "../store.js";
import type { Column } from "../tables.js";

const TYPES = {
  uuid: "BLOB",
  hash: "BLOB",
  text: "TEXT",
  int: "INTEGER",
  time: "INTEGER",
  flag: "INTEGER",
  bytes: "BLOB",
  json: "TEXT",
} as const;
const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");
const marks = (count: number) => Array(count).fill("?").join(", ");

/** Statements that make the table and its indexes. */
export function schemaOf({ name, columns, rule }: Table): string {
  const cells = columns.map(
    ({ name, type }) => `"${name}" ${TYPES[baseOf(type)]}${type.endsWith("?") ? "" : " NOT NULL"}`,
  );
  // In a tree without row ids, large rows crowd out the keys.
  const isLarge = columns.some(({ type }) => ["bytes", "json"].includes(baseOf(type)));
  const index = (kind: string, orders: readonly (readonly string[])[] | undefined, mark: string) =>
    (orders ?? []).map((order, i) => `CREATE ${kind} "${name}_${mark}${i}" ON "${name}" (${quoted(order)});`);
  return [
    `CREATE TABLE "${name}" (${cells.join(", ")}, PRIMARY KEY (${quoted(rule.key)})) STRICT${isLarge ? "" : ", WITHOUT ROWID"};`,
    ...index("INDEX", rule.index, "by"),
    ...index("UNIQUE INDEX", rule.unique, "once"),
  ].join("\n");
}

function toSql(type: Column, value: Cell): SqlValue {
  if (value === null) return null;
  switch (baseOf(type)) {
    case "uuid":
      return uuidToBytes(value as string);
    case "hash":
      return Buffer.from(value as string, "hex");
    case "time":
      return (value as Date).getTime();
    case "flag":
      return Number(value as boolean);
    case "json":
      return JSON.stringify(value);
    default:
      return value as SqlValue;
  }
}

/** For a question: null, which equals nothing, where nothing is stored. */
function asked(type: Column, value: Cell): SqlValue {
  return isStorable(type, value) ? toSql(type, value) : null;
}

function fromSql(type: Column, value: SqlValue): Cell {
  const base = baseOf(type);
  // The hexadecimal text of null is empty.
  if (value === null || (value === "" && (base === "uuid" || base === "hash"))) return null;
  switch (base) {
    case "uuid":
      return hexToUuid(value as string);
    case "time":
      return new Date(value as number);
    case "flag":
      return value === 1;
    case "json":
      return JSON.parse(value as string);
    case "bytes":
      return new Uint8Array(value as Uint8Array);
    default:
      return value;
  }
}

export class SqliteTable {
  readonly #table: Table;
  readonly #types: Readonly<Record<string, Column>>;
  readonly #select: string;
  readonly #whereKey: string;
  readonly #insert: string;

  constructor(table: Table) {
    const { name, columns, rule } = table;
    this.#table = table;
    this.#types = rule.columns;
    const cells = columns.map(({ name, type }) =>
      baseOf(type) === "uuid" || baseOf(type) === "hash" ? `lower(hex("${name}")) AS "${name}"` : `"${name}"`,
    );
    this.#select = `SELECT ${cells.join(", ")} FROM "${name}"`;
    this.#whereKey = `WHERE ${rule.key.map((column) => `"${column}" = ?`).join(" AND ")}`;
    const names = columns.map(({ name }) => name);
    this.#insert = `INSERT INTO "${name}" (${quoted(names)}) VALUES (${marks(names.length)})`;
  }

  get(sql: Connection, key: AnyKey): AnyRow | null {
    const cells = sql.get<Record<string, SqlValue>>(
      `${this.#select} ${this.#whereKey}`,
      ...this.#askedKey(key),
    );
    return cells === undefined ? null : this.#row(cells);
  }

  page(sql: Connection, page: AskedPage): readonly AnyRow[] {
    const { order, of, after, limit } = page;
    const values = [...of.filter((value) => value !== null), ...(after ?? [])];
    const columns = order.filter((_, i) => i >= of.length || of[i] !== null);
    const cells = values.map((value, i) => asked(this.#types[columns[i]!]!, value));
    const rows = sql.all<Record<string, SqlValue>>(this.pageText(page), ...cells, limit);
    return rows.map((row) => this.#row(row));
  }

  /** The statement of a page. */
  pageText({ order, of, after, isDescending }: AskedPage): string {
    const [given, rest] = [order.slice(0, of.length), order.slice(of.length)];
    const isNullable = (column: string) => this.#types[column]!.endsWith("?");
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
  insert(sql: Connection, row: AnyRow): void {
    checkCells(this.#table, row);
    const values = this.#table.columns.map(({ name, type }) => toSql(type, row[name]));
    this.#write(() => sql.run(this.#insert, ...values));
  }

  /** @throws DuplicateError */
  update(sql: Connection, key: AnyKey, expected: AnyRow, change: AnyRow): boolean {
    const conditions = Object.keys(expected).map((column) => ` AND "${column}" IS ?`);
    const where = `${this.#whereKey}${conditions.join("")}`;
    const wanted = [...this.#askedKey(key), ...this.#cells(expected)];
    checkCells(this.#table, change);
    const columns = Object.keys(change);
    if (columns.length === 0)
      return sql.get(`SELECT 1 FROM "${this.#table.name}" ${where}`, ...wanted) !== undefined;
    const sets = columns.map((column) => `"${column}" = ?`).join(", ");
    const text = `UPDATE "${this.#table.name}" SET ${sets} ${where}`;
    return this.#write(() => sql.run(text, ...this.#cells(change), ...wanted)) === 1;
  }

  count(sql: Connection, key: AnyKey, column: string, by: number, bounds: Bounds): boolean {
    const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = bounds;
    const { name, isCounters, rule, columns } = this.#table;
    const update = `UPDATE "${name}" SET "${column}" = "${column}" + ? ${this.#whereKey} AND "${column}" + ? BETWEEN ? AND ?`;
    if (sql.run(update, by, ...this.#askedKey(key), by, min, max) === 1) return true;
    if (!isCounters || !isWithin(by, bounds)) return false;
    checkCells(this.#table, emptyCounters(this.#table, key));
    const counters = columns.map((one) => one.name).filter((one) => !rule.key.includes(one));
    const values = [
      ...rule.key.map((one, i) => toSql(this.#types[one]!, key[i])),
      ...counters.map((one) => (one === column ? by : 0)),
    ];
    const insert = `INSERT INTO "${name}" (${quoted([...rule.key, ...counters])}) VALUES (${marks(values.length)}) ON CONFLICT DO NOTHING`;
    return sql.run(insert, ...values) === 1;
  }

  remove(sql: Connection, key: AnyKey): void {
    sql.run(`DELETE FROM "${this.#table.name}" ${this.#whereKey}`, ...this.#askedKey(key));
  }

  #askedKey(key: AnyKey): SqlValue[] {
    return this.#table.rule.key.map((column, i) => asked(this.#types[column]!, key[i]));
  }

  #cells(row: AnyRow): SqlValue[] {
    return Object.entries(row).map(([column, value]) => toSql(this.#types[column]!, value));
  }

  #row(cells: Readonly<Record<string, SqlValue>>): AnyRow {
    const row: Record<string, Cell> = {};
    for (const { name, type } of this.#table.columns) row[name] = fromSql(type, cells[name]!);
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
