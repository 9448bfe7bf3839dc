import { afterEach, expect, test, vi } from "vitest";
import { initialState, roundConstants } from "./sha256-constants.js";

afterEach(() => {
  vi.restoreAllMocks();
});

const hex = (words: readonly number[]) => words.map((word) => (word >>> 0).toString(16).padStart(8, "0"));

test("the first and the last round constants of FIPS 180-4, section 4.2.2", () => {
  const words = hex(roundConstants());
  expect(words).toHaveLength(64);
  expect(words.slice(0, 4)).toEqual(["428a2f98", "71374491", "b5c0fbcf", "e9b5dba5"]);
  expect(words.slice(60)).toEqual(["90befffa", "a4506ceb", "bef9a3f7", "c67178f2"]);
});

test("the initial hash value of FIPS 180-4, section 5.3.3", () => {
  expect(hex(initialState()).join(" ")).toBe(
    "6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19",
  );
});

test.each([-3, -1, 1, 3])(
  "an engine whose roots are off by %i units of the last bit gives the same",
  (error) => {
    const expected = [roundConstants(), initialState()];
    const { floor } = Math;
    vi.spyOn(Math, "floor").mockImplementation((value) => floor(value) + error);
    const actual = [roundConstants(), initialState()];
    vi.restoreAllMocks();
    expect(actual).toEqual(expected);
  },
);
