import { FormatError } from "@svc-proof/shared/encoding";
import { expect, test } from "vitest";
import { isWorkLimit } from "./is-work-limit.js";
import { parseEach } from "./parse-each.js";
import { Work } from "./work.js";

const bytes = (...values: readonly number[]) => values.map((value) => Uint8Array.of(value));
const failing = (error: unknown) => () => {
  throw error;
};

test("only the code of a format error means that the budget is used up", () => {
  expect(isWorkLimit(new FormatError("work_limit_exceeded", "", 0))).toBe(true);
  expect(isWorkLimit(new FormatError("der_truncated", "", 0))).toBe(false);
  expect(isWorkLimit(Object.assign(new Error(), { code: "work_limit_exceeded" }))).toBe(false);
});

test("each value is read with the same budget; a malformed one is skipped, its code kept in its place", async () => {
  const work = new Work();
  const parse = (part: Uint8Array, options: { readonly work: Work }) => {
    expect(options.work).toBe(work);
    if (part[0] === 2) throw new FormatError("der_truncated", "", 0);
    return part[0]!;
  };
  expect(await parseEach(bytes(1, 2, 3), parse, work)).toEqual({
    values: [1, 3],
    faults: [null, "der_truncated", null],
  });
  expect(await parseEach([], parse, work)).toEqual({ values: [], faults: [] });
});

test("an error that is no malformation ends the reading", async () => {
  const read = (error: unknown) => parseEach(bytes(1), failing(error), new Work());
  await expect(read(new FormatError("work_limit_exceeded", "too much", 0))).rejects.toThrow("too much");
  await expect(read(new TypeError("wrong"))).rejects.toThrow("wrong");
});

test("an abort ends the reading before the next value", async () => {
  const stop = new AbortController();
  let count = 0;
  const parse = () => {
    count++;
    stop.abort(new Error("enough"));
  };
  const work = new Work({ signal: stop.signal });
  await expect(parseEach(bytes(1, 2), parse, work)).rejects.toThrow("enough");
  expect(count).toBe(1);
});
