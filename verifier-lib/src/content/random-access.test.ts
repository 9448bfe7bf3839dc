import { describe, expect, test } from "vitest";
import {
  isBlob,
  isRandomAccess,
  type RandomAccess,
  randomAccess,
  UnreadableInputError,
} from "./random-access.js";

const BYTES = Uint8Array.of(1, 2, 3, 4, 5);
const own = (read: RandomAccess["read"], sizeBytes = 5): RandomAccess => ({ sizeBytes, read });

test.each<[string, Uint8Array | Blob | RandomAccess]>([
  ["bytes", BYTES],
  ["a Blob", new Blob([BYTES])],
  ["a file", own(async (offset, length) => BYTES.slice(offset, offset + length))],
  [
    "a file that answers at once",
    own(((offset: number, length: number) => BYTES.slice(offset, offset + length)) as never),
  ],
])("%s can be read anywhere", async (_, input) => {
  const file = randomAccess(input);
  expect(file.sizeBytes).toBe(5);
  expect(await file.read(1, 3)).toEqual(Uint8Array.of(2, 3, 4));
  expect(await file.read(5, 0)).toEqual(new Uint8Array(0));
});

describe("a file that does not give what it announced is unreadable", () => {
  test.each<[string, RandomAccess["read"], string]>([
    ["an error", () => Promise.reject(new Error("the disk is gone")), "the disk is gone"],
    ["another value that is thrown", () => Promise.reject("gone"), "gone"],
    [
      "an error at once",
      () => {
        throw new Error("closed");
      },
      "closed",
    ],
    ["fewer bytes", async () => new Uint8Array(2), "expected 3 bytes at 1"],
    ["more bytes", async () => new Uint8Array(4), "expected 3 bytes at 1"],
    ["text", async () => "abc" as never, "expected 3 bytes at 1"],
    ["nothing", async () => undefined as never, "expected 3 bytes at 1"],
  ])("%s", async (_, read, message) => {
    const reading = randomAccess(own(read)).read(1, 3);
    await expect(reading).rejects.toThrow(UnreadableInputError);
    await expect(reading).rejects.toThrow(message);
  });

  test("with its cause", async () => {
    const cause = new Error("the disk is gone");
    await expect(randomAccess(own(() => Promise.reject(cause))).read(1, 3)).rejects.toMatchObject({ cause });
  });

  test("also a Blob that was cut", async () => {
    await expect(randomAccess(new Blob([BYTES])).read(3, 3)).rejects.toThrow(UnreadableInputError);
  });
});

test("an abort ends the wait for a file, and is told as such", async () => {
  for (const read of [() => new Promise<never>(() => undefined), () => Promise.reject(new Error("closed"))]) {
    const stop = new AbortController();
    const reading = randomAccess(own(read), stop.signal).read(0, 5);
    stop.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
  }
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(randomAccess(new Blob([BYTES]), signal).read(0, 5)).rejects.toThrow("enough");
});

test.each<[unknown, boolean]>([
  [own(async () => BYTES), true],
  [own(async () => BYTES, 0), true],
  [own(async () => BYTES, -1), false],
  [own(async () => BYTES, 1.5), false],
  [own(async () => BYTES, 2 ** 53), false],
  [{ sizeBytes: "5", read: () => BYTES }, false],
  [{ read: () => BYTES }, false],
  [{ sizeBytes: 5 }, false],
  [{ sizeBytes: 5, read: true }, false],
  [Object.assign(() => undefined, { sizeBytes: 5, read: () => BYTES }), false],
  [null, false],
  [undefined, false],
  [5, false],
  ["text", false],
])("%o is a file of a caller: %s", (value, expected) => {
  expect(isRandomAccess(value)).toBe(expected);
});

test("where the platform has no Blob, nothing is one", () => {
  const platform = Object.getOwnPropertyDescriptor(globalThis, "Blob")!;
  Reflect.deleteProperty(globalThis, "Blob");
  try {
    expect([{}, BYTES, null].map(isBlob)).toEqual([false, false, false]);
  } finally {
    Object.defineProperty(globalThis, "Blob", platform);
  }
});

test("a Blob is one of the platform", () => {
  expect([new Blob([]), {}, null, undefined].map(isBlob)).toEqual([true, false, false, false]);
});
