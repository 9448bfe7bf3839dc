/**
 * A large font in slices of some hundred characters, as the packages of fontsource have it. A slice is read when a text needs it, and only
 * the last used ones stay open.
 */

import { readFileSync } from "node:fs";
import type { Direction, Face, FaceMetrics, FaceSource, FontSubset, Glyph } from "@svc-proof/shared/pdf";
import { LRUCache } from "lru-cache";
import { FontFace, visibleCodePoints } from "./font-face.js";

/** One takes a third of a megabyte. A name of 200 characters, the longest that the interface accepts, needs at most 200 of them again and again. */
const MAX_OPEN_SLICES = 256;

/** Open slices by their paths. */
type OpenSlices = LRUCache<string, FontFace>;

const openSlices: OpenSlices = new LRUCache({ max: MAX_OPEN_SLICES });

export class SlicedFont implements FaceSource {
  readonly #slices: readonly Slice[];
  readonly #slicesOf = new Map<number, Slice[]>();

  /**
   * @param unicode code points of each slice, as `unicode.json` of the package has them: `{"[0]": "U+23,U+30-39"}`. Slices with other names,
   * such as `latin`, are left out.
   * @param pathOf the file of a slice, by its number.
   * @param opened shared by all fonts unless given.
   */
  constructor(
    unicode: Readonly<Record<string, string>>,
    pathOf: (slice: string) => string,
    opened: OpenSlices = openSlices,
  ) {
    this.#slices = Object.entries(unicode).flatMap(([name, ranges]) => {
      const number = /^\[(\d+)\]$/.exec(name)?.[1];
      return number === undefined ? [] : [new Slice(pathOf(number), codePointsOf(ranges), opened)];
    });
    for (const slice of this.#slices) {
      for (const codePoint of slice.codePoints) {
        const others = this.#slicesOf.get(codePoint);
        if (others === undefined) this.#slicesOf.set(codePoint, [slice]);
        else others.push(slice);
      }
    }
  }

  /** Whether its list of characters has the code point. */
  lists(codePoint: number): boolean {
    return this.#slicesOf.has(codePoint);
  }

  /** The first slice that has all characters of the text. */
  faceFor(text: string): Face | null {
    const [first] = visibleCodePoints(text);
    if (first === undefined) return null;
    return this.#slicesOf.get(first)?.find((slice) => slice.faceFor(text) !== null) ?? null;
  }
}

/** Stands for its file for ever, open or not, so that a document embeds it once. */
class Slice implements Face {
  readonly codePoints: ReadonlySet<number>;
  readonly #path: string;
  readonly #opened: OpenSlices;

  constructor(path: string, codePoints: ReadonlySet<number>, opened: OpenSlices) {
    this.#path = path;
    this.codePoints = codePoints;
    this.#opened = opened;
  }

  get opened(): FontFace {
    let face = this.#opened.get(this.#path);
    if (face === undefined) {
      face = new FontFace(readFileSync(this.#path));
      this.#opened.set(this.#path, face);
    }
    return face;
  }

  get name(): string {
    return this.opened.name;
  }

  get hasCff(): boolean {
    return this.opened.hasCff;
  }

  get metrics(): FaceMetrics {
    return this.opened.metrics;
  }

  faceFor(text: string): Face | null {
    const hasAll = visibleCodePoints(text).every((codePoint) => this.codePoints.has(codePoint));
    return hasAll && this.opened.faceFor(text) !== null ? this : null;
  }

  shape(text: string, direction: Direction): readonly Glyph[] {
    return this.opened.shape(text, direction);
  }

  subset(glyphs: readonly number[]): FontSubset {
    return this.opened.subset(glyphs);
  }
}

/** @param ranges of CSS: `U+4e00,U+4e10-4e1f`. */
function codePointsOf(ranges: string): Set<number> {
  const codePoints = new Set<number>();
  for (const range of ranges.split(",")) {
    const [first, last = first] = range
      .trim()
      .slice(2)
      .split("-")
      .map((digits) => Number.parseInt(digits, 16));
    for (let codePoint = first!; codePoint <= last!; codePoint++) codePoints.add(codePoint);
  }
  return codePoints;
}
