/** One font, through fontkit 2: its characters, the shaping of text, and the subset that a document embeds. */
/// <reference path="./fontkit.d.ts" />
import { create, type FontkitFont } from "fontkit";
import { LRUCache } from "lru-cache";
import { encodeSubset } from "./encode-subset.js";
import { parseSfnt, type SfntTables } from "./sfnt.js";
import { unpackWoff } from "./unpack-woff.js";
import { unpackWoff2 } from "./unpack-woff2.js";

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

/** What a line of text needs of a font. */
export interface Face {
  readonly name: string;
  /** Whether the outlines are PostScript (CFF) instead of TrueType. */
  readonly hasCff: boolean;
  readonly metrics: FaceMetrics;
  /** @returns the glyphs from left to right, whatever the direction. */
  shape(text: string, direction: Direction): readonly ShapedGlyph[];
  /**
   * A font with `.notdef` and these glyphs only, numbered from 1 in this order.
   *
   * @returns SFNT, or bare CFF where `hasCff`.
   */
  subset(glyphIds: Iterable<number>): Uint8Array;
}

/** In thousandths of the font size. */
export interface FaceMetrics {
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly italicAngle: number;
  readonly box: readonly [number, number, number, number];
}

/** Joiners and variation selectors select glyphs and have none themselves. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** The characters of a text that need a glyph. */
export function visibleCodePoints(text: string): number[] {
  return Array.from(text).flatMap((character) =>
    IGNORABLE.test(character) ? [] : [character.codePointAt(0)!],
  );
}

/** Of variable fonts. */
const REGULAR_WEIGHT = 400;

/** Words repeat. Without this cache, shaping takes half of the time of a certificate. */
const MAX_REMEMBERED = 4096;

export class FontFace implements Face {
  readonly name: string;
  readonly hasCff: boolean;
  readonly #font: FontkitFont;
  /** Of a variable font. */
  readonly #variableTables: SfntTables | null;
  readonly #shaped = new LRUCache<string, readonly ShapedGlyph[]>({ max: MAX_REMEMBERED });

  /**
   * @param file an SFNT or WOFF font, or an SFNT collection, whose first font is taken. Of a variable font, the regular weight is taken.
   * @throws when fontkit cannot read it.
   */
  constructor(file: Buffer) {
    const unpacked = unpackWoff(unpackWoff2(file));
    const opened = create(unpacked);
    const font = "fonts" in opened ? opened.fonts[0] : opened;
    if (font === undefined) throw new Error("the collection holds no font");
    // The variation of PostScript outlines, and of fonts in a collection, stays the default.
    const isVariable =
      !("fonts" in opened) && "gvar" in font.directory.tables && "wght" in font.variationAxes;
    this.#variableTables = isVariable ? parseSfnt(unpacked) : null;
    this.#font = isVariable ? font.getVariation({ wght: REGULAR_WEIGHT }) : font;
    const name = font.postscriptName.replace(/[^\w-]/g, "");
    this.name = isVariable ? name.replace(/-\w+$/, "-Regular") : name;
    this.hasCff = "CFF " in font.directory.tables;
  }

  get metrics(): FaceMetrics {
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

  /** This font if it has all characters of the text, otherwise null. */
  faceFor(text: string): Face | null {
    for (const character of text) {
      if (this.#font.hasGlyphForCodePoint(character.codePointAt(0)!)) continue;
      if (!IGNORABLE.test(character)) return null;
    }
    return this;
  }

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

  subset(glyphIds: Iterable<number>): Uint8Array {
    if (this.#variableTables !== null) return encodeSubset(this.#font, this.#variableTables, glyphIds);
    const subset = this.#font.createSubset();
    for (const id of glyphIds) subset.includeGlyph(id);
    return subset.encode();
  }

  #scaled(units: number): number {
    return (units * 1000) / this.#font.unitsPerEm;
  }
}
