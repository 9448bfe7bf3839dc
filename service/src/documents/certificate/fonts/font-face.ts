/** One font, through fontkit 2: its characters, the shaping of text, and the subset that a document embeds. */
/// <reference path="./fontkit.d.ts" />
import { create, type FontkitFont } from "fontkit";
import { LRUCache } from "lru-cache";
import { unpackWoff } from "./unpack-woff.js";

/** A positioned glyph. Units are thousandths of the font size. */
export interface ShapedGlyph {
  readonly id: number;
  /** The text of the glyph; empty where an earlier glyph carries the text of the same character. */
  readonly text: string;
  /** As the font states it. A document must state the same. */
  readonly width: number;
  /** From this glyph's origin to the next one's, kerning included. */
  readonly advance: number;
  readonly offsetX: number;
  readonly offsetY: number;
}

const NOTDEF = 0;

export type Direction = "ltr" | "rtl";

/** Words repeat. Without this cache, shaping takes half of the time of a certificate. */
const MAX_REMEMBERED = 4096;

export class FontFace {
  readonly name: string;
  /** Whether the outlines are PostScript (CFF) instead of TrueType. */
  readonly hasCff: boolean;
  readonly #font: FontkitFont;
  readonly #shaped = new LRUCache<string, readonly ShapedGlyph[]>({ max: MAX_REMEMBERED });

  /**
   * @param file an SFNT or WOFF font, or a collection, whose first font is taken.
   * @throws when fontkit cannot read it.
   */
  constructor(file: Buffer) {
    const opened = create(unpackWoff(file));
    const font = "fonts" in opened ? opened.fonts[0] : opened;
    if (font === undefined) throw new Error("the collection holds no font");
    this.#font = font;
    this.name = font.postscriptName.replace(/[^\w-]/g, "");
    this.hasCff = "CFF " in font.directory.tables;
  }

  /** In thousandths of the font size. */
  get metrics(): {
    readonly ascent: number;
    readonly descent: number;
    readonly capHeight: number;
    readonly italicAngle: number;
    readonly box: readonly [number, number, number, number];
  } {
    const { ascent, descent, capHeight, italicAngle, bbox } = this.#font;
    const box = [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map((value) => Math.round(this.#scaled(value)));
    return {
      ascent: Math.round(this.#scaled(ascent)),
      descent: Math.round(this.#scaled(descent)),
      capHeight: Math.round(this.#scaled(capHeight || ascent)),
      italicAngle,
      box: box as unknown as readonly [number, number, number, number],
    };
  }

  covers(codePoint: number): boolean {
    return this.#font.hasGlyphForCodePoint(codePoint);
  }

  /** @returns the glyphs from left to right, whatever the direction. */
  shape(text: string, direction: Direction): readonly ShapedGlyph[] {
    const key = `${direction}${text}`;
    const known = this.#shaped.get(key);
    if (known !== undefined) return known;
    const { glyphs, positions } = this.#font.layout(text, undefined, undefined, undefined, direction);
    const shaped = glyphs.flatMap((glyph, index) => {
      // A joiner or variation selector has no glyph itself.
      if (glyph.id === NOTDEF) return [];
      const { xAdvance, xOffset, yOffset } = positions[index]!;
      return {
        id: glyph.id,
        text: String.fromCodePoint(...glyph.codePoints),
        width: this.#scaled(glyph.advanceWidth),
        advance: this.#scaled(xAdvance),
        offsetX: this.#scaled(xOffset),
        offsetY: this.#scaled(yOffset),
      };
    });
    this.#shaped.set(key, shaped);
    return shaped;
  }

  /**
   * A font with `.notdef` and these glyphs only, numbered from 1 in this order.
   *
   * @returns SFNT, or bare CFF where `hasCff`.
   */
  subset(glyphIds: Iterable<number>): Uint8Array {
    const subset = this.#font.createSubset();
    for (const id of glyphIds) subset.includeGlyph(id);
    return subset.encode();
  }

  #scaled(units: number): number {
    return (units * 1000) / this.#font.unitsPerEm;
  }
}
