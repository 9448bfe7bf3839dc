import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AuditPathItem,
  foldAuditPath,
  indexAgreesWithPath,
  type SiblingPosition,
} from "./audit-path.js";

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
