import { expect, test } from "vitest";
import { WorkBudget } from "../work/work-budget.js";
import { BLOCK_1, GENESIS } from "./chain.testing.js";
import { parseRawHeaders } from "./raw-headers.js";

const bytes = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const hole = new Uint8Array(80);

test("headers are read from a height on, and zeros are none", () => {
  expect(parseRawHeaders(bytes(GENESIS.bytes, BLOCK_1.bytes), 0)).toEqual([
    { network: "bitcoin", height: 0, headers: [GENESIS, BLOCK_1] },
  ]);
  const runs = parseRawHeaders(bytes(hole, GENESIS.bytes, hole, hole, BLOCK_1.bytes, hole), 7);
  expect(runs.map(({ height, headers }) => [height, headers.length])).toEqual([
    [8, 1],
    [11, 1],
  ]);
  expect(parseRawHeaders(new Uint8Array(), 7)).toEqual([]);
});

test("a part of a header is refused at its start", () => {
  for (const [length, offset] of [
    [1, 0],
    [79, 0],
    [81, 80],
    [239, 160],
  ] as const) {
    expect(() => parseRawHeaders(new Uint8Array(length), 0)).toThrow(
      expect.objectContaining({ code: "raw_headers_length", offset }),
    );
  }
});

test("each header spends sixteen units, and so do zeros", () => {
  const input = bytes(GENESIS.bytes, hole);
  expect(parseRawHeaders(input, 0, { work: new WorkBudget(32) })).toHaveLength(1);
  expect(() => parseRawHeaders(input, 0, { work: new WorkBudget(31) })).toThrow(
    expect.objectContaining({ code: "work_limit_exceeded" }),
  );
});
