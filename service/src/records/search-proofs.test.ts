/** What a search looks at, in a store of a hundred thousand proofs that are not there until they are asked for. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Candidate, foldName, type SearchedProofs, searchProofs } from "./search-proofs.js";
import type { ProofQuery, ProofRecord } from "./types.js";

const ANY: ProofQuery = { text: null, hash: null, from: null, until: null, state: null, origin: null };
const PROOFS = 100_000;

function candidate(seq: number): Candidate {
  const name = seq === 1 ? "the first one" : `file ${seq}`;
  return { id: `proof ${seq}`, seq, name, receivedAt: new Date(seq), origin: "api" };
}

/** Counts what is asked of it. */
function manyProofs(changes: Partial<SearchedProofs> = {}) {
  const asked = { rows: 0, queries: 0, largest: 0 };
  const proofs: SearchedProofs = {
    placeOf: async (id) => candidate(Number(id.slice("proof ".length))),
    look: async (walk, after, limit) => {
      const span = walk.by === "seq" ? walk.span : { first: 1, last: PROOFS };
      const last = Math.min(span.last, PROOFS, (after?.seq ?? Number.POSITIVE_INFINITY) - 1);
      const count = Math.max(0, Math.min(limit, last - span.first + 1));
      asked.queries++;
      asked.rows += count;
      asked.largest = Math.max(asked.largest, limit);
      return Array.from({ length: count }, (_, i) => candidate(last - i));
    },
    batchedThrough: async () => PROOFS,
    unsettledBatches: async () => [],
    records: async (found) => found.map(({ id }) => ({ id, batch: { state: "batched" } }) as ProofRecord),
    ...changes,
  };
  return { asked, proofs };
}

test("a search that finds nothing looks at 20,000 proofs, a thousand at a time, and says where to go on", async () => {
  const { asked, proofs } = manyProofs();
  const found = await searchProofs(proofs, { ...ANY, text: "the FIRST" }, 50, null);
  expect(found.proofs).toEqual([]);
  expect(found.next).toBe(`proof ${PROOFS - asked.rows + 1}`);
  expect(asked.rows).toBeGreaterThan(18_000);
  expect(asked.rows).toBeLessThanOrEqual(20_000);
  expect(asked.largest).toBe(1_000);
});

test("going on finds the oldest proof, after which nothing follows", async () => {
  const { proofs } = manyProofs();
  let calls = 0;
  for (let before: string | null = null; ; calls++) {
    const found = await searchProofs(proofs, { ...ANY, text: "the first" }, 50, before);
    before = found.next;
    if (before !== null) continue;
    expect(found.proofs.map(({ id }) => id)).toEqual(["proof 1"]);
    break;
  }
  expect(calls).toBe(5);
});

test("a page without conditions reads little more than itself", async () => {
  const { asked, proofs } = manyProofs();
  const found = await searchProofs(proofs, ANY, 50, null);
  expect([found.proofs.length, found.next]).toEqual([50, `proof ${PROOFS - 49}`]);
  expect(asked).toEqual({ rows: 100, queries: 1, largest: 100 });
});

test("many short spans are bounded too, and the place goes on through them", async () => {
  // Every other proof is in a batch of its own that is not confirmed.
  const unsettledBatches = async () =>
    Array.from({ length: PROOFS / 2 }, (_, i) => ({
      first: 2 * i + 1,
      last: 2 * i + 1,
      state: "batched" as const,
    }));
  const { asked, proofs } = manyProofs({ unsettledBatches });
  const found = await searchProofs(proofs, { ...ANY, text: "nothing", state: "batched" }, 50, null);
  expect(asked.queries).toBeLessThan(800);
  expect(found.next).toBe(`proof ${PROOFS - 2 * asked.rows + 1}`);
  const next = await searchProofs(proofs, { ...ANY, state: "batched" }, 3, found.next);
  const from = Number(found.next!.slice("proof ".length));
  expect(next.proofs.map(({ id }) => id)).toEqual([2, 4, 6].map((back) => `proof ${from - back}`));
});

test("batches side by side are one span, and a state that none has costs no look", async () => {
  const unsettledBatches = async () =>
    [3, 1, 2].map((i) => ({ first: 10 * i + 1, last: 10 * i + 10, state: "batched" as const }));
  const { asked, proofs } = manyProofs({ unsettledBatches });
  const found = await searchProofs(proofs, { ...ANY, state: "batched" }, 50, null);
  expect([found.proofs.length, asked.queries, asked.rows]).toEqual([30, 1, 30]);
  await searchProofs(proofs, { ...ANY, state: "anchored" }, 50, null);
  expect(asked.queries).toBe(1);
});

test("a batch that moved on after its state was read is left out", async () => {
  const unsettledBatches = async () => [{ first: 1, last: 2, state: "anchored" as const }];
  const { proofs } = manyProofs({ unsettledBatches });
  expect(await searchProofs(proofs, { ...ANY, state: "anchored" }, 50, null)).toEqual({
    proofs: [],
    next: null,
  });
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
