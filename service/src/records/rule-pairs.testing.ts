/**
 * Rules of the same rows, each beside each: whatever two changes or queries read before the other one wrote, their
 * answers and what they leave are as if one had followed the other. What follows is known from the engine in memory.
 */
import { describe, expect, it } from "vitest";
import { STRIDE } from "../../../shared/src/testing/extent.testing.js";
import { eachOpened } from "../store/each-opened.testing.js";
import { openMemoryStore } from "../store/memory-store.testing.js";
import type { OpenedTwice } from "../store/port-contract.testing.js";
import type { AnyRow } from "../store/rows.js";
import type { Changeable, Changes, Readable, Store } from "../store/store.js";
import { TABLES, type TableName, type TableRule } from "../store/tables.js";
import { type Records, recordsOn } from "./records.js";

export type AnyRule = (records: Records, store: Store) => Promise<unknown>;

export interface Scene {
  readonly name: string;
  /** What the rules write, with values of the first columns of the keys. A `ref` needs one. */
  readonly tables: { readonly [T in TableName]?: readonly unknown[] };
  prepare(rows: Changeable): Promise<void>;
  /** Each is one change. */
  readonly rules: Readonly<Record<string, AnyRule>>;
  /** Each is one read. They are asked beside rules, not beside each other. */
  readonly queries?: Readonly<Record<string, AnyRule>>;
  /** What is wrong with the rows, whatever has happened to them. */
  faults(rows: Readable): Promise<readonly string[]>;
}

const MAX_ROWS = 1_000;
/** Scenes of more pairs may try a part of them. */
const FEW_PAIRS = 9;

/** @param isSideBySide whether the engine runs two rules at a time, so that they can meet. */
export function describeRulePairs(
  name: string,
  openTwo: () => Promise<OpenedTwice>,
  scenes: readonly Scene[],
  { isSideBySide }: { readonly isSideBySide: boolean },
): void {
  describe(`rules beside each other on ${name}`, () => {
    const opened = eachOpened(openTwo);

    const expectSerial = async (
      scene: Scene,
      stores: readonly [Store, Store],
      where: "inside" | "before",
    ) => {
      await begin(scene, stores[0]);
      const all = pairsOf(scene);
      const isPart = where === "inside" && all.length > FEW_PAIRS;
      for (const pair of isPart ? all.filter((_, i) => i % STRIDE === 0) : all) {
        const answers = await sideBySide(scene, stores, pair, where);
        const found = await endOf(scene, stores[0], answers);
        const [left, right] = pair;
        const serial = [await oneByOne(scene, pair), swapped(await oneByOne(scene, [right, left]))];
        expect(serial, `${left} beside ${right}`).toContainEqual(found);
        expect(found.faults, `${left} beside ${right}`).toEqual([]);
      }
    };

    it.runIf(isSideBySide).each(scenes)("$name: in two transactions", (scene) =>
      expectSerial(scene, opened().stores, "inside"),
    );

    // Groups are the same for all engines but SQLite.
    it.runIf(!isSideBySide).each(scenes)("$name: in one group", (scene) => {
      const [store] = opened().stores;
      return expectSerial(scene, [store, store], "before");
    });

    it.runIf(isSideBySide)("are told from such as depend on what they do not write", async () => {
      await expect(expectSerial(OPEN, opened().stores, "inside")).rejects.toThrow(/beside/);
    });
  });
}

/** A rule that closes nothing: in two transactions, both find an empty table. */
const OPEN: Scene = {
  name: "the next number",
  tables: { headers: [] },
  prepare: async () => {},
  rules: {
    ...Object.fromEntries(
      [1, 2].map((epoch) => [
        `epoch ${epoch}`,
        (_: Records, store: Store) =>
          store.change("test.next", async (rows) => {
            const former = await rows.headers.page(["epoch"], [], { limit: 9 });
            await rows.headers.insert({ epoch, run: new Uint8Array(former.length) });
          }),
      ]),
    ),
  },
  faults: async () => [],
};

/** A rule and what is asked beside it: rules, itself as well, and queries. */
function pairsOf({ rules, queries = {} }: Scene): (readonly [string, string])[] {
  const names = Object.keys(rules);
  return names.flatMap((left, i) =>
    [...names.slice(i), ...Object.keys(queries)].map((right) => [left, right] as const),
  );
}

type Ended = { readonly answer: unknown } | { readonly error: string };

interface End {
  readonly answers: readonly Ended[];
  readonly rows: unknown;
  readonly faults: readonly string[];
}

const swapped = ({ answers, ...end }: End): End => ({ ...end, answers: answers.toReversed() });

async function oneByOne(scene: Scene, names: readonly string[]): Promise<End> {
  const store = openMemoryStore();
  await begin(scene, store);
  const answers: Ended[] = [];
  for (const name of names) answers.push(await ended(scene, name, store));
  return endOf(scene, store, answers);
}

async function ended(scene: Scene, name: string, store: Store): Promise<Ended> {
  try {
    const asked = (scene.rules[name] ?? scene.queries?.[name])!;
    return { answer: await asked(recordsOn(store), store) };
  } catch (error) {
    return { error: (error as Error).name };
  }
}

/**
 * @param where they meet: `inside` each change, after its snapshot was taken and before it writes, or `before` their
 * changes, which then are in one group if they are asked of one store.
 */
async function sideBySide(
  scene: Scene,
  stores: readonly [Store, Store],
  names: readonly [string, string],
  where: "inside" | "before",
): Promise<readonly Ended[]> {
  let arrived = 0;
  let open = () => {};
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  return Promise.all(
    names.map(async (name, i) => {
      let isThere = false;
      const meet = (): Promise<void> => {
        if (!isThere && ++arrived === 2) open();
        isThere = true;
        return both;
      };
      try {
        return await ended(scene, name, meetingStore(stores[i]!, where, meet));
      } finally {
        void meet();
      }
    }),
  );
}

function meetingStore(store: Store, where: "inside" | "before", meet: () => Promise<void>): Store {
  return {
    read: (name, query) => store.read(name, query),
    change: async (name, rule) => {
      if (where === "inside") return store.change(name, (rows) => rule(meetingRows(rows, meet)));
      await meet();
      return store.change(name, rule);
    },
    counters: store.counters,
    ping: (need) => store.ping(need),
    close: () => store.close(),
  };
}

const WRITES: ReadonlySet<unknown> = new Set<keyof Changes<TableName>>([
  "insert",
  "update",
  "touch",
  "count",
  "remove",
]);

function meetingRows(rows: Changeable, meet: () => Promise<void>): Changeable {
  return new Proxy(rows, {
    get: (_, table) => {
      const own = rows[table as TableName];
      return new Proxy(own, {
        get: (_, method) => {
          const call = Reflect.get(own, method).bind(own) as (...args: unknown[]) => unknown;
          if (!WRITES.has(method)) return call;
          return async (...args: unknown[]) => {
            await meet();
            return call(...args);
          };
        },
      });
    },
  });
}

/** A table whose name is known at run time only. */
type AnyTable = Pick<Changes<"leases">, "page" | "remove">;
const tableOf = (rows: Readable, table: TableName) => rows[table] as unknown as AnyTable;

const named = (scene: Scene) => Object.entries(scene.tables) as [TableName, readonly unknown[]][];

async function everyRowOf(rows: Readable, table: TableName, of: readonly unknown[]): Promise<AnyRow[]> {
  const order = TABLES[table].key as readonly string[] as readonly ["name"];
  return [...(await tableOf(rows, table).page(order, of, { limit: MAX_ROWS }))] as unknown as AnyRow[];
}

const begin = (scene: Scene, store: Store): Promise<void> =>
  store.change("test.begin", (rows) => scene.prepare(rows));

/** Makes the rows anew for what is asked next: one change, which a slow engine is grateful for. */
function endOf(scene: Scene, store: Store, answers: readonly Ended[]): Promise<End> {
  return store.change("test.end", async (rows) => {
    const all = await Promise.all(
      named(scene).map(async ([table, of]) => [table, await everyRowOf(rows, table, of)] as const),
    );
    const faults = await scene.faults(rows);
    for (const [table, found] of all) {
      const { key }: TableRule = TABLES[table];
      const keys = found.map((row) => key.map((column) => row[column]));
      await tableOf(rows, table).remove(...(keys as unknown as readonly (readonly [string])[]));
    }
    await scene.prepare(rows);
    const seen = all.map(([table, found]) => [table, comparable(table, found)]);
    return { answers, rows: Object.fromEntries(seen), faults };
  });
}

/** Columns that clocks and chance give. */
const BY_CHANCE: { readonly [T in TableName]?: readonly string[] } = {
  accounts: ["eraseDueAt"],
  garbage: ["endedAt"],
  leases: ["expiresAt"],
  seals: ["hold", "heldUntil", "toStampSince", "toRequestChainSince"],
};

/** Without what clocks and chance give: of identifiers that are places, their order. */
function comparable(table: TableName, rows: readonly AnyRow[]): readonly AnyRow[] {
  const places = rows.map(({ place }) => place).sort();
  return rows.map((row) => ({
    ...row,
    ...(typeof row["place"] === "string" ? { place: places.indexOf(row["place"]) } : {}),
    ...Object.fromEntries((BY_CHANCE[table] ?? []).map((column) => [column, row[column] !== null])),
  }));
}
