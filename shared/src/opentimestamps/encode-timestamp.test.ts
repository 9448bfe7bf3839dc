import { expect, test } from "vitest";
import { encodeDetachedTimestamp, encodeTimestamp } from "./encode-timestamp.js";
import { BITCOIN_1 } from "./example.testing.js";
import { MAX_HEIGHT, MAX_TIMESTAMP_BYTES, MAX_URI_BYTES } from "./limits.js";
import { parseTimestamp } from "./parse-timestamp.js";
import type { Attestation, Operation, Timestamp } from "./timestamp.js";

const of = (attestation: Attestation): Timestamp => ({ branches: [{ attestation }] });
const along = (operation: Operation): Timestamp => ({ branches: [{ operation, next: BITCOIN_1 }] });

test.each<[string, Timestamp]>([
  ["no branch", { branches: [] }],
  ["no branch after an operation", { branches: [{ operation: { kind: "sha1" }, next: { branches: [] } }] }],
  ["an empty argument", along({ kind: "append", argument: new Uint8Array() })],
  ["an argument that is too long", along({ kind: "prepend", argument: new Uint8Array(4097) })],
  ["a negative height", of({ kind: "bitcoin", height: -1 })],
  ["half a height", of({ kind: "litecoin", height: 0.5 })],
  ["a height that is too large", of({ kind: "bitcoin", height: 2 ** 31 })],
  ["a URI with a query", of({ kind: "pending", uri: "https://calendar.example/?x" })],
  ["a URI with a multi-byte character", of({ kind: "pending", uri: "é\u0161" })],
  ["a URI that is too long", of({ kind: "pending", uri: "a".repeat(1001) })],
  ["a tag that is too short", of({ kind: "unknown", tag: new Uint8Array(7), payload: new Uint8Array() })],
  [
    "a payload that is too long",
    of({ kind: "unknown", tag: new Uint8Array(8), payload: new Uint8Array(8193) }),
  ],
  [
    "a known tag as an unknown one",
    of({ kind: "unknown", tag: Buffer.from("0588960d73d71901", "hex"), payload: Uint8Array.of(1) }),
  ],
])("%s is a mistake of the caller", (_, timestamp) => {
  expect(() => encodeTimestamp(timestamp)).toThrow(RangeError);
});

test.each<[string, Timestamp]>([
  ["the longest URI", of({ kind: "pending", uri: "a".repeat(MAX_URI_BYTES) })],
  ["the smallest height", of({ kind: "bitcoin", height: 0 })],
  ["the largest height of one byte", of({ kind: "bitcoin", height: 0x7f })],
  ["the smallest height of two bytes", of({ kind: "bitcoin", height: 0x80 })],
  ["the largest height of two bytes", of({ kind: "bitcoin", height: 0x3fff })],
  ["the smallest height of three bytes", of({ kind: "bitcoin", height: 0x4000 })],
  ["the largest height", of({ kind: "litecoin", height: MAX_HEIGHT })],
])("%s is encoded and read again", (_, timestamp) => {
  expect(parseTimestamp(encodeTimestamp(timestamp), 32)).toEqual(timestamp);
});

test("a digest whose length does not match its hash is a mistake of the caller", () => {
  const digest = new Uint8Array(20);
  expect(() => encodeDetachedTimestamp({ hash: "sha256", digest, timestamp: BITCOIN_1 })).toThrow(RangeError);
  expect(encodeDetachedTimestamp({ hash: "sha1", digest, timestamp: BITCOIN_1 })).toHaveLength(64);
});

test("more bytes than the parser accepts are a mistake of the caller, and encoding stops early", () => {
  const promise = (uri: string) => ({ attestation: { kind: "pending", uri } }) as const;
  // Ten bytes of tags and lengths, one more for the fork, and a URI of 100 with its length.
  const promises = (count: number, last: number): Timestamp => ({
    branches: [...Array(count).fill(promise("a".repeat(100))), promise("b".repeat(last))],
  });
  const full = encodeTimestamp(promises(1170, 18));
  const room = MAX_TIMESTAMP_BYTES - full.length;
  expect(room).toBeGreaterThanOrEqual(0);
  expect(encodeTimestamp(promises(1170, 18 + room))).toHaveLength(MAX_TIMESTAMP_BYTES);
  expect(() => encodeTimestamp(promises(1170, 19 + room))).toThrow(RangeError);
  // Before the timestamp, a file has 31 bytes, its version, the tag of a hash and a digest of 20.
  const fileOf = (last: number) =>
    encodeDetachedTimestamp({
      hash: "sha1",
      digest: new Uint8Array(20),
      timestamp: promises(1169, last),
    });
  const roomInFile = MAX_TIMESTAMP_BYTES - fileOf(18).length;
  expect(fileOf(18 + roomInFile)).toHaveLength(MAX_TIMESTAMP_BYTES);
  expect(() => fileOf(19 + roomInFile)).toThrow(RangeError);
  // A calendar's answer at every node of a file: a gigabyte if encoded to the end.
  const answer = promises(1100, 18);
  const everywhere = { branches: Array(10_000).fill({ operation: { kind: "reverse" }, next: answer }) };
  expect(() => encodeTimestamp(everywhere)).toThrow(RangeError);
});
