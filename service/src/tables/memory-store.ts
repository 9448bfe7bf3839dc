/** A store in the memory of the process: the rules' tests run on it in milliseconds. Nothing survives. */
import { MemoryRates } from "../store/memory-rates.js";
import { type AnyRule, type RowWrite, runGroup, type Snapshot } from "./group.js";
import { Groups } from "./groups.js";
import { type AnyRow, keyOf, pageOf, rowId, type Table, uniquePlaces } from "./rows.js";
import { CLOSED, DuplicateError, type Store, StoreUnavailableError } from "./store.js";

/** What several stores may share, as processes share a database. */
export class MemoryDatabase implements Snapshot {
  readonly rates: MemoryRates = new MemoryRates();
  #tables = new Map<Table, Map<string, AnyRow>>();
  #places = new Map<string, string>();
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
    const tables = new Map([...this.#tables].map(([table, rows]) => [table, new Map(rows)]));
    const places = new Map(this.#places);
    for (const { table, key, kind, cells, added } of writes) {
      const rows = tables.get(table) ?? new Map<string, AnyRow>();
      tables.set(table, rows);
      const id = rowId(table, key);
      const former = rows.get(id);
      if (kind === "insert" && former !== undefined) throw new DuplicateError(`${table.name} has a key already`);
      if (former !== undefined) for (const place of uniquePlaces(table, former)) places.delete(place);
      rows.delete(id);
      if (kind === "remove") continue;
      const row: Record<string, unknown> = kind === "update" ? { ...former, ...cells } : { ...cells };
      for (const [column, by] of Object.entries(added)) row[column] = (row[column] as number) + by;
      for (const place of uniquePlaces(table, row)) {
        if (places.has(place)) throw new DuplicateError(`${table.name} has a unique value already`);
        places.set(place, id);
      }
      rows.set(rowId(table, keyOf(table, row)), row);
    }
    this.#tables = tables;
    this.#places = places;
  }
}

export function openMemoryStore(database: MemoryDatabase = new MemoryDatabase()): Store {
  let isClosed = false;
  const groups = new Groups((run) => database.alone(async () => database.write(await run(database))));
  const refuseClosed = () => {
    if (isClosed) throw new StoreUnavailableError(CLOSED);
  };
  return {
    read: async <Answer>(_: string, query: unknown) => {
      refuseClosed();
      const { outcomes } = await database.alone(() => runGroup([query as AnyRule], database));
      const outcome = outcomes[0]!;
      if ("error" in outcome) throw outcome.error;
      return outcome.answer as Answer;
    },
    change: <Answer>(_: string, rule: unknown) => groups.run(rule as AnyRule) as Promise<Answer>,
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
