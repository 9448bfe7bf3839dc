/** What is read of a file of raw headers: no more than leads from the heights that are asked about to a checkpoint. */

import { EPOCH_BLOCKS, HEADER_BYTES, LAST_CHECKPOINT_HEIGHT, MAX_HEADERS } from "@svc-proof/shared/bitcoin";
import { describe, expect, test } from "vitest";
import { isRawHeaders } from "../package/stated-evidence.js";
import { Work } from "../work/work.js";
import { readRawHeaders } from "./headers.js";

const LAST = LAST_CHECKPOINT_HEIGHT;

/** The first and the last height of each read of a file whose first header is that of `height`. */
async function readsOf(heights: readonly number[], { height = 0, count = 60_000, rest = 0 } = {}) {
  const reads: [first: number, last: number][] = [];
  const file = {
    sizeBytes: count * HEADER_BYTES + rest,
    read: async (offset: number, length: number) => {
      expect(offset % HEADER_BYTES).toBe(0);
      const first = height + offset / HEADER_BYTES;
      reads.push([first, first + length / HEADER_BYTES - 1]);
      return new Uint8Array(length).fill(1);
    },
  };
  const runs = await readRawHeaders({ height, file }, heights, new Work());
  expect(runs.map((run) => [run.height, run.height + run.headers.length - 1])).toEqual(reads);
  return reads;
}

describe("from each height to its checkpoint", () => {
  test.each<[string, number[], [number, number][]]>([
    ["nothing", [], []],
    ["one", [2000], [[2000, 2015]]],
    ["a checkpoint", [2015], [[2015, 2015]]],
    ["the first block, which is a checkpoint", [0], [[0, 0]]],
    ["two of one epoch", [2010, 2000], [[2000, 2015]]],
    [
      "two of epochs apart, lowest first",
      [5000, 2000],
      [
        [2000, 2015],
        [5000, 6047],
      ],
    ],
    [
      "two that adjoin, an epoch at a time",
      [2016, 2000],
      [
        [2000, 4015],
        [4016, 4031],
      ],
    ],
    [
      "two with one block between",
      [2017, 2000],
      [
        [2000, 2015],
        [2017, 4031],
      ],
    ],
  ])("%s", async (_, heights, reads) => {
    expect(await readsOf(heights)).toEqual(reads);
  });

  test("as far as the file has them", async () => {
    expect(await readsOf([2000], { height: 2005 })).toEqual([[2005, 2015]]);
    expect(await readsOf([2000], { height: 2015 })).toEqual([[2015, 2015]]);
    expect(await readsOf([2000], { height: 2016 })).toEqual([]);
    expect(await readsOf([2000], { count: 2011 })).toEqual([[2000, 2010]]);
    expect(await readsOf([2000], { count: 2011, rest: 79 })).toEqual([[2000, 2010]]);
    expect(await readsOf([2000], { count: 2001 })).toEqual([[2000, 2000]]);
    expect(await readsOf([2000], { count: 2000 })).toEqual([]);
    expect(await readsOf([2000], { count: 0 })).toEqual([]);
  });
});

test("beyond the last checkpoint: from there to the end of the file", async () => {
  const here = { height: LAST - 10, count: 100 };
  expect(await readsOf([LAST + 40], here)).toEqual([[LAST, LAST + 89]]);
  expect(await readsOf([LAST + 40, LAST + 20], here)).toEqual([[LAST, LAST + 89]]);
  expect(await readsOf([LAST + 40, LAST - 5], here)).toEqual([[LAST - 5, LAST + 89]]);
  expect(await readsOf([LAST], here)).toEqual([[LAST, LAST]]);
  expect(await readsOf([LAST + 1], { height: LAST + 5, count: 3 })).toEqual([[LAST + 5, LAST + 7]]);
});

test("as many headers as a document may have, the lowest", async () => {
  const heights = Array.from({ length: 30 }, (_, epoch) => Math.max(100, 2 * epoch * EPOCH_BLOCKS));
  const reads = await readsOf(heights, { count: 200_000 });
  const counts = reads.map(([first, last]) => last - first + 1);
  expect(counts).toEqual([1916, ...Array(25).fill(EPOCH_BLOCKS), 100]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(MAX_HEADERS);
});

describe("a file of raw headers is", () => {
  const file = new Uint8Array();
  const access = { sizeBytes: 0, read: async () => file };

  test.each<[string, unknown, boolean]>([
    ["one of bytes", { height: 0, file }, true],
    ["one of a Blob", { height: 1, file: new Blob() }, true],
    ["one of a medium", { height: 1, file: access }, true],
    ["up to the last height", { height: 2 ** 31 - 1, file }, true],
    ["none beyond it", { height: 2 ** 31, file }, false],
    ["none of a height below 0", { height: -1, file }, false],
    ["none of a fraction", { height: 0.5, file }, false],
    ["none of a text", { height: "0", file }, false],
    ["none without a height", { file }, false],
    ["none without a file", { height: 0 }, false],
    ["none of a list", { height: 0, file: [] }, false],
    ["not null", null, false],
    ["not undefined", undefined, false],
    ["not a text", "0", false],
  ])("%s", (_, value, expected) => {
    expect(isRawHeaders(value)).toBe(expected);
  });

  test("not a function that looks like one", () => {
    expect(isRawHeaders(Object.assign(() => undefined, { height: 0, file }))).toBe(false);
  });
});
