import { expect, test } from "vitest";
import { oneLane, unsigned } from "./lanes.js";

const hex = (code: string) => Buffer.from(code, "latin1").toString("hex");

// WebAssembly Core Specification 2.0, section 5.2.2. A longer encoding is valid too, but not the shortest.
test.each([
  [0, "00"],
  [63, "3f"],
  [64, "c000"],
  [-1, "7f"],
  [-64, "40"],
  [-65, "bf7f"],
  [8191, "ff3f"],
  [8192, "80c000"],
  [-8192, "8040"],
  [0x7fffffff, "ffffffff07"],
  [-0x80000000, "8080808078"],
])("the constant %i has the shortest encoding", (value, encoding) => {
  expect(hex(oneLane.constant(value))).toBe(`41${encoding}`);
});

test.each([
  [0, "00"],
  [127, "7f"],
  [128, "8001"],
  [16_383, "ff7f"],
  [16_384, "808001"],
])("the unsigned number %i has the shortest encoding", (value, encoding) => {
  expect(hex(unsigned(value))).toBe(encoding);
});
