import { expect, test } from "vitest";
import { sha256 } from "../hash/sha256.js";
import { applyOperation } from "./apply-operation.js";
import { timestampAlong } from "./build-timestamp.js";
import { climb } from "./climb.js";
import { BITCOIN_1 } from "./example.testing.js";
import { hashJoined } from "./hash-joined.js";
import type { Operation, Timestamp } from "./timestamp.js";

const HASH: Operation = { kind: "sha256" };
const message = new Uint8Array(32).fill(7);
const join = (kind: "append" | "prepend", size: number): Operation => ({
  kind,
  argument: Uint8Array.from({ length: size }, (_, i) => i),
});
const append = join("append", 32);
const prepend = join("prepend", 32);
const resultOf = (operations: readonly Operation[]) =>
  operations.reduce<Uint8Array>((at, operation) => applyOperation(operation, at), message);

test.each<[string, Operation[], Timestamp]>([
  ["one level", [append, HASH], BITCOIN_1],
  ["levels of both sides", [append, HASH, prepend, HASH, prepend, HASH, append, HASH], BITCOIN_1],
  ["levels hashed twice", [prepend, HASH, HASH, append, HASH, append, HASH, HASH], BITCOIN_1],
  ["a level before another operation", [append, HASH], timestampAlong([{ kind: "sha1" }], BITCOIN_1)],
  [
    "a level before a shorter argument",
    [append, HASH],
    timestampAlong([join("append", 31), HASH], BITCOIN_1),
  ],
  ["a level hashed thrice", [append, HASH, HASH], timestampAlong([HASH], BITCOIN_1)],
  [
    "a level before a fork",
    [append, HASH],
    {
      branches: [
        { operation: HASH, next: BITCOIN_1 },
        { operation: append, next: BITCOIN_1 },
      ],
    },
  ],
])("climbs %s in one go", (_, operations, end) => {
  expect(climb(timestampAlong(operations, end), message, 3)).toEqual({
    node: end,
    message: resultOf(operations),
    depth: 3 + operations.length,
  });
});

test.each<[string, Timestamp]>([
  ["an attestation", BITCOIN_1],
  ["an attestation after the argument", timestampAlong([append], BITCOIN_1)],
  ["no branch", { branches: [] }],
  ["no branch after the argument", timestampAlong([append], { branches: [] })],
  ["a hash alone", timestampAlong([HASH], BITCOIN_1)],
  ["an argument of another length", timestampAlong([join("prepend", 33), HASH], BITCOIN_1)],
  ["another hash", timestampAlong([append, { kind: "keccak256" }], BITCOIN_1)],
  [
    "a level beside an attestation",
    { branches: [...timestampAlong([append, HASH], BITCOIN_1).branches, ...BITCOIN_1.branches] },
  ],
  [
    "a hash beside an attestation",
    timestampAlong([append], {
      branches: [...timestampAlong([HASH], BITCOIN_1).branches, ...BITCOIN_1.branches],
    }),
  ],
])("climbs nothing where there is no level: %s", (_, timestamp) => {
  expect(climb(timestamp, message, 0)).toBeNull();
});

test("climbs nothing from a message that is no hash", () => {
  for (const size of [31, 33]) {
    expect(climb(timestampAlong([append, HASH], BITCOIN_1), new Uint8Array(size), 0)).toBeNull();
  }
});

test.each<[string, Operation[], Timestamp]>([
  ["a join", [join("append", 3)], BITCOIN_1],
  ["joins of both sides", [join("append", 3), join("prepend", 5), join("append", 1)], BITCOIN_1],
  ["joins with their hash", [join("prepend", 3), join("append", 5), HASH], BITCOIN_1],
  ["one hash only", [join("prepend", 3), HASH], timestampAlong([HASH], BITCOIN_1)],
  ["joins before another hash", [join("prepend", 3)], timestampAlong([{ kind: "sha1" }], BITCOIN_1)],
  [
    "joins before a fork",
    [join("prepend", 3)],
    { branches: [...timestampAlong([HASH], BITCOIN_1).branches, ...BITCOIN_1.branches] },
  ],
])("hashes in one go: %s", (_, operations, end) => {
  expect(hashJoined(timestampAlong(operations, end), message, 3)).toEqual({
    node: end,
    message: resultOf(operations),
    depth: 3 + operations.length,
  });
});

test.each<[string, Timestamp]>([
  ["an attestation", BITCOIN_1],
  ["a hash", timestampAlong([HASH], BITCOIN_1)],
  ["another operation", timestampAlong([{ kind: "reverse" }], BITCOIN_1)],
  [
    "a join beside an attestation",
    { branches: [...timestampAlong([append], BITCOIN_1).branches, ...BITCOIN_1.branches] },
  ],
])("joins nothing where the only branch is no join: %s", (_, timestamp) => {
  expect(hashJoined(timestamp, message, 0)).toBeNull();
});

test("a result does not change with the next climb", () => {
  const operations = [append, HASH];
  const top = climb(timestampAlong(operations, BITCOIN_1), message, 0);
  climb(timestampAlong([prepend, HASH], BITCOIN_1), sha256(message), 0);
  expect(top!.message).toEqual(resultOf(operations));
});
