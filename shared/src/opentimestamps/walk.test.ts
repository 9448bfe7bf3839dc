import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { bytesToHex } from "../bytes.js";
import { leafHash } from "../leaf.js";
import { foldAuditPath, MerkleTree } from "../merkle.js";
import { sha256 } from "../sha256.js";
import {
  auditPathOperations,
  encodeDetachedTimestamp,
  encodeTimestamp,
  leafOperations,
  timestampAlong,
} from "./encode.js";
import { BITCOIN_1 } from "./example.testing.js";
import { parseDetachedTimestamp } from "./parse.js";
import { MAX_DEPTH, MAX_MESSAGE_BYTES, type Operation, type Timestamp } from "./timestamp.js";
import { applyOperation, climb, hashJoined, replay, singleWay } from "./walk.js";

describe("climb", () => {
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
});

describe("replay", () => {
  const ascii = (text: string) => new TextEncoder().encode(text);

  describe("operations", () => {
    test("agree with the platform", () => {
      fc.assert(
        fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (message) => {
          for (const kind of ["sha1", "ripemd160", "sha256"] as const) {
            const expected = createHash(kind).update(message).digest();
            expect(Buffer.from(applyOperation({ kind }, message)).equals(expected)).toBe(true);
          }
          expect(applyOperation({ kind: "hexlify" }, message)).toEqual(
            ascii(Buffer.from(message).toString("hex")),
          );
          expect(applyOperation({ kind: "reverse" }, message)).toEqual(
            Uint8Array.from([...message].reverse()),
          );
        }),
      );
    });

    test("Keccak-256 is Ethereum's, not SHA3-256", () => {
      // The hash of the empty message: Ethereum yellow paper, appendix. Of "abc": Keccak team's ShortMsgKAT.
      expect(bytesToHex(applyOperation({ kind: "keccak256" }, ascii("abc")))).toBe(
        "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
      );
    });

    test("neither change the message nor share a result", () => {
      for (const size of [32, 64]) {
        const message = new Uint8Array(size).fill(7);
        for (const kind of ["reverse", "sha256", "hexlify"] as const) {
          const result = applyOperation({ kind }, message);
          applyOperation({ kind }, new Uint8Array(size));
          expect(applyOperation({ kind }, message)).toEqual(result);
          expect(message).toEqual(new Uint8Array(size).fill(7));
        }
      }
    });

    test("refuse a result that is too long", () => {
      expect(() => applyOperation({ kind: "hexlify" }, new Uint8Array(2049))).toThrow(RangeError);
      const argument = new Uint8Array(4096);
      expect(() => applyOperation({ kind: "prepend", argument }, new Uint8Array(1))).toThrow(RangeError);
    });
  });

  describe("levels of Merkle trees", () => {
    /** A custom tree in which levels of all forms follow one another, mixed with near-levels. */
    const step = fc.oneof(
      fc.constantFrom<Operation>({ kind: "sha256" }, { kind: "sha256" }, { kind: "reverse" }),
      fc.record({
        kind: fc.constantFrom("append" as const, "prepend" as const),
        argument: fc.oneof(
          { weight: 4, arbitrary: fc.uint8Array({ minLength: 32, maxLength: 32 }) },
          { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 33 }) },
        ),
      }),
    );
    const level = fc
      .tuple(step, fc.nat({ max: 3 }))
      .map(([first, hashes]): Operation[] => [first, ...Array<Operation>(hashes).fill({ kind: "sha256" })]);

    test("give the same result as single operations", () => {
      const end: Timestamp = { branches: [{ attestation: { kind: "bitcoin", height: 1 } }] };
      const digest = fc.uint8Array({ minLength: 31, maxLength: 33 });
      fc.assert(
        fc.property(digest, fc.array(level, { maxLength: 30 }), (message, levels) => {
          const operations = levels.flat();
          const expected = operations.reduce<Uint8Array>(
            (at, operation) => applyOperation(operation, at),
            message,
          );
          const [attested] = replay(timestampAlong(operations, end), message);
          expect(attested).toMatchObject({ message: expected, node: end, depth: operations.length });
        }),
      );
    });

    test("end at the maximum depth", () => {
      const argument = new Uint8Array(32);
      const levels = (count: number) =>
        Array.from({ length: count }, () => [
          { kind: "append", argument } as const,
          { kind: "sha256" } as const,
        ]);
      const end: Timestamp = { branches: [{ attestation: { kind: "bitcoin", height: 1 } }] };
      const deepest = levels((MAX_DEPTH - 1) / 2).flat();
      const [attested] = replay(timestampAlong([...deepest, { kind: "reverse" }], end), argument);
      expect(attested?.depth).toBe(MAX_DEPTH);
      expect(() => replay(timestampAlong([...deepest, ...levels(1).flat()], end), argument)).toThrow(
        RangeError,
      );
    });
  });

  describe("joins in a row", () => {
    const end: Timestamp = { branches: [{ attestation: { kind: "bitcoin", height: 1 } }] };
    const join = fc.record({
      kind: fc.constantFrom("append" as const, "prepend" as const),
      argument: fc.uint8Array({ minLength: 1, maxLength: 120 }),
    });
    const after = fc.constantFrom<Operation>({ kind: "sha256" }, { kind: "reverse" }, { kind: "sha1" });

    test("give the same result as single operations, whatever follows them", () => {
      const rows = fc.array(fc.tuple(fc.array(join, { maxLength: 6 }), fc.option(after)), { maxLength: 5 });
      fc.assert(
        fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), rows, (message, parts) => {
          const operations = parts.flatMap(([joins, last]) => (last === null ? joins : [...joins, last]));
          const expected = operations.reduce<Uint8Array>((at, one) => applyOperation(one, at), message);
          const before = message.slice();
          const [attested] = replay(timestampAlong(operations, end), message);
          expect(attested).toMatchObject({ message: expected, node: end, depth: operations.length });
          expect(message).toEqual(before);
        }),
      );
    });

    test("may make a message of 4,096 bytes, and no longer one", () => {
      for (const kind of ["append", "prepend"] as const) {
        const half: Operation = { kind, argument: new Uint8Array(2048).fill(7) };
        const rest = (length: number): Operation => ({ kind, argument: new Uint8Array(length).fill(9) });
        for (const last of [[], [{ kind: "sha256" } as const]]) {
          const at = (length: number) =>
            replay(timestampAlong([half, rest(length), ...last], end), ascii("0"));
          const whole = [half, rest(2047), ...last].reduce<Uint8Array>(
            (message, one) => applyOperation(one, message),
            ascii("0"),
          );
          expect(at(2047)[0]!.message).toEqual(whole);
          expect(() => at(2048)).toThrow(RangeError);
        }
      }
    });

    test("do not share their results", () => {
      const argument = ascii("a");
      const forked: Timestamp = {
        branches: [
          { operation: { kind: "append", argument }, next: end },
          { operation: { kind: "prepend", argument }, next: end },
        ],
      };
      const messages = replay(timestampAlong([{ kind: "append", argument: ascii("x") }], forked), ascii("0"));
      expect(messages.map(({ message }) => new TextDecoder().decode(message))).toEqual(["0xa", "a0x"]);
    });

    test("are walked once", () => {
      let looks = 0;
      let next = end;
      for (let i = 0; i < MAX_DEPTH; i++) {
        const branches = [{ operation: { kind: "append", argument: ascii("a") } as const, next }];
        next = {
          get branches() {
            looks++;
            return branches;
          },
        };
      }
      expect(replay(next, ascii("0"))[0]!.message).toHaveLength(MAX_DEPTH + 1);
      expect(looks).toBeLessThan(20 * MAX_DEPTH);
    });
  });

  describe("attested messages", () => {
    const append = (text: string): Operation => ({ kind: "append", argument: ascii(text) });
    const attested = (timestamp: Timestamp) =>
      replay(timestamp, ascii("0")).map(({ message, depth }) => [new TextDecoder().decode(message), depth]);

    test("are in file order, each with its own message", () => {
      const timestamp: Timestamp = {
        branches: [
          { operation: append("a"), next: BITCOIN_1 },
          ...BITCOIN_1.branches,
          {
            operation: append("b"),
            next: { branches: [{ operation: append("c"), next: BITCOIN_1 }, ...BITCOIN_1.branches] },
          },
          { operation: append("d"), next: BITCOIN_1 },
          ...BITCOIN_1.branches,
        ],
      };
      expect(attested(timestamp)).toEqual([
        ["0a", 1],
        ["0", 0],
        ["0bc", 2],
        ["0b", 1],
        ["0d", 1],
        ["0", 0],
      ]);
    });

    test("an operation in the last branch, and in another", () => {
      const last: Timestamp = {
        branches: [...BITCOIN_1.branches, { operation: append("a"), next: BITCOIN_1 }],
      };
      expect(attested(last)).toEqual([
        ["0", 0],
        ["0a", 1],
      ]);
    });

    test("a tree deeper than a parsed one is a mistake of the caller", () => {
      const deep = (count: number) =>
        timestampAlong(Array<Operation>(count).fill({ kind: "sha256" }), BITCOIN_1);
      expect(replay(deep(MAX_DEPTH), ascii("0"))).toHaveLength(1);
      expect(() => replay(deep(MAX_DEPTH + 1), ascii("0"))).toThrow(RangeError);
      expect(() => encodeTimestamp(deep(MAX_DEPTH + 1))).toThrow(RangeError);
    });

    test("a message has 1 to 4,096 bytes", () => {
      for (const length of [1, MAX_MESSAGE_BYTES]) {
        expect(replay(BITCOIN_1, new Uint8Array(length))[0]!.message).toHaveLength(length);
      }
      for (const length of [0, MAX_MESSAGE_BYTES + 1]) {
        expect(() => replay(BITCOIN_1, new Uint8Array(length))).toThrow(RangeError);
      }
    });
  });

  test("our proof leads from the content through leaf and path to the Merkle root", () => {
    const proofId = "6f1c3d52-8a4b-4c1e-9d27-5b0e7a91c3f4";
    const content = createHash("sha256").update("original").digest();
    const contentHash = content.toString("hex");
    for (const count of [1, 2, 3, 5, 13]) {
      for (let index = 0; index < count; index++) {
        const leaves = Uint8Array.from({ length: 32 * count }, (_, i) => (i * 31) & 0xff);
        const leaf = leafHash(proofId, contentHash);
        leaves.set(leaf, 32 * index);
        const tree = new MerkleTree(leaves);
        const path = tree.path(index);
        const operations = [...leafOperations(proofId), ...auditPathOperations(path)];
        const timestamp = timestampAlong(operations, BITCOIN_1);
        const bytes = encodeDetachedTimestamp({ hash: "sha256", digest: content, timestamp });
        const parsed = parseDetachedTimestamp(bytes);
        const message = replay(parsed.timestamp, parsed.digest)[0]!.message;
        expect(bytesToHex(message)).toBe(bytesToHex(tree.root));
        expect(bytesToHex(message)).toBe(foldAuditPath(bytesToHex(leaf), path));
      }
    }
  });
});

describe("single way", () => {
  const digest = new Uint8Array(32).fill(7);
  const ending = (height: number): Timestamp => ({
    branches: [
      { attestation: { kind: "pending", uri: "https://a.example" } },
      {
        operation: { kind: "append", argument: Uint8Array.of(height) },
        next: { branches: [{ operation: { kind: "sha256" }, next: blockAt(height) }] },
      },
    ],
  });
  const blockAt = (height: number): Timestamp => ({
    branches: [
      { attestation: { kind: "pending", uri: "https://b.example" } },
      { attestation: { kind: "bitcoin", height } },
      { attestation: { kind: "bitcoin", height: height + 1 } },
    ],
  });
  const tree: Timestamp = {
    branches: [
      { operation: { kind: "sha256" }, next: ending(1) },
      { operation: { kind: "prepend", argument: Uint8Array.of(9) }, next: ending(3) },
    ],
  };

  describe("a single way", () => {
    it("leads to the attestation with the message that it has in the whole, and to no other", () => {
      const all = replay(tree, digest);
      expect(all).toHaveLength(8);
      for (const attested of all) {
        const [only, ...others] = replay(singleWay(tree, attested), digest);
        expect(others).toEqual([]);
        const { attestation, message, depth } = attested;
        expect(only).toMatchObject({ attestation, message, depth });
      }
    });

    it("leaves no byte of a file that may be changed: each change leads elsewhere or is malformed", () => {
      const attested = replay(tree, digest).find(
        ({ attestation }) => attestation.kind === "bitcoin" && attestation.height === 3,
      )!;
      const file = encodeDetachedTimestamp({ hash: "sha256", digest, timestamp: singleWay(tree, attested) });
      for (let at = 0; at < file.length; at++) {
        for (let value = 0; value < 256; value++) {
          if (value === file[at]) continue;
          const changed = Uint8Array.from(file);
          changed[at] = value;
          expect(claimOf(changed), `${at}: ${value}`).not.toEqual(claimOf(file));
        }
      }
    });

    it("refuses an attestation of another tree", () => {
      expect(() => singleWay(tree, replay(ending(5), digest)[0]!)).toThrow(RangeError);
    });
  });

  /** What a file of one attestation says: which digest leads to which root of which block. */
  function claimOf(bytes: Uint8Array): unknown {
    try {
      const { hash, digest: ofFile, timestamp } = parseDetachedTimestamp(bytes);
      return replay(timestamp, ofFile).map(({ attestation, message }) => [
        hash,
        [...ofFile],
        attestation,
        [...message],
      ]);
    } catch {
      return null;
    }
  }
});
