import { describe, expect, test } from "vitest";
import { hexToBytes } from "../bytes.js";
import { BLOCK_1, GENESIS } from "./chain.testing.js";
import { CHECKPOINT_HASHES, EPOCH_TARGETS } from "./checkpoint-table.js";
import {
  CHECKPOINTS,
  Checkpoints,
  type EpochEnd,
  encodeCheckpointTable,
  LAST_CHECKPOINT_HEIGHT,
  nextCheckpointHeight,
} from "./checkpoints.js";
import { MAX_TARGET, targetOfBits } from "./header.js";

/** The hash of block 2015. */
const LAST_OF_FIRST = hexToBytes(
  "00000000693067b0e6b440bc51450b9f3850561b07f6d3c021c54fbd6abb9763",
).reverse();

describe("the shipped table", () => {
  test("has the end of every epoch and a target more, up to height 953,567 or later", () => {
    const epochs = atob(CHECKPOINT_HASHES).length / 16;
    expect(atob(EPOCH_TARGETS)).toHaveLength(4 * (epochs + 1));
    expect(LAST_CHECKPOINT_HEIGHT).toBe(epochs * 2016 - 1);
    expect(LAST_CHECKPOINT_HEIGHT).toBeGreaterThanOrEqual(953_567);
  });

  test("knows Bitcoin's first block, the last one of each epoch, and no other heights", () => {
    expect(CHECKPOINTS.has(0, GENESIS.hash)).toBe(true);
    expect(CHECKPOINTS.has(0, BLOCK_1.hash)).toBe(false);
    expect(CHECKPOINTS.has(2015, LAST_OF_FIRST)).toBe(true);
    expect(CHECKPOINTS.has(2015, LAST_OF_FIRST.with(15, LAST_OF_FIRST[15]! ^ 1))).toBe(false);
    for (const height of [-1, 1, 2014, 2016, LAST_CHECKPOINT_HEIGHT - 1, LAST_CHECKPOINT_HEIGHT + 2016]) {
      expect(CHECKPOINTS.has(height, GENESIS.hash)).toBeNull();
    }
    expect(CHECKPOINTS.has(LAST_CHECKPOINT_HEIGHT, GENESIS.hash)).toBe(false);
  });

  test("names the next checkpoint of a height, and the height after a checkpoint", () => {
    const next = [0, 1, 2015, 2016, LAST_CHECKPOINT_HEIGHT].map((height) => CHECKPOINTS.nextHeight(height));
    expect(next).toEqual([0, 2015, 2015, 4031, LAST_CHECKPOINT_HEIGHT]);
    expect(CHECKPOINTS.nextHeight(LAST_CHECKPOINT_HEIGHT + 1)).toBeNull();
    expect(nextCheckpointHeight(2016)).toBe(4031);
    expect(CHECKPOINTS.heightAfter(LAST_OF_FIRST)).toBe(2016);
    expect(CHECKPOINTS.heightAfter(BLOCK_1.hash)).toBeNull();
  });

  test("has exact targets, and beyond them a bound of four times the last", () => {
    expect(CHECKPOINTS.maxTargetAt(0)).toBe(MAX_TARGET);
    expect(CHECKPOINTS.bitsAt(32_255)).toBe(0x1d00ffff);
    expect(CHECKPOINTS.bitsAt(32_256)).toBe(0x1d00d86a);
    const last = targetOfBits(CHECKPOINTS.bitsAt(LAST_CHECKPOINT_HEIGHT + 2016)!)!;
    expect(CHECKPOINTS.maxTargetAt(LAST_CHECKPOINT_HEIGHT + 2016)).toBe(last);
    expect(CHECKPOINTS.bitsAt(LAST_CHECKPOINT_HEIGHT + 2017)).toBeNull();
    expect(CHECKPOINTS.maxTargetAt(LAST_CHECKPOINT_HEIGHT + 2017)).toBe(4n * last);
    expect(CHECKPOINTS.maxTargetAt(10_000_000)).toBe(4n * last);
  });
});

describe("a table", () => {
  test("has a target more than hashes", () => {
    for (const [hashes, targets] of [
      [0, 4],
      [16, 4],
      [16, 12],
      [17, 8],
    ] as const) {
      const table = { hashes: new Uint8Array(hashes), targets: new Uint8Array(targets) };
      expect(() => new Checkpoints(table)).toThrow(RangeError);
    }
  });

  test("bounds targets beyond it by the easiest that Bitcoin has", () => {
    const bitsBeyond = (...last: number[]) =>
      new Checkpoints({
        hashes: new Uint8Array(16),
        targets: Uint8Array.of(0x1d, 0, 0xff, 0xff, ...last),
      }).maxTargetAt(4032);
    expect(bitsBeyond(0x1d, 0, 0xff, 0xff)).toBe(MAX_TARGET);
    expect(bitsBeyond(0x1c, 0x3f, 0xff, 0xc0)).toBe(MAX_TARGET);
    expect(bitsBeyond(0x1c, 0x3f, 0xff, 0xbf)).toBe(4n * targetOfBits(0x1c3fffbf)!);
  });

  test("is written only of epochs that can follow each other", () => {
    const end: EpochEnd = { lastHash: LAST_OF_FIRST, nextBits: 0x1d00ffff };
    expect(encodeCheckpointTable([end])).toContain('"Y5e7ar1PxSHA0/YHG1ZQOA=="');
    expect(encodeCheckpointTable([end])).toContain('"HQD//x0A//8="');
    expect(() => encodeCheckpointTable([])).toThrow("at least one");
    expect(() => encodeCheckpointTable([{ ...end, lastHash: new Uint8Array(32).fill(1) }])).toThrow("2015");
    expect(() => encodeCheckpointTable([{ ...end, lastHash: new Uint8Array(31) }])).toThrow("2015");
    expect(() => encodeCheckpointTable([{ ...end, nextBits: 0x1c3fffbf }])).toThrow("2016");
    expect(() => encodeCheckpointTable([{ ...end, nextBits: 0 }])).toThrow("2016");
    // A second hash must meet the target that the first epoch's end states.
    const harder = { ...end, nextBits: 0x1c3fffc0 };
    expect(() => encodeCheckpointTable([harder, harder])).toThrow("4031");
  });
});
