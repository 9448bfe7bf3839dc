import { describe, expect, test } from "vitest";
import { CountedWork } from "../../work/counted-work.testing.js";
import { checkNothingHidden } from "./check-nothing-hidden.js";

interface Told {
  /** The start of each object that a section lists. */
  readonly offsets?: readonly number[];
  /** The newest place of each object. */
  readonly places?: Readonly<Record<number, number>>;
  readonly trailers?: readonly number[];
}

/** The position of what is hidden, or `accepted`. */
async function check(text: string, told: Told = {}, work = new CountedWork()): Promise<string | number> {
  const { offsets = [], places = {}, trailers = [] } = told;
  const found = {
    offsets: new Set(offsets),
    places: new Map(
      Object.entries(places).map(([object, offset]) => [Number(object), { offset, generation: 0 }]),
    ),
    trailers: new Set(trailers),
  };
  return checkNothingHidden(text, found, work).then(
    () => "accepted",
    ({ code, offset }) => (code === "pdf_object_hidden" ? offset : code),
  );
}

describe("an object that a section lists", () => {
  test.each([
    "1 0 obj null",
    "1  0 obj",
    "1 0  obj",
    "12 65535 obj",
    " \0\n1 0 obj",
    "1\r\n0\r\nobj",
    "1 0 obj<<>>",
  ])("is found: %j", async (text) => {
    expect(await check(text, { offsets: [0] })).toBe("accepted");
    expect(await check(`%PDF-1.7\n${text}`, { offsets: [9] })).toBe("accepted");
  });

  test("is not found where other text stands before it", async () => {
    expect(await check("\nx 1 0 obj", { offsets: [1] })).toBe(7);
    expect(await check("word\nobj 1 0 obj", { offsets: [0] })).toBe(5);
  });

  test("a section may list what is no object", async () => {
    expect(await check("nothing here", { offsets: [0, 5, 1000] })).toBe("accepted");
  });
});

describe("an object that no section lists", () => {
  test.each([
    ["after its number", "9 0 obj", 4],
    ["after a number without a blank", "9 0obj", 3],
    ["on a line of its own", "word\nobj", 5],
    ["after a carriage return", "word\robj", 5],
    ["after blanks on its line", "word\n \0\tobj", 8],
    ["at the start of the file", "obj", 0],
    ["after blanks at the start of the file", "  obj", 2],
    ["after more blanks than are looked at", `x${" ".repeat(60)}obj`, 61],
  ])("is refused: %s", async (_, text, at) => {
    expect(await check(text)).toBe(at);
    expect(await check(`${text}\n`)).toBe(at);
  });

  test.each(["word obj 1", "1 endobj 5", "1 word obj\n", "the objects are", "(obj) 1\n", "7 xobj\n"])(
    "is no word in a text: %j",
    async (text) => {
      expect(await check(`%PDF-1.7\n${text}`)).toBe("accepted");
    },
  );
});

describe("a trailer", () => {
  test.each([
    ["on a line of its own", "x\ntrailer", 2],
    ["at the start of the file", "trailer", 0],
    ["after a number", "5 trailer", 2],
  ])("that no section has is refused: %s", async (_, text, at) => {
    expect(await check(text)).toBe(at);
    expect(await check(text, { trailers: [at] })).toBe("accepted");
  });

  test("is no word in a text", async () => {
    expect(await check("the trailer\n")).toBe("accepted");
  });

  test("all are looked at", async () => {
    expect(await check("\ntrailer\ntrailer", { trailers: [1] })).toBe(9);
  });
});

test("the newest place of an object is the last one in the file", async () => {
  const text = "1 0 obj null 1 0 obj null";
  const offsets = [0, 13];
  expect(await check(text, { offsets, places: { 1: 13 } })).toBe("accepted");
  expect(await check(text, { offsets, places: { 1: 0 } })).toBe(13);
});

test("each place that is looked at costs two units, and every 1,024 of them a pause", async () => {
  const spent = async (text: string, told: Told = {}) => {
    const work = new CountedWork({ units: 50_000 });
    expect(await check(text, told, work)).toBe("accepted");
    return [50_000 - work.left, work.pauses];
  };
  expect(await spent("1 endobj endobj xtrailer (obj")).toEqual([0, 0]);
  expect(await spent("word obj, the trailer")).toEqual([4, 0]);
  const offsets = (count: number) => Array.from({ length: count }, (_, at) => at);
  expect(await spent("", { offsets: offsets(1023) })).toEqual([2046, 0]);
  expect(await spent("", { offsets: offsets(1024) })).toEqual([2048, 1]);
  expect(await spent("a obj", { offsets: offsets(2047) })).toEqual([4096, 2]);
});
