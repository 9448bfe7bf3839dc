import fc from "fast-check";
import { expect, test } from "vitest";
import { FormatError } from "../encoding/format-error.js";
import { WorkBudget } from "../work/work-budget.js";
import type { BlockHeader } from "./block-header.js";
import { mine } from "./chain.testing.js";
import { Checkpoints } from "./checkpoints.js";
import {
  EPOCH_FILE_BYTES,
  encodeEpochFile,
  epochFileName,
  epochOfHeight,
  parseEpochFile,
} from "./epoch-file.js";
import { placeEpochFiles } from "./place-epoch-files.js";

function mineEpoch(before: BlockHeader | null): BlockHeader[] {
  const headers: BlockHeader[] = [];
  for (let i = 0; i < 2016; i++) headers.push(mine(headers.at(-1) ?? before));
  return headers;
}
const first = mineEpoch(null);
const second = mineEpoch(first.at(-1)!);
const third = mineEpoch(second.at(-1)!);

test("an epoch is 96,800 bytes and survives a round trip", () => {
  expect(EPOCH_FILE_BYTES).toBe(96_800);
  const file = encodeEpochFile(second);
  expect(file).toHaveLength(EPOCH_FILE_BYTES);
  expect(parseEpochFile(file)).toEqual(second);
  expect([0, 2015, 2016, 953_568].map(epochOfHeight)).toEqual([0, 0, 1, 473]);
  expect(epochFileName(473)).toBe("473.bin");
});

test("any 96,800 bytes parse and encode back", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), (some) => {
      const file = Uint8Array.from({ length: EPOCH_FILE_BYTES }, (_, i) => some[i % some.length]!);
      expect(Buffer.compare(encodeEpochFile(parseEpochFile(file)), file)).toBe(0);
    }),
    { numRuns: 5 },
  );
});

test("files of another length are refused, and so are headers that are no epoch", () => {
  for (const size of [0, EPOCH_FILE_BYTES - 1, EPOCH_FILE_BYTES + 1]) {
    expect(() => parseEpochFile(new Uint8Array(size))).toThrow(
      expect.objectContaining({ code: "epoch_file_length" }),
    );
  }
  expect(() => encodeEpochFile(first.slice(1))).toThrow(RangeError);
  expect(() => encodeEpochFile([...first.slice(0, 2015), third[0]!])).toThrow("breaks at its header 2015");
  const previousHash = first[9]!.previousHash.with(31, first[9]!.previousHash[31]! ^ 1);
  expect(() => encodeEpochFile(first.with(9, { ...first[9]!, previousHash }))).toThrow("header 9");
});

test("a file spends sixteen units for each header", () => {
  const file = encodeEpochFile(first);
  parseEpochFile(file, { work: new WorkBudget(16 * 2016) });
  expect(() => parseEpochFile(file, { work: new WorkBudget(16 * 2016 - 1) })).toThrow(FormatError);
});

test("a file is placed after a checkpoint, after known headers, or after another file", () => {
  const none = new Checkpoints({ hashes: new Uint8Array(16).fill(1), targets: new Uint8Array(8) });
  expect(placeEpochFiles([third, second, first], [], none)).toEqual([4032, 2016, 0]);
  expect(placeEpochFiles([third, second], [], none)).toEqual([null, null]);
  const known = new Checkpoints({
    hashes: first.at(-1)!.hash.subarray(0, 16),
    targets: new Uint8Array(8),
  });
  expect(placeEpochFiles([third, second], [], known)).toEqual([4032, 2016]);
  const run = (height: number, headers: readonly BlockHeader[]) =>
    ({ network: "bitcoin", height, headers }) as const;
  expect(placeEpochFiles([third], [run(2016, second)], none)).toEqual([4032]);
  expect(placeEpochFiles([third], [run(4031, second.slice(-1))], none)).toEqual([4032]);
  expect(placeEpochFiles([third], [run(2015, [first.at(-1)!, ...second])], none)).toEqual([4032]);
  // A run that ends just before the end of an epoch places nothing.
  expect(placeEpochFiles([third], [run(2016, second.slice(0, 2015))], none)).toEqual([null]);
  // A run that says another height than one before an epoch places nothing.
  expect(placeEpochFiles([third], [run(2017, second)], none)).toEqual([null]);
  expect(placeEpochFiles([third], [{ ...run(2016, second), network: "regtest" }], none)).toEqual([null]);
});

test("a file that is given twice is placed twice", () => {
  const none = new Checkpoints({ hashes: new Uint8Array(16).fill(1), targets: new Uint8Array(8) });
  expect(placeEpochFiles([second, first, second], [], none)).toEqual([2016, 0, 2016]);
});
