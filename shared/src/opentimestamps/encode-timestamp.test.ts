import { expect, test } from "vitest";
import { encodeDetachedTimestamp, encodeTimestamp } from "./encode-timestamp.js";
import { BITCOIN_1 } from "./example.testing.js";
import { MAX_TIMESTAMP_BYTES } from "./limits.js";
import type { Attestation, Operation, Timestamp } from "./timestamp.js";

const of = (attestation: Attestation): Timestamp => ({ branches: [{ attestation }] });
const along = (operation: Operation): Timestamp => ({ branches: [{ operation, next: BITCOIN_1 }] });

test.each<[string, Timestamp]>([
  ["no branch", { branches: [] }],
  ["no branch behind an operation", { branches: [{ operation: { kind: "sha1" }, next: { branches: [] } }] }],
  ["an empty argument", along({ kind: "append", argument: new Uint8Array() })],
  ["an argument that is too long", along({ kind: "prepend", argument: new Uint8Array(4097) })],
  ["a negative height", of({ kind: "bitcoin", height: -1 })],
  ["half a height", of({ kind: "litecoin", height: 0.5 })],
  ["a height that is too large", of({ kind: "bitcoin", height: 2 ** 31 })],
  ["a URI with a query", of({ kind: "pending", uri: "https://calendar.example/?x" })],
  ["a URI with a character that is no byte", of({ kind: "pending", uri: "é\u0161" })],
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
])("%s is the caller's bug", (_, timestamp) => {
  expect(() => encodeTimestamp(timestamp)).toThrow(RangeError);
});

test("a digest of another length than its hash's is the caller's bug", () => {
  const digest = new Uint8Array(20);
  expect(() => encodeDetachedTimestamp({ hash: "sha256", digest, timestamp: BITCOIN_1 })).toThrow(RangeError);
  expect(encodeDetachedTimestamp({ hash: "sha1", digest, timestamp: BITCOIN_1 })).toHaveLength(64);
});

test("more bytes than can be read again are the caller's bug, and are given up on the way", () => {
  const promise = (uri: string) => ({ attestation: { kind: "pending", uri } }) as const;
  // Ten bytes of tags and lengths, one more to fork, and the lengths of a URI of 100.
  const promises = (count: number, last: number): Timestamp => ({
    branches: [...Array(count).fill(promise("a".repeat(100))), promise("b".repeat(last))],
  });
  const full = encodeTimestamp(promises(1170, 18));
  const room = MAX_TIMESTAMP_BYTES - full.length;
  expect(room).toBeGreaterThanOrEqual(0);
  expect(encodeTimestamp(promises(1170, 18 + room))).toHaveLength(MAX_TIMESTAMP_BYTES);
  expect(() => encodeTimestamp(promises(1170, 19 + room))).toThrow(RangeError);
  // One answer of a calendar at every node of a file: a gigabyte, if it were written to its end.
  const answer = promises(1100, 18);
  const everywhere = { branches: Array(10_000).fill({ operation: { kind: "reverse" }, next: answer }) };
  expect(() => encodeTimestamp(everywhere)).toThrow(RangeError);
});
