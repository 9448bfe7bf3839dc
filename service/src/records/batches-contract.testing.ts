/** Batches of many proofs, which are built in portions: resumed, taken over, and found again. */
import { createHash, randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { eachOpened } from "../store/each-opened.testing.js";
import type { OpenedTwice } from "../store/port-contract.testing.js";
import { LeaseLostError, type Store } from "../store/store.js";
import { orderedIds } from "./ordered-id.js";
import { KnownPortions, placesOf, portionsOf } from "./portions.js";
import { type Records, recordsOn } from "./records.js";
import { randomHash } from "./registration.testing.js";
import type { Lease, QueueSlice } from "./types.js";

const AT = new Date("2026-03-01T12:00:00.000Z");
const LEASE_MS = 600_000;
/** What one change moves. */
const PORTION = 1_024;
/** Rows of one change. */
const ROWS = 1_000;
const account = randomUUID();

const hashOf = (id: string) => createHash("sha256").update(id).digest("hex");
/** Of one instance. */
const idsAt = (at: Date, count: number) => Array.from({ length: count }, orderedIdsAt(at));
function orderedIdsAt(at: Date): () => string {
  const next = orderedIds();
  return () => next(at);
}

/** Registers proofs without their rules. */
async function enqueue(store: Store, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += ROWS) {
    const some = ids.slice(at, at + ROWS);
    await store.change("test.enqueue", async (rows) => {
      const proof = { account, name: "file", size: null, mimeType: "text/plain", metadata: null };
      const made = { ...proof, receivedAt: AT, isFirst: true, isWeb: false };
      await Promise.all([
        rows.proofs.insert(
          ...some.map((id) => ({ ...made, id, certificate: randomUUID(), hash: hashOf(id) })),
        ),
        rows.queue.insert(...some.map((id) => ({ proof: id, hash: hashOf(id) }))),
      ]);
    });
  }
}

/** Declares the suite for one engine. */
export function describeBatches(name: string, openTwo: () => Promise<OpenedTwice>): void {
  describe(`batches of many proofs on ${name}`, () => {
    const opened = eachOpened(openTwo);
    let store: Store;
    let records: Records;
    let lease: Lease;
    beforeEach(async () => {
      store = opened().stores[0];
      records = recordsOn(store);
      lease = (await records.leases.acquire("batch", "this", LEASE_MS))!;
    });

    const leavesOf = async (slice: QueueSlice, step: number) => {
      const leaves: string[] = [];
      for (let at = 0; at < slice.count; at += step) {
        const part = await records.batches.readQueue(slice, at, step);
        expect(part.map(({ hash }) => hash)).toEqual(part.map(({ proofId }) => hashOf(proofId)));
        expect(part).toHaveLength(Math.min(step, slice.count - at));
        leaves.push(...part.map(({ proofId }) => proofId));
      }
      return leaves;
    };
    const commit = (slice: QueueSlice, of: Records = records) => {
      const batch = { id: randomUUID(), root: randomHash(), leafCount: slice.count, createdAt: AT };
      return of.batches.commit(slice, { ...batch, chainIds: [31_337, 1] });
    };
    const expectPlaces = async (number: number, leaves: readonly string[]) => {
      const places = await store.read("test.places", (rows) => placesOf(rows, leaves, new KnownPortions()));
      const placesInOrder = leaves.map((id) => places.get(id));
      expect(placesInOrder).toEqual(leaves.map((_, leaf) => ({ batch: number, leaf })));
      // Also each by itself.
      for (const leaf of [0, Math.floor(leaves.length / 2), leaves.length - 1]) {
        const proof = await records.proofs.find(leaves[leaf]!);
        expect(proof).toMatchObject({ batch: { number, leafCount: leaves.length }, leafIndex: leaf });
      }
    };
    const look = () =>
      store.read("test.look", async (rows) => ({
        queued: (await rows.queue.page(["proof"], [], { limit: 4 * PORTION })).length,
        drafts: (await rows.drafts.page(["batch", "firstLeaf"], [], { limit: 9 })).length,
      }));

    it("are resumed under a later lease, with what was registered in between, whatever its identifiers", async () => {
      const ids = idsAt(AT, 2 * PORTION + 300);
      await enqueue(store, ids);
      const slice = (await records.batches.peekQueue(lease, 10_000))!;
      expect(slice).toMatchObject({ batchNumber: 1, count: ids.length, oldestReceivedAt: AT });
      expect(await look()).toEqual({ queued: 300, drafts: 2 });
      expect(await leavesOf(slice, 700)).toEqual(ids);
      // Moved proofs are queued as far as anybody can see.
      expect(await records.proofs.find(ids[0]!)).toMatchObject({ batch: null, leafIndex: null });
      expect((await records.proofs.list(account, 3, null)).proofs.map(({ batch }) => batch)).toEqual([
        ...[null, null, null],
      ]);

      // Another instance goes on. A clock that is behind has made identifiers below those that were moved.
      const late = idsAt(new Date(AT.getTime() - 1), 5);
      await enqueue(store, late);
      const other = recordsOn(opened().stores[1]);
      await records.leases.release(lease);
      const successor = (await other.leases.acquire("batch", "other", LEASE_MS))!;
      await expect(records.batches.peekQueue(lease, 10_000)).rejects.toThrow(LeaseLostError);
      await expect(commit(slice)).rejects.toThrow(LeaseLostError);
      const next = (await other.batches.peekQueue(successor, 10_000))!;
      expect(next).toMatchObject({ batchNumber: 1, count: ids.length + 5 });
      const leaves = await leavesOf(next, PORTION);
      expect(leaves).toEqual([...ids.slice(0, 2 * PORTION), ...late, ...ids.slice(2 * PORTION)]);
      expect(await commit(next, other)).toBe(true);
      expect(await commit(next, other)).toBe(false);
      await expectPlaces(1, leaves);
      expect(await other.batches.peekQueue(successor, 10_000)).toBeNull();
      expect(await look()).toEqual({ queued: 0, drafts: 0 });
    });

    it("are cut at the limit, also within a portion, and take each proof once", async () => {
      const ids = idsAt(AT, 2 * PORTION + 100);
      await enqueue(store, ids);
      const first = (await records.batches.peekQueue(lease, PORTION + 100))!;
      expect(first.count).toBe(PORTION + 100);
      const leaves = await leavesOf(first, 1_000);
      // More is registered before the batch is made.
      const more = idsAt(new Date(AT.getTime() + 1_000), 50);
      await enqueue(store, more);
      expect(await commit(first)).toBe(true);
      const second = (await records.batches.peekQueue(lease, PORTION))!;
      expect(second).toMatchObject({ batchNumber: 2, count: PORTION });
      expect(await look()).toEqual({ queued: 50, drafts: 1 });
      const others = await leavesOf(second, PORTION);
      expect(await commit(second)).toBe(true);
      const third = (await records.batches.peekQueue(lease, PORTION))!;
      expect(third).toMatchObject({ batchNumber: 3, count: 50 });
      const last = await leavesOf(third, PORTION);
      expect(await commit(third)).toBe(true);
      expect([...leaves, ...others, ...last]).toEqual([...ids, ...more]);
      await expectPlaces(1, leaves);
      await expectPlaces(2, others);
      await expectPlaces(3, last);
    });

    it("are not made of a slice to which a portion was added", async () => {
      await enqueue(store, idsAt(AT, PORTION - 1));
      const slice = (await records.batches.peekQueue(lease, 10_000))!;
      await enqueue(store, idsAt(AT, 1));
      const longer = (await records.batches.peekQueue(lease, 10_000))!;
      expect(await commit(slice)).toBe(false);
      expect(await commit(longer)).toBe(true);
    });

    it("are searched by their states while they are built and made", async () => {
      const ids = idsAt(AT, PORTION + 10);
      await enqueue(store, ids);
      const query = { text: null, hash: null, from: null, until: null, origin: null };
      const search = async (state: "queued" | "batched" | "confirmed") =>
        (await records.proofs.search(account, { ...query, state }, 4 * PORTION, null)).proofs.length;
      const slice = (await records.batches.peekQueue(lease, 10_000))!;
      expect([await search("queued"), await search("batched")]).toEqual([ids.length, 0]);
      await commit(slice);
      expect([await search("queued"), await search("batched"), await search("confirmed")]).toEqual([
        ...[0, ids.length, 0],
      ]);
    });

    it("have portions in which each proof is found, however their ranges overlap", async () => {
      // Ids of few milliseconds, dealt out to batches in runs.
      const dealt = fc.array(fc.record({ batch: fc.nat(3), ms: fc.nat(20), count: fc.nat(40) }), {
        minLength: 1,
        maxLength: 12,
      });
      let number = 0;
      const known = new KnownPortions();
      await fc.assert(
        fc.asyncProperty(dealt, fc.nat(), async (runs, seed) => {
          number += 10;
          const at = (ms: number) => new Date(1e9 * number + ms);
          const expected = new Map<string, { batch: number; leaf: number }>();
          const leafCounts = new Map<number, number>();
          for (const { batch: which, ms, count } of runs) {
            const batch = number + which;
            const ids = [...idsAt(at(ms), count), ...idsAt(at(20), 1)].sort();
            const firstLeaf = leafCounts.get(batch) ?? 0;
            await store.change("test.portions", (rows) =>
              rows.portions.insert(...portionsOf(batch, firstLeaf, ids)),
            );
            for (const [i, id] of ids.entries()) expected.set(id, { batch, leaf: firstLeaf + i });
            leafCounts.set(batch, firstLeaf + ids.length);
          }
          const queued = idsAt(at(10), 3);
          await enqueue(store, queued);
          const asked = [...expected.keys(), ...queued].filter(
            (id) => (hashOf(id).charCodeAt(0) + seed) % 3 > 0,
          );
          const places = await store.read("test.places", (rows) => placesOf(rows, asked, known));
          expect(asked.map((id) => places.get(id))).toEqual(asked.map((id) => expected.get(id)));
          // Again, of what is known by now.
          const others = [...expected.keys()];
          const found = await store.read("test.places", (rows) => placesOf(rows, others, known));
          expect(others.map((id) => found.get(id))).toEqual(others.map((id) => expected.get(id)));
        }),
        { numRuns: 20 },
      );
    });
  });
}
