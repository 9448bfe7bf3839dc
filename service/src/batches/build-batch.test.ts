import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { MerkleTree } from "@svc-proof/shared/merkle";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newCaller } from "../records/account.testing.js";
import { openSqliteRecords, type Records } from "../records/records.js";
import { newRegistration } from "../records/registration.testing.js";
import type { BatchRecord, Tile } from "../records/types.js";
import { buildBatch, readAuditPath, TileDamagedError, TileWriter } from "./build-batch.js";

describe("build batch", () => {
  const INTERVAL_MS = 60_000;

  let folder: string;
  let store: Records;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-seal-"));
    store = await openSqliteRecords(join(folder, "service.sqlite"));
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  async function register(receivedAt: Date): Promise<void> {
    await store.proofs.register(newRegistration(await newCaller(store), { receivedAt, dailyLimit: 10 }));
  }

  it.each([
    ["has waited the interval", -INTERVAL_MS, 10, true],
    ["has waited less", -INTERVAL_MS / 2, 10, false],
    ["was received by an instance whose clock is 5 s ahead", 5_000, 10, false],
    ["was received before the clock was set back", 2 * INTERVAL_MS, 10, true],
    ["fills a batch", 0, 1, true],
  ])("a proof that %s", async (_, receivedInMs, batchMaxLeaves, isDue) => {
    await register(new Date(Date.now() + receivedInMs));
    const lease = (await store.leases.acquire("batch", "test", 60_000))!;
    const sealed = await buildBatch(store.batches, {
      lease,
      batchIntervalMs: INTERVAL_MS,
      batchMaxLeaves,
      chainIds: [1],
    });
    expect(sealed).toEqual(isDue ? expect.objectContaining({ number: 1, leafCount: 1 }) : null);
  });
});

describe("tiles", () => {
  /** Distinct leaves: the hash of their position. */
  function leavesOf(count: number): Uint8Array {
    const leaves = new Uint8Array(count * 32);
    const seed = new Uint8Array(4);
    const view = new DataView(seed.buffer);
    for (let i = 0; i < count; i++) {
      view.setUint32(0, i);
      leaves.set(sha256(seed), i * 32);
    }
    return leaves;
  }

  function build(leaves: Uint8Array) {
    const writer = new TileWriter();
    const tiles: Tile[] = [];
    for (let at = 0; at < leaves.length; at += 32) {
      writer.append(leaves.subarray(at, at + 32));
      if (at % 4_096 === 0) tiles.push(...writer.takeTiles());
    }
    const root = writer.end();
    tiles.push(...writer.takeTiles());
    return { root, tiles, batch: { number: 1, root, leafCount: leaves.length / 32 } as BatchRecord };
  }

  function shelf(tiles: readonly Tile[]) {
    const byPlace = new Map(tiles.map((tile) => [`${tile.level}/${tile.index}`, tile.values]));
    let reads = 0;
    return {
      readTile: async (_: BatchRecord, level: number, index: number) => {
        reads++;
        return byPlace.get(`${level}/${index}`) ?? null;
      },
      takeReads: () => {
        const taken = reads;
        reads = 0;
        return taken;
      },
      byPlace,
    };
  }

  async function agreesWithTree(leafCount: number, indexes: Iterable<number>): Promise<void> {
    const leaves = leavesOf(leafCount);
    const tree = new MerkleTree(leaves);
    const { root, tiles, batch } = build(leaves);
    expect(root).toBe(bytesToHex(tree.root));
    const store = shelf(tiles);
    for (const index of indexes) {
      expect(await readAuditPath(store, batch, index), `leaf ${index} of ${leafCount}`).toEqual(
        tree.path(index),
      );
      expect(store.takeReads()).toBeLessThanOrEqual(3);
    }
  }

  const all = (count: number) => Array.from({ length: count }, (_, index) => index);
  /** Leaves at the edges of tiles of every level, and the last ones, where promotion happens. */
  const edges = (count: number) =>
    [
      0,
      1,
      254,
      255,
      256,
      257,
      511,
      512,
      65_279,
      65_280,
      65_535,
      65_536,
      count - 3,
      count - 2,
      count - 1,
    ].filter((index) => index >= 0 && index < count);

  describe("tiles", () => {
    it.each([1, 2, 3, 4, 5, 7, 255, 256, 257, 258, 511, 513, 769])(
      "give each path of %i leaves",
      async (count) => {
        await agreesWithTree(count, all(count));
      },
    );

    it.each([65_279, 65_535, 65_536, 65_537, 65_793, 131_073])(
      "give the paths at the edges of %i leaves",
      async (count) => {
        await agreesWithTree(count, edges(count));
      },
    );

    it("give the paths of the largest batch, and of no larger one", async () => {
      const leaves = leavesOf(2 ** 20);
      const { root, tiles, batch } = build(leaves);
      const tree = new MerkleTree(leaves);
      expect(root).toBe(bytesToHex(tree.root));
      const store = shelf(tiles);
      for (const index of edges(2 ** 20))
        expect(await readAuditPath(store, batch, index)).toEqual(tree.path(index));

      const writer = new TileWriter();
      for (let at = 0; at < leaves.length; at += 32) writer.append(leaves.subarray(at, at + 32));
      expect(() => writer.append(new Uint8Array(32))).toThrow(RangeError);
    });

    it("give the paths of any number of leaves", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 5_000 }),
          fc.array(fc.nat(), { maxLength: 8 }),
          (count, picks) => agreesWithTree(count, [...picks.map((pick) => pick % count), ...edges(count)]),
        ),
        { numRuns: 40 },
      );
    });

    it("hold 32 bytes a leaf and little more", () => {
      const { tiles } = build(leavesOf(70_000));
      const bytes = tiles.reduce((sum, { values }) => sum + values.length, 0);
      expect(bytes).toBe(32 * (70_000 + Math.ceil(70_000 / 256) + 2));
    });

    it("are read once for all the paths through them", async () => {
      const { tiles, batch } = build(leavesOf(600));
      const store = shelf(tiles);
      for (let index = 0; index < 256; index++) await readAuditPath(store, batch, index);
      expect(store.takeReads()).toBe(2);
    });

    it("are refused when damaged", async () => {
      const { tiles, batch } = build(leavesOf(600));
      const { readTile, byPlace } = shelf(tiles);
      byPlace.set("0/2", byPlace.get("0/2")!.subarray(32));
      byPlace.delete("0/1");
      await expect(readAuditPath({ readTile }, batch, 599)).rejects.toThrow(TileDamagedError);
      await expect(readAuditPath({ readTile }, batch, 256)).rejects.toThrow(TileDamagedError);
      await expect(readAuditPath({ readTile }, batch, 0)).resolves.toHaveLength(10);
      await expect(readAuditPath({ readTile }, batch, 600)).rejects.toThrow(RangeError);
      await expect(readAuditPath({ readTile }, batch, -1)).rejects.toThrow(RangeError);
      await expect(readAuditPath({ readTile }, batch, 0.5)).rejects.toThrow(RangeError);
    });

    it("refuse an invalid leaf, and an empty batch", () => {
      expect(() => new TileWriter().append(new Uint8Array(31))).toThrow(RangeError);
      expect(() => new TileWriter().end()).toThrow(RangeError);
    });
  });
});
