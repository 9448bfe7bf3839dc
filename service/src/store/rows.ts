/** Rows by the tables. */

import { isUuid } from "@svc-proof/shared/encoding";
import type { Bounds, Changeable, Page } from "./store.js";
import { type Column, TABLES, type TableName, type TableRule } from "./tables.js";

// Tables, keys, orders and cells without their types, as engines handle them.

export type Cell = string | number | boolean | Date | Uint8Array | null | unknown;
export type AnyRow = Readonly<Record<string, Cell>>;
export type AnyKey = readonly Cell[];

/** The type of a column without its question mark. */
export type Base = Column extends infer C ? (C extends `${infer B}?` ? B : C) : never;
export const baseOf = (type: Column): Base => (type.endsWith("?") ? type.slice(0, -1) : type) as Base;

/** A table with what engines derive from it. */
export interface Table {
  readonly name: TableName;
  readonly columns: readonly { readonly name: string; readonly type: Column; readonly base: Base }[];
  readonly rule: TableRule;
  /** All orders that pages may follow, by their columns. */
  readonly orders: ReadonlyMap<string, readonly string[]>;
  /** Nothing but a key and counters: a counter makes its row. */
  readonly isCounters: boolean;
}

function tableOf(name: TableName): Table {
  const rule: TableRule = TABLES[name];
  const columns = Object.entries(rule.columns).map(([name, type]) => ({
    ...{ name, type, base: baseOf(type) },
  }));
  const orders = [rule.key, ...(rule.index ?? []), ...(rule.unique ?? []), ...(rule.lookup ?? [])];
  return {
    name,
    columns,
    rule,
    orders: new Map(orders.map((order) => [order.join(), order])),
    isCounters: columns.every(({ name, type }) => type === "int" || rule.key.includes(name)),
  };
}

export const ALL_TABLES: readonly Table[] = (Object.keys(TABLES) as TableName[]).map(tableOf);

/** The tables of one rule, each made when it is first named. */
class Rows {
  readonly make: (table: Table) => object;
  readonly made: Record<string, object> = {};

  constructor(make: (table: Table) => object) {
    this.make = make;
  }
}
for (const table of ALL_TABLES) {
  Object.defineProperty(Rows.prototype, table.name, {
    get(this: Rows) {
      this.made[table.name] ??= this.make(table);
      return this.made[table.name];
    },
  });
}

/** @param make a table as one rule sees it: `Changes`. */
export function changeable(make: (table: Table) => object): Changeable {
  return new Rows(make) as unknown as Changeable;
}

export function keyOf(table: Table, row: AnyRow): AnyKey {
  return table.rule.key.map((column) => row[column]);
}

/** Tells rows of all tables apart. */
export function rowId(table: Table, key: AnyKey): string {
  return `${table.name} ${JSON.stringify(key)}`;
}

/** The places of a row in the table's unique indexes, apart from its key. */
export function uniquePlaces(table: Table, row: AnyRow): string[] {
  return (table.rule.unique ?? [])
    .filter((columns) => columns.every((column) => row[column] !== null))
    .map((columns) => `${table.name} ${columns.join()} ${JSON.stringify(columns.map((c) => row[c]))}`);
}

const HASH = /^[0-9a-f]{64}$/;

/** False for an identifier or hash that is none: nothing is stored under it. */
export function isStorable(type: Column, value: Cell): boolean {
  const base = baseOf(type);
  if (value === null) return true;
  if (base === "uuid" || base === "ref") return isUuid(String(value));
  return base !== "hash" || HASH.test(String(value));
}

/** @throws RangeError for an identifier or hash that is none; TypeError for a column that the table has not. */
export function checkCells({ name, rule }: Table, row: AnyRow): void {
  for (const [column, value] of Object.entries(row)) {
    const type = rule.columns[column];
    // The types of rows cannot tell: what is spread into a row may have more than its type says.
    if (type === undefined) throw new TypeError(`${name} has no column ${column}`);
    if (!isStorable(type, value))
      throw new RangeError(`${name}.${column} expected a ${baseOf(type)}, got ${value}`);
  }
}

/** A counter's row that is not there yet. */
export function emptyCounters(table: Table, key: AnyKey): AnyRow {
  const { rule } = table;
  return Object.fromEntries(
    table.columns.map(({ name }) => [name, rule.key.includes(name) ? key[rule.key.indexOf(name)] : 0]),
  );
}

/** Nulls first; texts by their bytes in UTF-8. */
export function compareCells(a: Cell, b: Cell): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  const [x, y] = [Number(a), Number(b)];
  return x < y ? -1 : Number(x > y);
}

export function compareLists(a: readonly Cell[], b: readonly Cell[]): number {
  for (const [i, cell] of a.entries()) {
    const order = compareCells(cell, b[i]);
    if (order !== 0) return order;
  }
  return 0;
}

export function isSame(a: Cell, b: Cell): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether the row has these values. */
export function hasValues(row: AnyRow, values: AnyRow): boolean {
  return Object.entries(values).every(([column, value]) => isSame(row[column], value));
}

/** The rows of a page, by the definition of `Reads.page`. */
export interface AskedPage {
  readonly order: readonly string[];
  readonly of: readonly Cell[];
  readonly after: readonly Cell[] | null;
  readonly limit: number;
  readonly isDescending: boolean;
  readonly columns?: readonly string[] | undefined;
}

/** @throws RangeError when the table declares no such order, or `after` names no place in it. */
export function askedPage(
  { name, rule, orders }: Table,
  columns: readonly string[],
  of: readonly Cell[],
  { after: begin, limit, isDescending = false, columns: wanted }: Page,
): AskedPage {
  const declared = orders.get(columns.join());
  if (declared === undefined) throw new RangeError(`the table ${name} has no order ${columns.join()}`);
  const isLookup = rule.lookup?.includes(declared) ?? false;
  if (isLookup && of.length < declared.length)
    throw new RangeError(`a look-up expected ${declared.length} values, got ${of.length}`);
  const order = isLookup
    ? [...declared, ...rule.key.filter((column) => !declared.includes(column))]
    : declared;
  const rest = order.slice(of.length);
  const missing = rest.find((column) => !isLookup && baseOf(rule.columns[column]!) === "ref");
  if (missing !== undefined) throw new RangeError(`a page of ${name} expected a value of ${missing}`);
  const after = begin == null ? null : placeOf(begin, rest);
  if (after !== null && (after.length === 0 || after.length > rest.length))
    throw new RangeError(`a page of ${name} expected up to ${rest.length} values, got ${after.length}`);
  return { order, of, after, limit, isDescending, columns: wanted };
}

const placeOf = (begin: object, rest: readonly string[]): readonly Cell[] =>
  Array.isArray(begin) ? begin : rest.map((column) => (begin as AnyRow)[column]);

/** Whether the row's first columns have the values of a page, and no other is null. */
export function isAsked(row: AnyRow, { order, of }: Pick<AskedPage, "order" | "of">): boolean {
  return order.every((column, i) => (i < of.length ? isSame(row[column], of[i]) : row[column] !== null));
}

export function pageOf(rows: Iterable<AnyRow>, page: AskedPage): AnyRow[] {
  const { order, of, after, limit, isDescending } = page;
  const rest = order.slice(of.length);
  const sign = isDescending ? -1 : 1;
  const cells = (row: AnyRow) => rest.map((column) => row[column]);
  const found = [...rows].filter(
    (row) => isAsked(row, page) && (after === null || sign * compareLists(after, cells(row)) < 0),
  );
  return found.sort((a, b) => sign * compareLists(cells(a), cells(b))).slice(0, limit);
}

export function isWithin(value: number, { min, max }: Bounds): boolean {
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}

// Converts UUIDs to the 16 bytes that the stores keep, and back from hexadecimal text.

/** The bytes of a UUID in lower case; null for any other text, because nothing is stored under it. */
export function uuidToBytes(uuid: string): Uint8Array | null {
  return isUuid(uuid) ? Buffer.from(uuid.replaceAll("-", ""), "hex") : null;
}

/**
 * The bytes of a UUID that the program itself made.
 *
 * @throws RangeError when it is not a UUID in lower case.
 */
export function ownUuidToBytes(uuid: string): Uint8Array {
  const bytes = uuidToBytes(uuid);
  if (bytes === null) throw new RangeError(`an identifier expected a UUID in lower case, got "${uuid}"`);
  return bytes;
}

/** The UUID of 32 hexadecimal characters in lower case. */
export function hexToUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
