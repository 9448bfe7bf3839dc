/**
 * A group: rules that run side by side on one snapshot and are committed together, for engines whose cost is the round
 * trip and the commit.
 *
 * Reads that are asked for in one turn of the event loop become one question for each table. Each rule sees the snapshot
 * and its own writes. When all have ended, they are accepted in the order in which they were asked for: a rule that read,
 * wrote or paged over a row that an accepted rule has written runs again in the next group. So the accepted rules are as
 * if they had run one after the other. Additions to one counter are added up; an answer of `count` that does not hold
 * after those that were accepted before makes the rule run again, too.
 */
import {
  type AnyKey,
  type AnyRow,
  type AskedPage,
  askedPage,
  type Cell,
  changeable,
  checkCells,
  emptyCounters,
  hasValues,
  isAsked,
  isWithin,
  keyOf,
  pageOf,
  rowId,
  type Table,
  uniquePlaces,
} from "./rows.js";
import { type Bounds, DuplicateError, type Page, type Rule } from "./store.js";

/** One state of the store. An engine answers one question at a time. */
export interface Snapshot {
  /** In the order of the keys. */
  find(table: Table, keys: readonly AnyKey[]): Promise<readonly (AnyRow | null)[]>;
  page(table: Table, page: AskedPage): Promise<readonly AnyRow[]>;
}

/** What a group makes of a row. */
export interface RowWrite {
  readonly table: Table;
  readonly key: AnyKey;
  readonly kind: "insert" | "replace" | "update" | "remove";
  /** Of an insertion or replacement the row, of an update what changes: nothing when the row was only touched. */
  readonly cells: AnyRow;
  /** Of an update: what is added to counters. */
  readonly added: Readonly<Record<string, number>>;
}

export type Outcome = { readonly answer: unknown } | { readonly error: unknown };

interface OwnWrite extends RowWrite {
  /** Undefined: not known, because nobody asked. */
  readonly before: AnyRow | null | undefined;
  readonly after: AnyRow | null;
}

interface Count {
  readonly table: Table;
  readonly key: AnyKey;
  readonly id: string;
  readonly before: AnyRow | null;
  readonly column: string;
  readonly by: number;
  readonly bounds: Bounds;
  readonly isGranted: boolean;
}

/** Asks the snapshot, a turn's questions together, and remembers rows. */
class Turns {
  readonly #snapshot: Snapshot;
  /** Rows that were asked for. */
  readonly known = new Map<string, AnyRow | null>();
  #finds = new Map<Table, Map<string, AnyKey>>();
  #pages: { readonly table: Table; readonly page: AskedPage; rows: readonly AnyRow[] }[] = [];
  /** The turn that takes the questions which are asked now. */
  #next: Promise<void> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** Why a question was not answered: the group has failed, whatever its rules do. */
  failure: { readonly error: unknown } | null = null;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  async row(table: Table, key: AnyKey, id: string): Promise<AnyRow | null> {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    const keys = this.#finds.get(table) ?? new Map<string, AnyKey>();
    this.#finds.set(table, keys.set(id, key));
    await this.#nextTurn();
    return this.known.get(id)!;
  }

  async page(table: Table, page: AskedPage): Promise<readonly AnyRow[]> {
    const asked = { table, page, rows: [] };
    this.#pages.push(asked);
    await this.#nextTurn();
    return asked.rows;
  }

  #nextTurn(): Promise<void> {
    if (this.#next === null) {
      const turn = this.#last.then(() => this.#ask());
      this.#next = turn;
      this.#last = turn.catch((error: unknown) => {
        this.failure ??= { error };
      });
    }
    return this.#next;
  }

  async #ask(): Promise<void> {
    await new Promise(setImmediate);
    const [finds, pages] = [this.#finds, this.#pages];
    this.#finds = new Map();
    this.#pages = [];
    this.#next = null;
    for (const [table, keys] of finds) {
      const rows = await this.#snapshot.find(table, [...keys.values()]);
      for (const [i, id] of [...keys.keys()].entries()) this.known.set(id, rows[i] ?? null);
    }
    for (const asked of pages) {
      asked.rows = await this.#snapshot.page(asked.table, asked.page);
      for (const row of asked.rows) this.known.set(rowId(asked.table, keyOf(asked.table, row)), row);
    }
  }
}

/** The sums of a group's counters, by row and column. */
type Sums = Map<string, number>;
const sumOf = (sums: Sums, { id, column }: Pick<Count, "id" | "column">) => sums.get(`${id} ${column}`) ?? 0;
const addTo = (sums: Sums, { id, column, by }: Pick<Count, "id" | "column" | "by">) =>
  sums.set(`${id} ${column}`, sumOf(sums, { id, column }) + by);
const numberIn = (row: AnyRow | null, column: string) => (row?.[column] ?? 0) as number;

/** What one rule reads and writes. */
class Ways {
  readonly turns: Turns;
  /** Of all rules of the group, whether they will be accepted or not. */
  readonly tentative: Sums;
  readonly reads = new Set<string>();
  readonly pages: { readonly table: Table; readonly page: AskedPage }[] = [];
  readonly writes = new Map<string, OwnWrite>();
  readonly counts: Count[] = [];
  /** An insertion that found its row ends the change, even if the rule catches the error. */
  duplicate: DuplicateError | null = null;

  constructor(turns: Turns, tentative: Sums) {
    this.turns = turns;
    this.tentative = tentative;
  }

  /** The row as the rule has made it. */
  async row(table: Table, key: AnyKey): Promise<AnyRow | null> {
    const id = rowId(table, key);
    const own = this.writes.get(id);
    if (own !== undefined) return own.after;
    this.reads.add(id);
    return this.#counted(table, key, id, await this.turns.row(table, key, id));
  }

  async page(table: Table, page: AskedPage): Promise<AnyRow[]> {
    this.pages.push({ table, page });
    const own = new Map<string, AnyRow | null>();
    for (const { table: ofCount, key, id, before, isGranted } of this.counts)
      if (ofCount === table && isGranted) own.set(id, this.#counted(table, key, id, before));
    for (const [id, write] of this.writes) if (write.table === table) own.set(id, write.after);
    const rows = await this.turns.page(table, { ...page, limit: page.limit + own.size });
    const others = rows.filter((row) => !own.has(rowId(table, keyOf(table, row))));
    return pageOf([...others, ...[...own.values()].filter((row) => row !== null)], page);
  }

  async insert(table: Table, row: AnyRow): Promise<void> {
    checkCells(table, row);
    const key = keyOf(table, row);
    const id = rowId(table, key);
    const own = this.writes.get(id);
    const known = this.turns.known.get(id);
    const before = own === undefined ? known : own.before;
    const standing = own === undefined ? this.#counted(table, key, id, known ?? null) : own.after;
    if (standing !== null) this.refuse(table);
    const places = uniquePlaces(table, row);
    for (const write of places.length === 0 ? [] : this.writes.values()) {
      if (write.table !== table || write.after === null) continue;
      if (uniquePlaces(table, write.after).some((place) => places.includes(place))) this.refuse(table);
    }
    const kind = own?.kind === "remove" || own?.kind === "replace" ? "replace" : "insert";
    this.writes.set(id, { table, key, kind, before, after: row, cells: row, added: {} });
  }

  refuse(table: Table): never {
    this.duplicate = new DuplicateError(`the table ${table.name} has the row already`);
    throw this.duplicate;
  }

  /** False when the row is not there, or has other values. */
  async change(table: Table, key: AnyKey, expected: AnyRow, cells: AnyRow): Promise<boolean> {
    checkCells(table, cells);
    const id = rowId(table, key);
    const row = await this.row(table, key);
    if (row === null || !hasValues(row, expected)) return false;
    const own = this.writes.get(id);
    const after = { ...row, ...cells };
    // Counted and written by one rule: the counter is a cell like any other.
    const counted = this.counts.filter((count) => count.id === id && count.isGranted);
    const summed = Object.fromEntries(counted.map(({ column }) => [column, after[column]]));
    const before = own === undefined ? (this.turns.known.get(id) ?? null) : own.before;
    const kind = own?.kind ?? (before === null ? "insert" : "update");
    const changed = kind === "update" ? { ...summed, ...own?.cells, ...cells } : after;
    this.writes.set(id, { table, key, kind, before, after, cells: changed, added: {} });
    return true;
  }

  async count(table: Table, key: AnyKey, column: string, by: number, bounds: Bounds): Promise<boolean> {
    if (table.isCounters) checkCells(table, emptyCounters(table, key));
    const id = rowId(table, key);
    const own = this.writes.get(id);
    if (own !== undefined) {
      if (own.after === null && !table.isCounters) return false;
      const value = numberIn(own.after, column) + by;
      if (!isWithin(value, bounds)) return false;
      if (own.after !== null) return this.change(table, key, {}, { [column]: value });
      await this.insert(table, { ...emptyCounters(table, key), [column]: value });
      return true;
    }
    const before = await this.turns.row(table, key, id);
    if (before === null && !table.isCounters) {
      this.reads.add(id);
      return false;
    }
    const value = numberIn(before, column) + sumOf(this.tentative, { id, column }) + by;
    const isGranted = isWithin(value, bounds);
    this.counts.push({ table, key, id, before, column, by, bounds, isGranted });
    if (isGranted) addTo(this.tentative, { id, column, by });
    return isGranted;
  }

  async remove(table: Table, key: AnyKey): Promise<void> {
    const id = rowId(table, key);
    const row = await this.row(table, key);
    const own = this.writes.get(id);
    if (row === null && own === undefined) return;
    const before = own === undefined ? row : own.before;
    if (own?.kind === "insert") {
      if (before === undefined && (await this.turns.row(table, key, id)) !== null) this.refuse(table);
      this.writes.delete(id);
      this.reads.add(id);
      return;
    }
    this.writes.set(id, { table, key, kind: "remove", before, after: null, cells: {}, added: {} });
  }

  /** A table as the rule sees it. */
  changes(table: Table): object {
    const get = (key: AnyKey) => this.row(table, key);
    return {
      get,
      getMany: (keys: readonly AnyKey[]) => Promise.all(keys.map(get)),
      page: async (order: readonly string[], of: readonly Cell[], page: Page) =>
        this.page(table, askedPage(table, order, of, page)),
      insert: async (...rows: readonly AnyRow[]) => {
        for (const row of rows) await this.insert(table, row);
      },
      update: (key: AnyKey, expected: AnyRow, cells: AnyRow) => this.change(table, key, expected, cells),
      touch: (key: AnyKey) => this.change(table, key, {}, {}),
      count: (key: AnyKey, column: string, by: number, bounds: Bounds) =>
        this.count(table, key, column, by, bounds),
      remove: async (...keys: readonly AnyKey[]) => {
        await Promise.all(keys.map((key) => this.remove(table, key)));
      },
    };
  }

  #counted(table: Table, key: AnyKey, id: string, row: AnyRow | null): AnyRow | null {
    const own = this.counts.filter((count) => count.id === id && count.isGranted);
    if (own.length === 0) return row;
    const counted: Record<string, unknown> = { ...(row ?? emptyCounters(table, key)) };
    for (const { column, by } of own) counted[column] = numberIn(counted, column) + by;
    return counted;
  }
}

export interface Run {
  /** What came of each rule, in their order; null if it must run again. */
  readonly outcomes: readonly (Outcome | null)[];
  readonly writes: readonly RowWrite[];
  /** How many rows and pages each rule asked for. */
  readonly questions: readonly number[];
}

/**
 * Runs rules on a snapshot.
 *
 * @throws what the snapshot throws.
 */
export async function runGroup(rules: readonly Rule<unknown>[], snapshot: Snapshot): Promise<Run> {
  const turns = new Turns(snapshot);
  const tentative: Sums = new Map();
  const runs = await Promise.all(
    rules.map(async (rule) => {
      const ways = new Ways(turns, tentative);
      let outcome: Outcome;
      try {
        outcome = { answer: await rule(changeable((table) => ways.changes(table))) };
      } catch (error) {
        outcome = { error };
      }
      return { ways, outcome: ways.duplicate === null ? outcome : { error: ways.duplicate } };
    }),
  );
  if (turns.failure !== null) throw turns.failure.error;
  const accepted = new Accepted();
  const outcomes = runs.map(({ ways, outcome }) =>
    accepted.accepts(ways, "error" in outcome) ? outcome : null,
  );
  const questions = runs.map(({ ways: { reads, pages } }) => reads.size + pages.length);
  return { outcomes, writes: accepted.all(), questions };
}

/** What the accepted rules of a group have written. */
class Accepted {
  readonly #writes = new Map<string, OwnWrite>();
  readonly #places = new Set<string>();
  readonly #counts: Count[] = [];
  readonly #counted = new Set<string>();
  #sums: Sums = new Map();

  /** Accepts a rule, and what it has written unless it failed. False, and nothing changes, if it must run again. */
  accepts(ways: Ways, hasFailed: boolean): boolean {
    if (this.#isInTheWay(ways)) return false;
    const sums = new Map(this.#sums);
    for (const count of ways.counts) {
      const value = numberIn(count.before, count.column) + sumOf(sums, count) + count.by;
      if (isWithin(value, count.bounds) !== count.isGranted) return false;
      if (count.isGranted) addTo(sums, count);
    }
    if (hasFailed) return true;
    for (const [id, write] of ways.writes) {
      this.#writes.set(id, write);
      if (write.after !== null)
        for (const place of uniquePlaces(write.table, write.after)) this.#places.add(place);
    }
    for (const count of ways.counts) {
      // One that the rule wrote afterwards is in its write.
      if (!count.isGranted || ways.writes.has(count.id)) continue;
      this.#counts.push(count);
      this.#counted.add(count.id);
      addTo(this.#sums, count);
    }
    return true;
  }

  #isInTheWay({ reads, pages, writes, counts }: Ways): boolean {
    for (const id of reads) if (this.#writes.has(id) || this.#counted.has(id)) return true;
    for (const { id } of counts) if (this.#writes.has(id)) return true;
    for (const [id, { table, after }] of writes) {
      if (this.#writes.has(id) || this.#counted.has(id)) return true;
      if (after !== null && uniquePlaces(table, after).some((place) => this.#places.has(place))) return true;
    }
    return pages.some(({ table, page }) => {
      const touches = (row: AnyRow | null | undefined) => row != null && isAsked(row, page);
      return (
        [...this.#writes.values()].some(
          (write) => write.table === table && (touches(write.before) || touches(write.after)),
        ) ||
        this.#counts.some(
          (count) =>
            count.table === table &&
            (touches(count.before ?? emptyCounters(count.table, count.key)) ||
              page.order.includes(count.column)),
        )
      );
    });
  }

  all(): RowWrite[] {
    const counters = new Map<string, { first: Count; added: Record<string, number> }>();
    for (const count of this.#counts) {
      const counter = counters.get(count.id) ?? { first: count, added: {} };
      counter.added[count.column] = (counter.added[count.column] ?? 0) + count.by;
      counters.set(count.id, counter);
    }
    const counted = [...counters.values()].map(({ first: { table, key, before }, added }): RowWrite => {
      if (before !== null) return { table, key, kind: "update", cells: {}, added };
      return { table, key, kind: "insert", cells: { ...emptyCounters(table, key), ...added }, added: {} };
    });
    return [...this.#writes.values(), ...counted];
  }
}
