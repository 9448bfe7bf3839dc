/** A store in the memory of the process: the rules' tests run on it in milliseconds. Nothing survives. */

import { type RowWrite, runGroup, type Snapshot } from "./group.js";
import { Groups } from "./groups.js";
import { MemoryRates } from "./rates.js";
import { type AnyRow, pageOf, rowId, type Table, uniquePlaces } from "./rows.js";
import { CLOSED, DuplicateError, type Query, type Rule, type Store, StoreUnavailableError } from "./store.js";

/** What several stores may share, as processes share a database. */
export class MemoryDatabase implements Snapshot {
  readonly rates: MemoryRates = new MemoryRates();
  readonly #tables = new Map<Table, Map<string, AnyRow>>();
  /** The taken places in unique indexes. */
  readonly #places = new Set<string>();
  #tail: Promise<unknown> = Promise.resolve();

  async find(table: Table, keys: readonly (readonly unknown[])[]): Promise<(AnyRow | null)[]> {
    const rows = this.#tables.get(table);
    return keys.map((key) => rows?.get(rowId(table, key)) ?? null);
  }

  async page(table: Table, page: Parameters<Snapshot["page"]>[1]): Promise<AnyRow[]> {
    return pageOf(this.#tables.get(table)?.values() ?? [], page);
  }

  /** One after the other, so that each sees one state. */
  alone<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const done = this.#tail.then(work);
    this.#tail = done.catch(() => {});
    return done;
  }

  /** @throws DuplicateError, and nothing is written. */
  write(writes: readonly RowWrite[]): void {
    const undo: (() => void)[] = [];
    try {
      for (const write of writes) this.#writeRow(write, undo);
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    }
  }

  #writeRow({ table, key, kind, cells, added }: RowWrite, undo: (() => void)[]): void {
    const rows = this.#tables.get(table) ?? new Map<string, AnyRow>();
    this.#tables.set(table, rows);
    const id = rowId(table, key);
    const former = rows.get(id);
    if (kind === "insert" && former !== undefined)
      throw new DuplicateError(`the table ${table.name} has the row already`);
    const row: Record<string, unknown> | null =
      kind === "remove" ? null : { ...(kind === "update" ? former : {}), ...cells };
    for (const [column, by] of Object.entries(added)) row![column] = (row![column] as number) + by;
    const formerPlaces = former === undefined ? [] : uniquePlaces(table, former);
    const places = row === null ? [] : uniquePlaces(table, row);
    if (places.some((place) => this.#places.has(place) && !formerPlaces.includes(place)))
      throw new DuplicateError(`the table ${table.name} has the row already`);
    const set = (toRow: AnyRow | null | undefined, from: readonly string[], to: readonly string[]) => {
      for (const place of from) this.#places.delete(place);
      for (const place of to) this.#places.add(place);
      if (toRow == null) rows.delete(id);
      else rows.set(id, toRow);
    };
    set(row, formerPlaces, places);
    undo.push(() => set(former, places, formerPlaces));
  }
}

export function openMemoryStore(database: MemoryDatabase = new MemoryDatabase()): Store {
  let isClosed = false;
  const groups = new Groups((run) => database.alone(async () => database.write(await run(database))));
  const refuseClosed = () => {
    if (isClosed) throw new StoreUnavailableError(CLOSED);
  };
  return {
    read: async <Answer>(_: string, query: Query<Answer>) => {
      refuseClosed();
      const { outcomes } = await database.alone(() => runGroup([query], database));
      const outcome = outcomes[0]!;
      if ("error" in outcome) throw outcome.error;
      return outcome.answer as Answer;
    },
    change: <Answer>(_: string, rule: Rule<Answer>) => groups.run(rule) as Promise<Answer>,
    counters: database.rates,
    ping: async () => {
      refuseClosed();
      return new Date();
    },
    close: async () => {
      isClosed = true;
      await groups.close();
    },
  };
}
