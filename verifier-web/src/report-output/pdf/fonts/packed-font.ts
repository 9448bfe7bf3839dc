/** A font as the site ships it to the writer of PDF: what a reader of PDF draws, and nothing else. */
export interface PackedFont {
  /** PostScript name. */
  readonly name: string;
  readonly unitsPerEm: number;
  /** In font units, as are all lengths here. */
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  /** Left, bottom, right, top. */
  readonly box: readonly [number, number, number, number];
  /** The character of each glyph, in order. The last glyphs may have none: others are made of them. */
  readonly characters: string;
  /** The advance width of each glyph. */
  readonly advances: readonly number[];
  /**
   * The outline of each glyph in hexadecimal, as in the table `glyf` (OpenType 1.9.1). A component's glyph index is its place in
   * this list.
   */
  readonly outlines: readonly string[];
}

/** The fonts by face, each in the order of lookup. */
export interface PackedFonts {
  readonly sans: readonly PackedFont[];
  readonly bold: readonly PackedFont[];
  readonly serif: readonly PackedFont[];
  readonly mono: readonly PackedFont[];
}
