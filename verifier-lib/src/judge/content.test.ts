import { describe, expect, test } from "vitest";
import { CONTENT_HASH, type HashContentOptions } from "../content/content.js";
import { type Content, compareContent, contentNotGiven, verifyPackedOriginal } from "./content.js";

const BYTES = new TextEncoder().encode("abc");
/** FIPS 180-4, the example of one block. */
const SHA_256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const OTHER = SHA_256.replace("b", "c");
const of = (hash: string) =>
  ({ algorithm: hash.length === 64 ? "SHA-256" : hash.length === 96 ? "SHA-384" : "SHA-512", hash }) as const;
const verifyContent = (content: Content | undefined, expected: string, options: HashContentOptions) =>
  compareContent(content, of(expected), options);

describe("the content of a proof", () => {
  test("that is not given is not compared", async () => {
    const check = {
      id: "content",
      status: "skipped",
      code: "not_requested",
      basis: null,
      evidence: { stated: SHA_256 },
    };
    expect(contentNotGiven(SHA_256)).toEqual(check);
    expect(await verifyContent(undefined, SHA_256, {})).toEqual(check);
  });

  test.each([
    ["the original", { original: BYTES }],
    ["its hash", { hash: SHA_256 }],
  ])("is %s", async (_, content) => {
    const found = { id: "content", basis: "computed" };
    expect(await verifyContent(content, SHA_256, {})).toEqual({
      ...found,
      status: "passed",
      code: "ok",
      evidence: { hash: SHA_256 },
    });
    expect(await verifyContent(content, OTHER, {})).toEqual({
      ...found,
      status: "failed",
      code: "content_hash_mismatch",
      evidence: { stated: OTHER, computed: SHA_256 },
    });
  });

  test("that comes with the proof names its part", () => {
    const original = { name: "original/a.txt", hash: SHA_256 };
    expect(verifyPackedOriginal(original, of(SHA_256))).toMatchObject({
      status: "passed",
      evidence: { part: "original/a.txt", hash: SHA_256 },
    });
    expect(verifyPackedOriginal(original, of(OTHER))).toMatchObject({
      status: "failed",
      evidence: { part: "original/a.txt", stated: OTHER, computed: SHA_256 },
    });
  });

  test.each([
    [SHA_256, "content_hash_not_sha256"],
    ["0".repeat(128), "file_hash_not_sha256"],
  ])("by another hash than %s is not compared", async (expected, code) => {
    expect(await verifyContent({ hash: "0".repeat(96) }, expected, {})).toEqual({
      id: "content",
      status: "indeterminate",
      code,
      basis: null,
      evidence: { stated: expected },
    });
  });

  test.each([
    [new Error("the disk is gone"), "the disk is gone"],
    ["gone", "gone"],
  ])("that cannot be read says why: %s", async (cause, reason) => {
    const original = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(cause) });
    expect(await verifyContent({ original }, SHA_256, {})).toEqual({
      id: "content",
      status: "indeterminate",
      code: "original_unreadable",
      basis: null,
      evidence: { reason },
    });
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(verifyContent({ original: BYTES }, SHA_256, { signal })).rejects.toThrow("enough");
  });
});

test("a hash has the length of SHA-256, SHA-384 or SHA-512, in lower-case digits", () => {
  for (const length of [64, 96, 128]) {
    expect(CONTENT_HASH.test("0a".repeat(length / 2)), `${length} digits`).toBe(true);
    for (const wrong of ["0".repeat(length - 1), "0".repeat(length + 1), `${"0".repeat(length - 1)}A`]) {
      expect(CONTENT_HASH.test(wrong), wrong).toBe(false);
    }
    expect(CONTENT_HASH.test(`x${"0".repeat(length)}`)).toBe(false);
    expect(CONTENT_HASH.test(`${"0".repeat(length)}x`)).toBe(false);
  }
  expect(CONTENT_HASH.test("0")).toBe(false);
});

test("an original that is another one when it is read again is not judged", async () => {
  let readings = 0;
  const original = new Blob([BYTES]);
  original.stream = () => new Blob([`ab${readings++}`]).stream() as ReadableStream<Uint8Array<ArrayBuffer>>;
  const check = await verifyContent({ original }, SHA_256, {});
  expect(check).toMatchObject({ status: "indeterminate", code: "original_unreadable" });
  expect(readings).toBe(2);
});
