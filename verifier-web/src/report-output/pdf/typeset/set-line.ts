/** Text as runs of glyphs and pictures. */
import type { FontFace } from "../fonts/font-face.js";
import type { FontSet } from "../fonts/font-set.js";
import { graphemesOf } from "./graphemes.js";
import type { Isolate, PlainText } from "./isolates.js";
import type { Picture, PictureStyle, TextPainter } from "./pictures.js";
import { isRightToLeft, RIGHT_TO_LEFT, visualOrder } from "./visual-order.js";

export interface SetGlyph {
  readonly glyph: number;
  /** What the glyph stands for. */
  readonly text: string;
}

export interface GlyphRun {
  readonly font: FontFace;
  readonly glyphs: readonly SetGlyph[];
  readonly widthPt: number;
}

/** A text that no font has. */
export interface PictureRun {
  /** From left to right. */
  readonly graphemes: readonly string[];
  readonly widthPt: number;
  readonly draw: () => Picture;
}

export type Run = GlyphRun | PictureRun;

export interface Typesetting {
  readonly fonts: FontSet;
  readonly painter: TextPainter;
}

export type LineStyle = Omit<PictureStyle, "isRightToLeft">;

/** The runs of a part of a paragraph, from left to right. */
export function setLine(
  { text, isolates }: PlainText,
  start: number,
  end: number,
  style: LineStyle,
  setting: Typesetting,
): readonly Run[] {
  const runs: Run[] = [];
  let from = start;
  for (const isolate of isolates) {
    const [first, last] = [Math.max(isolate.start, start), Math.min(isolate.end, end)];
    if (first >= last || !RIGHT_TO_LEFT.test(text.slice(isolate.start, isolate.end))) continue;
    runs.push(...setLeftToRight(text.slice(from, first), style, setting));
    runs.push(picture(text.slice(first, last), directionOf(text, isolate), style, setting));
    from = last;
  }
  return [...runs, ...setLeftToRight(text.slice(from, end), style, setting)];
}

function directionOf(text: string, { start, end }: Isolate): "ltr" | "rtl" {
  return isRightToLeft(text.slice(start, end)) ? "rtl" : "ltr";
}

/** A text in whose lines the first word is on the left. */
function setLeftToRight(text: string, style: LineStyle, setting: Typesetting): readonly Run[] {
  if (!RIGHT_TO_LEFT.test(text)) return setGraphemes(text, style, setting);
  // All from the first such letter to the last: signs and digits between them have their places by the same rules.
  const letters = new RegExp(RIGHT_TO_LEFT.source, "gu");
  const places = Array.from(text.matchAll(letters), ({ index, 0: letter }) => [index, index + letter.length]);
  const [first, last] = [places[0]![0]!, places.at(-1)![1]!];
  return [
    ...setGraphemes(text.slice(0, first), style, setting),
    picture(text.slice(first, last), "ltr", style, setting),
    ...setGraphemes(text.slice(last), style, setting),
  ];
}

function setGraphemes(text: string, style: LineStyle, setting: Typesetting): readonly Run[] {
  const runs: Run[] = [];
  let font: FontFace | null = null;
  let glyphs: SetGlyph[] = [];
  let unknown = "";
  const end = () => {
    if (unknown !== "") runs.push(picture(unknown, "ltr", style, setting));
    if (font !== null && glyphs.length > 0) runs.push(glyphRun(font, glyphs, style.sizePt));
    unknown = "";
    glyphs = [];
  };
  for (const grapheme of graphemesOf(text)) {
    const found = lookUp(grapheme, setting.fonts[style.face]);
    if (found === null) {
      if (glyphs.length > 0) end();
      unknown += grapheme;
      continue;
    }
    if (unknown !== "" || found.font !== font) end();
    font = found.font;
    glyphs.push({ glyph: found.glyph, text: grapheme });
  }
  end();
  return runs;
}

/** The spaces of `Intl`, which the fonts do not tell apart. */
const SPACES = /[\u2000-\u200a\u202f]/g;

/** The first font that draws the grapheme with one glyph, composed if it was not. */
function lookUp(
  grapheme: string,
  fonts: readonly FontFace[],
): { readonly font: FontFace; readonly glyph: number } | null {
  const character = grapheme.replace(SPACES, "\u00a0").normalize("NFC");
  for (const font of fonts) {
    const glyph = font.glyphOf(character);
    if (glyph !== undefined) return { font, glyph };
  }
  return null;
}

function glyphRun(font: FontFace, glyphs: readonly SetGlyph[], sizePt: number): GlyphRun {
  const width = glyphs.reduce((sum, { glyph }) => sum + font.widthOf(glyph), 0);
  return { font, glyphs, widthPt: (width * sizePt) / 1000 };
}

function picture(
  text: string,
  direction: "ltr" | "rtl",
  style: LineStyle,
  { painter }: Typesetting,
): PictureRun {
  const pictureStyle: PictureStyle = { ...style, isRightToLeft: direction === "rtl" };
  const graphemes = graphemesOf(text);
  return {
    graphemes: RIGHT_TO_LEFT.test(text) ? visualOrder(graphemes, direction) : graphemes,
    widthPt: painter.widthPt(text, pictureStyle),
    draw: () => painter.draw(text, pictureStyle),
  };
}
