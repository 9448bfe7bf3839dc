/** The typefaces that a report is set in: packed fonts, and pictures by the browser of what they lack. */
import {
  type Color,
  type Direction,
  type Glyph,
  graphemesOf,
  type LevelsOf,
  type Picture,
  type Run,
  type Typeface,
} from "@svc-proof/shared/pdf";
import bidiFactory from "bidi-js";
import { PackedFace } from "./packed-face.js";
import type { PackedFonts } from "./packed-font.js";

export type FaceName = keyof PackedFonts;

/** In the order of lookup. */
export type FontSet = Readonly<Record<FaceName, readonly [PackedFace, ...PackedFace[]]>>;

/** Characters that a face lacks come from the sans face, which has the most. */
export function openFonts(packed: PackedFonts): FontSet {
  const [sans, bold, serif, mono] = [packed.sans, packed.bold, packed.serif, packed.mono].map(
    ([first, ...further]) =>
      [new PackedFace(first!), ...further.map((font) => new PackedFace(font))] as const,
  );
  return {
    sans: sans!,
    bold: [...bold!, ...sans!],
    serif: [...serif!, ...sans!],
    mono: [...mono!, ...sans!],
  };
}

export interface TextPaint {
  readonly face: FaceName;
  readonly sizePt: number;
  readonly color: Color;
}

export interface PictureStyle extends TextPaint {
  readonly isRightToLeft: boolean;
}

/** Draws texts with the fonts of the browser. The picture of a text is always the same object. */
export interface TextPainter {
  /** In points. */
  widthPt(text: string, style: PictureStyle): number;
  /** A picture as wide as the text and as high as `PICTURE_HEIGHT`. */
  draw(text: string, style: PictureStyle): Picture;
}

export interface Typesetting {
  readonly fonts: FontSet;
  readonly painter: TextPainter;
}

/** A typeface whose pictures have a size and a colour. */
export function typefaceOf(paint: TextPaint, { fonts, painter }: Typesetting): Typeface {
  return {
    faces: fonts[paint.face],
    unknown: (text, direction) => [pictured(text, direction, paint, painter)],
  };
}

/** One glyph without an outline, half as wide as the font's size: for text below a picture of it. */
const BLANK_WIDTH = 500;
const BLANK = new PackedFace({
  name: "Blank",
  unitsPerEm: 1000,
  ascent: 800,
  descent: -200,
  capHeight: 700,
  box: [0, 0, BLANK_WIDTH, 700],
  characters: " ",
  advances: [BLANK_WIDTH],
  outlines: [""],
});

function pictured(text: string, direction: Direction, paint: TextPaint, painter: TextPainter): Run {
  const style: PictureStyle = { ...paint, isRightToLeft: direction === "rtl" };
  // Programs that extract text from a PDF expect characters at their places, and put them in order of reading.
  const graphemes = style.isRightToLeft ? [...graphemesOf(text)].reverse() : graphemesOf(text);
  const glyphs = graphemes.map(
    (grapheme): Glyph => ({
      id: 0,
      text: grapheme,
      width: BLANK_WIDTH,
      advance: BLANK_WIDTH,
      offsetX: 0,
      offsetY: 0,
    }),
  );
  const width = (painter.widthPt(text, style) * 1000) / paint.sizePt;
  return { face: BLANK, glyphs, text, width, draw: () => painter.draw(text, style) };
}

interface Bidi {
  getEmbeddingLevels(text: string, base: "ltr"): { readonly levels: Uint8Array };
}

/** The package's types declare a default export, but its CommonJS build, which Node takes, is the function itself. */
const bidi: Bidi = (bidiFactory as unknown as () => Bidi)();

/** The levels of a paragraph of the report, whose languages run from left to right. */
export const levelsOf: LevelsOf = (paragraph) => bidi.getEmbeddingLevels(paragraph, "ltr").levels;
