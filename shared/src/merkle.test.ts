import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesToHex } from "./bytes.js";
import {
  type AuditPathItem,
  foldAuditPath,
  indexAgreesWithPath,
  MAX_DEPTH,
  MAX_LEAVES,
  MerkleTree,
  NODE_BYTES,
  newRawAuditPath,
  parentsOf,
  type SiblingPosition,
} from "./merkle.js";

describe("audit path", () => {
  const hash = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString("hex"));
  const item = fc.record({ position: fc.constantFrom<SiblingPosition>("left", "right"), hash });

  function naiveFold(leaf: string, path: readonly AuditPathItem[]): string {
    return path.reduce((value, { position, hash }) => {
      const pair = position === "left" ? hash + value : value + hash;
      return createHash("sha256").update(Buffer.from(pair, "hex")).digest("hex");
    }, leaf);
  }

  describe("folding", () => {
    test("hashes left before right over raw bytes, for any sides and up to 64 items", () => {
      fc.assert(
        fc.property(hash, fc.array(item, { maxLength: 64 }), (leaf, path) => {
          expect(foldAuditPath(leaf, path)).toBe(naiveFold(leaf, path));
        }),
      );
    });

    test("an empty path leads to the leaf itself", () => {
      const leaf = "ab".repeat(32);
      expect(foldAuditPath(leaf, [])).toBe(leaf);
    });

    test.each([
      "",
      "ab",
      "ab".repeat(31),
      "ab".repeat(33),
      "AB".repeat(32),
      "zz".repeat(32),
      `${"ab".repeat(31)}a `,
    ])("refuses %j as leaf and as sibling", (bad) => {
      const good = "ab".repeat(32);
      const step = (hash: string, position: SiblingPosition = "left") => ({ position, hash });
      expect(() => foldAuditPath(bad, [])).toThrow(RangeError);
      expect(() => foldAuditPath(bad, [step(good)])).toThrow(RangeError);
      expect(() => foldAuditPath(good, [step(bad)])).toThrow(RangeError);
      expect(() => foldAuditPath(good, [step(bad, "right")])).toThrow(RangeError);
      expect(() => foldAuditPath(good, [step(good), step(bad), step(good)])).toThrow(RangeError);
    });
  });

  // The positions of the leaf at `index` in a tree of `count` leaves: RFC 6962 section 2.1, from the root down.
  function positionsOf(index: number, count: number): SiblingPosition[] {
    if (count === 1) return [];
    const split = 2 ** Math.ceil(Math.log2(count) - 1);
    return index < split
      ? [...positionsOf(index, split), "right"]
      : [...positionsOf(index - split, count - split), "left"];
  }

  const pathOf = (positions: readonly SiblingPosition[]): AuditPathItem[] =>
    positions.map((position) => ({ position, hash: "00".repeat(32) }));

  const spelt = (positions: readonly SiblingPosition[]) => positions.map((position) => position[0]).join("");

  describe("the index rule", () => {
    // A path of at most 7 items that fits an index below 128 also fits it in a tree of at most 128 leaves: if a
    // node is promoted at level l, ((index >> l) + 1) << l leaves suffice, otherwise 2^(number of items).
    const SIZES = 128;
    const indexesBySides = new Map<string, Set<number>>();
    for (let count = 1; count <= SIZES; count++) {
      for (let index = 0; index < count; index++) {
        const sides = spelt(positionsOf(index, count));
        indexesBySides.set(sides, (indexesBySides.get(sides) ?? new Set()).add(index));
      }
    }

    test("accepts an index if and only if some tree gives its leaf these positions: all sequences of up to 7", () => {
      for (let length = 0; length <= 7; length++) {
        for (let mask = 0; mask < 2 ** length; mask++) {
          const sides = Array.from(
            { length },
            (_, at): SiblingPosition => ((mask >> at) & 1 ? "left" : "right"),
          );
          const possible = indexesBySides.get(spelt(sides)) ?? new Set();
          for (let index = 0; index < SIZES; index++) {
            if (indexAgreesWithPath(index, pathOf(sides)) !== possible.has(index)) {
              expect.fail(`${spelt(sides)} and index ${index}: expected ${possible.has(index)}`);
            }
          }
        }
      }
    });

    test("accepts every leaf of every tree of 1 to 64, and no other index except those with added zero bits", () => {
      // Lowest bit first.
      const bits = Array.from({ length: 256 }, (_, n) =>
        [...n.toString(2).padStart(8, "0")].reverse().join(""),
      );
      for (let count = 1; count <= 64; count++) {
        for (let index = 0; index < count; index++) {
          const sides = positionsOf(index, count);
          const path = pathOf(sides);
          // The format cannot detect these: promotions may precede any item of the run of `left` that ends the
          // path. Such an index consists of the item bits with zeros inserted before bits of that run.
          const run = /l*$/.exec(spelt(sides))![0].length;
          const fixed = spelt(sides.slice(0, sides.length - run))
            .replaceAll("r", "0")
            .replaceAll("l", "1");
          const readings = new RegExp(`^${fixed}${"0*1".repeat(run)}0*$`);
          for (let other = 0; other < 256; other++) {
            const possible = readings.test(bits[other]!);
            if (indexAgreesWithPath(other, path) !== possible) {
              expect.fail(`${spelt(sides)} and index ${other}: expected ${possible}`);
            }
          }
          expect(indexAgreesWithPath(index, path)).toBe(true);
        }
      }
    });

    test("an empty path, or one that ends on the right, has only one index", () => {
      fc.assert(
        fc.property(
          fc.array(fc.constantFrom<SiblingPosition>("left", "right"), { maxLength: 50 }),
          fc.nat(),
          (sides, other) => {
            const path = pathOf(sides.length === 0 ? [] : [...sides, "right"]);
            const index = sides.reduce((sum, side, at) => sum + (side === "left" ? 2 ** at : 0), 0);
            expect(indexAgreesWithPath(index, path)).toBe(true);
            expect(indexAgreesWithPath(other, path)).toBe(other === index);
          },
        ),
      );
    });

    test("in a tree of known size, no two leaves have the same positions", () => {
      for (let count = 1; count <= 64; count++) {
        const all = Array.from({ length: count }, (_, index) => spelt(positionsOf(index, count)));
        expect(new Set(all).size).toBe(count);
      }
    });

    test("holds for the largest integers and the longest paths", () => {
      const lefts = (length: number) => pathOf(Array<SiblingPosition>(length).fill("left"));
      expect(indexAgreesWithPath(Number.MAX_SAFE_INTEGER, lefts(53))).toBe(true);
      expect(indexAgreesWithPath(Number.MAX_SAFE_INTEGER, lefts(52))).toBe(false);
      expect(indexAgreesWithPath(Number.MAX_SAFE_INTEGER, lefts(64))).toBe(false);
      expect(indexAgreesWithPath(2 ** 52, lefts(1))).toBe(true);
      expect(indexAgreesWithPath(0, pathOf(Array<SiblingPosition>(64).fill("right")))).toBe(true);
      expect(indexAgreesWithPath(1, pathOf(Array<SiblingPosition>(64).fill("right")))).toBe(false);
    });
  });
});

describe("tree", () => {
  const sha256 = (...parts: Uint8Array[]): Uint8Array => {
    const hash = createHash("sha256");
    for (const part of parts) hash.update(part);
    return new Uint8Array(hash.digest());
  };

  const leafOf = (index: number): Uint8Array => sha256(new TextEncoder().encode(`leaf ${index}`));

  function leavesOf(count: number): Uint8Array {
    const leaves = new Uint8Array(count * NODE_BYTES);
    for (let index = 0; index < count; index++) leaves.set(leafOf(index), index * NODE_BYTES);
    return leaves;
  }

  const leafAt = (leaves: Uint8Array, index: number) =>
    leaves.subarray(index * NODE_BYTES, (index + 1) * NODE_BYTES);

  // The shape by RFC 6962 section 2.1, from the root down: the left part is the largest power of two below n.
  // Shares nothing with the code under test, which pairs from the leaves up.

  const splitOf = (count: number): number => 2 ** Math.ceil(Math.log2(count) - 1);

  function naiveRoot(leaves: Uint8Array): Uint8Array {
    const count = leaves.length / NODE_BYTES;
    if (count === 1) return leaves;
    const split = splitOf(count) * NODE_BYTES;
    return sha256(naiveRoot(leaves.subarray(0, split)), naiveRoot(leaves.subarray(split)));
  }

  function naivePath(leaves: Uint8Array, index: number): AuditPathItem[] {
    const count = leaves.length / NODE_BYTES;
    if (count === 1) return [];
    const split = splitOf(count);
    const left = leaves.subarray(0, split * NODE_BYTES);
    const right = leaves.subarray(split * NODE_BYTES);
    return index < split
      ? [...naivePath(left, index), { position: "right", hash: bytesToHex(naiveRoot(right)) }]
      : [...naivePath(right, index - split), { position: "left", hash: bytesToHex(naiveRoot(left)) }];
  }

  test("every path of every tree of 1 to 300 leaves folds to the root", () => {
    for (let count = 1; count <= 300; count++) {
      const leaves = leavesOf(count);
      const tree = new MerkleTree(leaves);
      const root = bytesToHex(tree.root);
      for (let index = 0; index < count; index++) {
        const folded = foldAuditPath(bytesToHex(leafAt(leaves, index)), tree.path(index));
        if (folded !== root) expect.fail(`leaf ${index} of ${count} leads elsewhere`);
      }
    }
  });

  test("roots and paths match the definition of RFC 6962, for 1 to 80 leaves", () => {
    for (let count = 1; count <= 80; count++) {
      const leaves = leavesOf(count);
      const tree = new MerkleTree(leaves);
      expect(tree.leafCount).toBe(count);
      expect(tree.root, `${count} leaves`).toEqual(naiveRoot(leaves).slice());
      for (let index = 0; index < count; index++) {
        expect(tree.path(index), `leaf ${index} of ${count}`).toEqual(naivePath(leaves, index));
      }
    }
  });

  test("one leaf is its own root; of three, the last is promoted, not duplicated", () => {
    const leaves = leavesOf(3);
    const [a, b, c] = [0, 1, 2].map((index) => leafAt(leaves, index).slice()) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    expect(new MerkleTree(a).root).toEqual(a);
    expect(new MerkleTree(a).path(0)).toEqual([]);
    const tree = new MerkleTree(leaves);
    expect(tree.root).toEqual(sha256(sha256(a, b), c));
    expect(tree.path(2)).toEqual([{ position: "left", hash: bytesToHex(sha256(a, b)) }]);
    // CVE-2012-2459: if the odd node is duplicated, [a, b, c] and [a, b, c, c] have the same root.
    const doubled = new Uint8Array([...leaves, ...c]);
    expect(new MerkleTree(doubled).root).not.toEqual(tree.root);
  });

  test("raw paths equal text paths, one by one and all in a row", () => {
    const count = 77;
    const tree = new MerkleTree(leavesOf(count));
    const raw = newRawAuditPath();
    const asText = () =>
      Array.from({ length: raw.length }, (_, item) => ({
        position: (raw.leftMask >>> item) & 1 ? "left" : "right",
        hash: bytesToHex(raw.siblings, item * NODE_BYTES, (item + 1) * NODE_BYTES),
      }));
    for (let index = 0; index < count; index++) {
      tree.readPath(index, raw);
      expect(asText()).toEqual(tree.path(index));
    }
    const seen: number[] = [];
    tree.readAllPaths(raw, (index, path) => {
      expect(path).toBe(raw);
      expect(asText()).toEqual(tree.path(index));
      seen.push(index);
    });
    expect(seen).toEqual([...Array(count).keys()]);
  });

  test("leaves may be anywhere in a larger array", () => {
    const leaves = leavesOf(11);
    const root = new MerkleTree(leaves).root;
    for (const offset of [1, 2, 3, 4]) {
      const shifted = new Uint8Array(leaves.length + offset);
      shifted.set(leaves, offset);
      const tree = new MerkleTree(shifted.subarray(offset));
      expect(tree.root).toEqual(root);
      const raw = newRawAuditPath();
      tree.readPath(10, raw);
      expect(bytesToHex(raw.siblings, 0, NODE_BYTES)).toBe(tree.path(10)[0]?.hash);
    }
  });

  test("the largest batch has paths of 20 items; one more leaf is refused", () => {
    const largest = new Uint8Array((MAX_LEAVES + 1) * NODE_BYTES);
    const tree = new MerkleTree(largest.subarray(0, MAX_LEAVES * NODE_BYTES));
    expect(tree.path(MAX_LEAVES - 1)).toHaveLength(MAX_DEPTH);
    const raw = newRawAuditPath();
    tree.readPath(MAX_LEAVES - 1, raw);
    expect([raw.length, raw.leftMask]).toEqual([MAX_DEPTH, 2 ** MAX_DEPTH - 1]);
    expect(() => new MerkleTree(largest)).toThrow(RangeError);
  });

  test("refuses no leaves, half a leaf and an invalid index", () => {
    expect(() => new MerkleTree(new Uint8Array())).toThrow(RangeError);
    expect(() => new MerkleTree(new Uint8Array(33))).toThrow(RangeError);
    const tree = new MerkleTree(leavesOf(3));
    expect(() => tree.path(3)).toThrow("from 0 to 2, got 3");
    for (const index of [-1, 3, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => tree.path(index)).toThrow(RangeError);
      expect(() => tree.readPath(index, newRawAuditPath())).toThrow(RangeError);
    }
  });

  test("aligned leaves are kept, not copied", () => {
    const larger = new Uint8Array(5 * NODE_BYTES);
    for (const [offset, isKept] of [
      [0, true],
      [4, true],
      [NODE_BYTES, true],
      [1, false],
      [2, false],
    ] as const) {
      const tree = new MerkleTree(larger.subarray(offset, offset + 3 * NODE_BYTES));
      expect(tree.levels[0]!.buffer === larger.buffer, `from byte ${offset}`).toBe(isKept);
    }
  });

  test("the returned root is a copy", () => {
    const tree = new MerkleTree(leavesOf(2));
    const root = tree.root;
    tree.root.fill(0);
    expect(tree.root).toEqual(root);
  });

  test("the level above pairs and promotes", () => {
    const leaves = leavesOf(5);
    expect(parentsOf(leaves)).toEqual(
      new Uint8Array([
        ...sha256(leaves.subarray(0, 64)),
        ...sha256(leaves.subarray(64, 128)),
        ...leaves.subarray(128),
      ]),
    );
  });

  test("accepts a Buffer at any offset and returns copies", () => {
    const bytes = Buffer.from(Uint8Array.from({ length: 65 }, (_, at) => at));
    const plain = new MerkleTree(Uint8Array.from(bytes.subarray(1)));
    expect(new MerkleTree(bytes.subarray(1)).root).toEqual(plain.root);
    const leaf = Buffer.alloc(32, 1);
    const { root } = new MerkleTree(leaf);
    leaf.fill(2);
    expect(root).toEqual(new Uint8Array(32).fill(1));
  });
});
