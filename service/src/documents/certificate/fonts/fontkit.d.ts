/** The part of fontkit 2 that is used here. The package has no types. */
declare module "fontkit" {
  export interface FontkitGlyph {
    readonly id: number;
    readonly codePoints: readonly number[];
    /** In font units. */
    readonly advanceWidth: number;
  }

  export interface FontkitPath {
    readonly commands: readonly { readonly command: string; readonly args: readonly number[] }[];
    toSVG(): string;
  }

  export interface FontkitRun {
    readonly glyphs: readonly FontkitGlyph[];
    /** In font units. */
    readonly positions: readonly {
      readonly xAdvance: number;
      readonly xOffset: number;
      readonly yOffset: number;
    }[];
  }

  export interface FontkitSubset {
    /** @returns the glyph's number in the subset; 0 is always `.notdef`. */
    includeGlyph(glyphId: number): number;
    encode(): Uint8Array;
  }

  export interface FontkitFont {
    readonly postscriptName: string;
    readonly unitsPerEm: number;
    readonly ascent: number;
    readonly descent: number;
    readonly capHeight: number;
    readonly italicAngle: number;
    readonly bbox: {
      readonly minX: number;
      readonly minY: number;
      readonly maxX: number;
      readonly maxY: number;
    };
    /** The SFNT table directory: a font with outlines of PostScript has a table `CFF `. */
    readonly directory: { readonly tables: Readonly<Record<string, unknown>> };
    /** Empty unless the font is variable. */
    readonly variationAxes: Readonly<Record<string, unknown>>;
    getVariation(settings: Readonly<Record<string, number>>): FontkitFont;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(
      text: string,
      features?: undefined,
      script?: undefined,
      language?: undefined,
      direction?: "ltr" | "rtl",
    ): FontkitRun;
    getGlyph(id: number): FontkitGlyph & { readonly path: FontkitPath };
    createSubset(): FontkitSubset;
  }

  export interface FontkitCollection {
    readonly fonts: readonly FontkitFont[];
  }

  export function create(bytes: Uint8Array): FontkitFont | FontkitCollection;
}
