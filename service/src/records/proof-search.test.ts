/** What a search looks at, in an account of a hundred thousand proofs that are not there until they are asked for. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Page, Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { lowestIdAt, timeOfId } from "./ordered-id.js";
import { countDays, foldName, MAX_COUNTED, search } from "./proof-search.js";
import type { ProofQuery } from "./types.js";

const ANY: ProofQuery = { text: null, hash: null, from: null, until: null, state: null, origin: null };
const PROOFS = 100_000;

function proof(number: number): Row<"proofs"> {
  const name = number === 1 ? "the first one" : `file ${number}`;
  return { id: lowestIdAt(number), name, receivedAt: new Date(number), isWeb: false } as Row<"proofs">;
}

const idOf = (after: object | readonly unknown[]) =>
  "id" in after ? (after as Row<"proofs">).id : (after as readonly string[])[0]!;

/** Counts what is asked of it. */
function manyProofs(stored = PROOFS) {
  const asked = { rows: 0, pages: 0, largest: 0 };
  const proofs = {
    get: async ([, id]: readonly [string, string]) => proof(timeOfId(id)),
    getMany: async (keys: readonly (readonly [string, string])[]) =>
      keys.map(([, id]) => proof(timeOfId(id))),
    page: async (_order: unknown, _of: unknown, { after, limit }: Page) => {
      const last = Math.min(stored, timeOfId(idOf(after!)) - 1);
      const count = Math.max(0, Math.min(limit, last));
      asked.pages++;
      asked.rows += count;
      asked.largest = Math.max(asked.largest, limit);
      return Array.from({ length: count }, (_, i) => proof(last - i));
    },
  };
  const none = { getMany: async (keys: readonly unknown[]) => keys.map(() => null), page: async () => [] };
  // All are queued.
  const queue = {
    getMany: async (keys: readonly (readonly [string])[]) => keys.map(([id]) => ({ proof: id })),
  };
  const rows = { proofs, queue, seals: none, portions: none } as unknown as Readable;
  const store = { read: (_: string, query: (rows: Readable) => unknown) => query(rows) } as unknown as Store;
  return { asked, store };
}

test("a search that finds nothing looks at 20,000 proofs, a thousand at a time, and says where to go on", async () => {
  const { asked, store } = manyProofs();
  const found = await search(store, "an account", { ...ANY, text: "the FIRST" }, 50, null);
  expect(found.proofs).toEqual([]);
  expect(timeOfId(found.next!)).toBe(PROOFS - asked.rows + 1);
  expect(asked.rows).toBeGreaterThan(18_000);
  expect(asked.rows).toBeLessThanOrEqual(20_000);
  expect(asked.largest).toBe(1_000);
});

test("a count of days has 10,000 proofs at most, and leaves out the day in which it stopped", async () => {
  const { asked, store } = manyProofs();
  const counted = await countDays(store, "an account", new Date(0));
  expect(counted).toEqual({ days: new Map(), stoppedIn: "1970-01-01" });
  expect([asked.rows, asked.largest]).toEqual([MAX_COUNTED + 1, 1_000]);
});

test("a count of exactly 10,000 proofs is whole", async () => {
  const { store } = manyProofs(MAX_COUNTED);
  const counted = await countDays(store, "an account", new Date(0));
  expect(counted).toEqual({ days: new Map([["1970-01-01", MAX_COUNTED]]), stoppedIn: null });
});

test("going on finds the oldest proof, after which nothing follows", async () => {
  const { store } = manyProofs();
  let calls = 0;
  for (let before: string | null = null; ; calls++) {
    const found = await search(store, "an account", { ...ANY, text: "the first" }, 50, before);
    before = found.next;
    if (before !== null) continue;
    expect(found.proofs.map(({ name }) => name)).toEqual(["the first one"]);
    break;
  }
  expect(calls).toBe(5);
});

test("a page without conditions reads little more than itself", async () => {
  const { asked, store } = manyProofs();
  const { proofs, next } = await search(store, "an account", ANY, 50, null);
  expect([proofs.length, timeOfId(next!)]).toEqual([50, PROOFS - 49]);
  expect(asked).toEqual({ rows: 51, pages: 1, largest: 51 });
});

test("names are compared without case and in one form of Unicode", () => {
  expect(foldName("u\u0308BER")).toBe(foldName("Über"));
  expect(foldName("Straße")).toBe(foldName("STRASSE"));
  expect(foldName("ὈΔΥΣΣΕΎΣ")).toBe(foldName("ὀδυσσεύς"));
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(foldName(text.normalize("NFD"))).toBe(foldName(text));
      expect(foldName(foldName(text))).toBe(foldName(text));
    }),
  );
});
