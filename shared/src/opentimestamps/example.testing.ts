/** Arbitrary encodable proofs for the tests of this folder. */
import fc from "fast-check";
import type { Attestation, Branch, Operation, Timestamp } from "./timestamp.js";

const unary = fc.constantFrom("reverse", "hexlify", "sha1", "ripemd160", "sha256", "keccak256");

export const operations: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 2, arbitrary: unary.map((kind) => ({ kind })) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("append", "prepend"),
      argument: fc.uint8Array({ minLength: 1, maxLength: 200 }),
    }),
  },
);

const height = fc.integer({ min: 0, max: 2 ** 31 - 1 });

export const attestations: fc.Arbitrary<Attestation> = fc.oneof(
  fc.record({ kind: fc.constantFrom("bitcoin", "litecoin"), height }),
  fc.record({
    kind: fc.constant("pending" as const),
    uri: fc.stringMatching(/^[-A-Za-z0-9._/:]{0,60}$/),
  }),
  fc.record({
    kind: fc.constant("unknown" as const),
    tag: fc.uint8Array({ minLength: 8, maxLength: 8 }),
    payload: fc.uint8Array({ maxLength: 300 }),
  }),
);

/** Trees of a few levels. A hash after each operation that lengthens keeps every message short enough. */
export const timestamps: fc.Arbitrary<Timestamp> = fc.letrec<{ node: Timestamp; branch: Branch }>((tie) => ({
  node: fc.record({
    branches: fc.array(tie("branch"), { minLength: 1, maxLength: 3, depthIdentifier: "tree" }),
  }),
  branch: fc.oneof(
    { maxDepth: 6, depthIdentifier: "tree", withCrossShrink: true },
    fc.record({ attestation: attestations }),
    fc.record({ operation: operations, next: tie("node") }),
  ),
})).node;

/** A single attestation, to end a sequence of operations. */
export const BITCOIN_1: Timestamp = { branches: [{ attestation: { kind: "bitcoin", height: 1 } }] };
