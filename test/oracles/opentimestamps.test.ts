/**
 * Our codec beside three others: the Python reference, the npm package and the Rust crate. Compares
 * what each reads, its messages for all attestations, and what it writes again.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bytesToHex, FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import {
  type Attestation,
  type Branch,
  type DetachedTimestamp,
  encodeDetachedTimestamp,
  encodeTimestamp,
  type Operation,
  parseDetachedTimestamp,
  replay,
  type Timestamp,
} from "@svc-proof/shared/opentimestamps";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { type Judgement, oracles } from "./opentimestamps/oracles.js";

const SEED = 2_026;
const TREES = 1000;

/** Tag, payload and message of every attestation, each once, sorted. */
function attestedBy({ timestamp, digest }: DetachedTimestamp): string[] {
  return replay(timestamp, digest).map(({ attestation, message }) => {
    const encoded = encodeTimestamp({ branches: [{ attestation }] });
    const lengthBytes = encoded[9]! < 0x80 ? 1 : 2;
    const parts = [encoded.subarray(1, 9), encoded.subarray(9 + lengthBytes), message];
    return parts.map((part) => bytesToHex(part)).join(" ");
  });
}
const sorted = (values: Iterable<string>) => [...new Set(values)].sort();
const saidBy = ({ attested }: Judgement) => attested?.map((parts) => parts.join(" "));

const height = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const attestation: fc.Arbitrary<Attestation> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("bitcoin" as const), height }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("litecoin" as const), height }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("pending" as const),
      uri: fc.stringMatching(/^https:\/\/[-A-Za-z0-9._/:]{1,60}$/),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("unknown" as const),
      tag: fc.uint8Array({ minLength: 8, maxLength: 8 }),
      payload: fc.uint8Array({ maxLength: 200 }),
    }),
  },
);

/** The branches of a message are distinct: of two equal ones, implementations keep one, and not the same. */
function treesOf(
  kinds: readonly Exclude<Operation["kind"], "append" | "prepend">[],
): fc.Arbitrary<Timestamp> {
  const unary: fc.Arbitrary<Operation> = fc.constantFrom(...kinds).map((kind) => ({ kind }));
  const binary: fc.Arbitrary<Operation> = fc.record({
    kind: fc.constantFrom("append" as const, "prepend" as const),
    argument: fc.uint8Array({ minLength: 1, maxLength: 120 }),
  });
  const operation = fc.oneof({ weight: 3, arbitrary: unary }, { weight: 2, arbitrary: binary });
  // Grown level by level from a flat list: a recursive arbitrary of this width has no bound on its
  // size.
  const level = fc.array(fc.tuple(operation, attestation, fc.nat({ max: 3 })), {
    minLength: 1,
    maxLength: 24,
  });
  return level.map((steps) => {
    const root: { branches: Branch[] } = { branches: [] };
    const nodes = [root];
    for (const [i, [nextOperation, nextAttestation, shape]] of steps.entries()) {
      const node = nodes[shape === 0 ? i % nodes.length : nodes.length - 1]!;
      if (shape === 1) addDistinct(node.branches, { attestation: nextAttestation });
      const next = { branches: [] };
      if (addDistinct(node.branches, { operation: nextOperation, next })) nodes.push(next);
    }
    for (const [i, { branches }] of nodes.entries()) {
      if (branches.length === 0) branches.push({ attestation: steps[i % steps.length]![1] });
    }
    return root;
  });
}

/** Whether the branch was distinct and was added. */
function addDistinct(branches: Branch[], branch: Branch): boolean {
  const key = (one: Branch) =>
    "attestation" in one
      ? bytesToHex(encodeTimestamp({ branches: [one] }))
      : `${one.operation.kind} ${"argument" in one.operation ? bytesToHex(one.operation.argument) : ""}`;
  if (branches.some((one) => key(one) === key(branch))) return false;
  branches.push(branch);
  return true;
}

/** Files that we can read: the messages of the others are too long. */
function filesOf(kinds: Parameters<typeof treesOf>[0], count: number): Uint8Array[] {
  const files: Uint8Array[] = [];
  const digest = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const file = fc.record({ hash: fc.constant("sha256" as const), digest, timestamp: treesOf(kinds) });
  for (const one of fc.sample(file, { numRuns: 3 * count, seed: SEED })) {
    const bytes = encodeDetachedTimestamp(one);
    if (files.length < count && bytes.length < 60_000 && errorOf(bytes) === null) files.push(bytes);
  }
  return files;
}

function errorOf(bytes: Uint8Array): string | null {
  try {
    parseDetachedTimestamp(bytes);
    return null;
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
}

const KINDS = ["reverse", "hexlify", "sha1", "ripemd160", "sha256", "keccak256"] as const;
const folder = vectorFolder("ots");
const vectors = (part: string) =>
  readdirSync(join(folder!, part))
    .filter((name) => name.endsWith(".ots"))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder!, part, name))) }));

describe.each(oracles)("$name", ({ oracle }) => {
  test.skipIf(oracle === null)(`agrees on ${TREES} random trees`, () => {
    const kinds = KINDS.filter((kind) => !oracle!.lacks.includes(kind));
    const files = filesOf(kinds, TREES);
    expect(files).toHaveLength(TREES);
    for (const [i, judgement] of oracle!.judge(files).entries()) {
      const ours = parseDetachedTimestamp(files[i]!);
      const expected = attestedBy(ours);
      expect(sorted(saidBy(judgement) ?? [judgement.error!]), bytesToHex(files[i]!)).toEqual(
        sorted(expected),
      );
      const encoded = hexToBytes(judgement.encoded!);
      if (oracle!.keepsOrder) expect(judgement.encoded).toBe(bytesToHex(files[i]!));
      else expect(sorted(attestedBy(parseDetachedTimestamp(encoded)))).toEqual(sorted(expected));
      // We write its output again to the byte.
      expect(bytesToHex(encodeDetachedTimestamp(parseDetachedTimestamp(encoded)))).toBe(judgement.encoded);
    }
  });

  test.skipIf(oracle === null || folder === null)("agrees on every good vector", () => {
    const all = vectors("good");
    const judgements = oracle!.judge(all.map(({ bytes }) => bytes));
    const judged = all.filter(({ bytes }, i) => {
      const lacks = oracle!.lacks.some((kind) => usesOperation(bytes, kind));
      if (lacks) return false;
      expect(sorted(saidBy(judgements[i]!)!), all[i]!.name).toEqual(
        sorted(attestedBy(parseDetachedTimestamp(bytes))),
      );
      return true;
    });
    // Two files have an Ethereum attestation behind Keccak-256.
    expect(judged.length).toBeGreaterThanOrEqual(all.length - (oracle!.lacks.length > 0 ? 2 : 0));
  });

  test.skipIf(oracle === null || folder === null)(
    "refuses the bad vectors, except the one that is well-formed but false",
    () => {
      const all = vectors("bad");
      const judgements = oracle!.judge(all.map(({ bytes }) => bytes));
      for (const [i, { name, bytes }] of all.entries()) {
        const isFalseOnly = name === "derived-hello-world-sibling-flipped.ots";
        expect(errorOf(bytes) === null, name).toBe(isFalseOnly);
        // The npm package reads past the end of a cut file.
        const isLenient = oracle!.name.endsWith("npm") && name.includes("truncated");
        if (!isLenient) expect(judgements[i]!.error === undefined, name).toBe(isFalseOnly);
      }
    },
  );
});

function usesOperation(bytes: Uint8Array, kind: string): boolean {
  const uses = ({ branches }: Timestamp): boolean =>
    branches.some((branch) => "next" in branch && (branch.operation.kind === kind || uses(branch.next)));
  return uses(parseDetachedTimestamp(bytes).timestamp);
}

describe("the Python reference", () => {
  const python = oracles.find(({ name }) => name.endsWith("python"))!.oracle;
  /** Cases that we refuse and the reference reads, as docs/formats/opentimestamps.md says. */
  const STRICTER = [
    "ots_integer_not_minimal",
    "ots_integer_too_large",
    "ots_height_too_large",
    "ots_too_costly",
  ];

  test.skipIf(python === null)("accepts and refuses the same 5,000 damaged files as we do", () => {
    const edit = fc.record({
      at: fc.nat(),
      remove: fc.nat({ max: 3 }),
      insert: fc.oneof(
        fc.constantFrom("", "00", "ff", "08", "f0", "f1", "f2", "f3", "67", "02", "83dfe30d2ef90c8e"),
        fc.uint8Array({ maxLength: 3 }).map((bytes) => bytesToHex(bytes)),
      ),
    });
    const base = filesOf(KINDS, 50);
    const damaged = fc
      .sample(fc.tuple(fc.nat({ max: 49 }), fc.array(edit, { minLength: 1, maxLength: 3 })), {
        numRuns: 5000,
        seed: SEED,
      })
      .map(([index, edits]) => {
        let bytes = base[index]!;
        for (const { at, remove, insert } of edits) {
          const start = at % (bytes.length + 1);
          bytes = Uint8Array.from(
            Buffer.concat([bytes.subarray(0, start), hexToBytes(insert), bytes.subarray(start + remove)]),
          );
        }
        return bytes;
      });
    for (const [i, judgement] of python!.judge(damaged).entries()) {
      const bytes = damaged[i]!;
      const error = errorOf(bytes);
      if (error !== null && STRICTER.includes(error)) continue;
      expect(error, `${bytesToHex(bytes)}: ${judgement.error}`)[
        judgement.error === undefined ? "toBeNull" : "toBeTruthy"
      ]();
      if (error !== null) continue;
      expect(
        sorted(saidBy(judgement)!).every((one) => attestedBy(parseDetachedTimestamp(bytes)).includes(one)),
      ).toBe(true);
    }
  });

  test.skipIf(python === null || folder === null)("rewrites the vectors unchanged", () => {
    const all = vectors("good");
    const same = python!
      .judge(all.map(({ bytes }) => bytes))
      .filter(({ encoded }, i) => encoded === bytesToHex(all[i]!.bytes));
    expect(same.length).toBeGreaterThanOrEqual(10);
  });
});
