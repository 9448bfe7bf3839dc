/**
 * Sets paragraphs: lines that end at spaces, and in each line runs of one font and one direction from left to right, by the Unicode
 * Bidirectional Algorithm (UAX #9).
 */
import type { Direction, Face, FaceSource, Glyph } from "./fonts.js";

/** A picture of a text on white, in 8-bit sRGB, row by row. */
export interface Picture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgb: Uint8Array<ArrayBuffer>;
}

/** Height of a picture of a text as a multiple of the font's size: room for marks of any script. */
export const PICTURE_HEIGHT = 1.6;
/** Of the baseline below the upper edge of a picture, as a multiple of the font's size. */
export const PICTURE_ASCENT = 1.15;

/** Glyphs of one font, beside each other. */
export interface Run {
  readonly face: Face;
  readonly glyphs: readonly Glyph[];
  /** What the run says, in the order of reading. */
  readonly text: string;
  /** In thousandths of the font's size. */
  readonly width: number;
  /** Draws a picture of the text, whose glyphs are then not shown. */
  readonly draw?: () => Picture;
}

/** The runs of one line from left to right. */
export interface Line {
  readonly text: string;
  readonly runs: readonly Run[];
  /** In thousandths of the font's size, without the space at which the line was broken. */
  readonly width: number;
}

/** A cache of lines, such as a `Map`. */
export interface KnownLines {
  /** The lines of a key; undefined if they are not known. */
  get(key: string): readonly Line[] | undefined;
  /** Remembers the lines of a key. */
  set(key: string, lines: readonly Line[]): unknown;
}

/** What gives characters their glyphs. */
export interface Typeface {
  /** In the order of lookup. The first covers most texts. */
  readonly faces: readonly [Face, ...FaceSource[]];
  /** The runs, in the order of the text, of graphemes that no face has whole. */
  unknown(text: string, direction: Direction): readonly Run[];
  /** Lines that were set before, for whoever lays out the same text more than once. */
  readonly known?: KnownLines;
}

/** The bidirectional level of each UTF-16 unit of a paragraph: UAX #9. Odd levels run from right to left. */
export type LevelsOf = (paragraph: string) => Uint8Array;

/** The face of a text: the first that has all its characters. */
export function faceOf(text: string, direction: Direction, faces: readonly FaceSource[]): Face | null {
  for (const source of faces) {
    const face = source.faceFor(text, direction);
    if (face !== null) return face;
  }
  return null;
}

/** A run of a text by one face. @param shown what is drawn instead of the text. */
export function runOf(face: Face, text: string, direction: Direction, shown: string = text): Run {
  const glyphs = face.shape(shown, direction);
  return { face, glyphs, text, width: glyphs.reduce((sum, { advance }) => sum + advance, 0) };
}

/** Texts without marks that combine: almost all. Splitting others takes far longer. */
const PLAIN =
  /^[\x20-\u02ff\u0370-\u0482\u048a-\u058f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/;

/** A longer grapheme would exceed what a font's table of texts can hold (ISO 32000-1 section 9.10.3); no script has one. */
const MAX_GRAPHEME_LENGTH = 64;

/** What a reader takes for one character each. */
export function graphemesOf(
  text: string,
  split: (text: string) => readonly string[] = splitGraphemes,
): readonly string[] {
  if (PLAIN.test(text)) return [...text];
  return split(text).flatMap((grapheme) =>
    grapheme.length <= MAX_GRAPHEME_LENGTH ? [grapheme] : [...grapheme],
  );
}

/** A character with its marks, or emoji that are joined. */
const CLUSTER = /[\s\S](?:[\p{M}\p{Emoji_Modifier}\u200c\u200d]|(?<=\u200d)\p{Extended_Pictographic})*/gu;

/** For browsers of before 2024, which have no segmenter: syllables of jamo and flags come in parts. */
export function splitClusters(text: string): readonly string[] {
  return text.match(CLUSTER) ?? [];
}

const splitGraphemes: (text: string) => readonly string[] = "Segmenter" in Intl ? segmenter() : splitClusters;

function segmenter(): (text: string) => readonly string[] {
  const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
  return (text) => Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** What Unicode reserves for scripts that run from right to left: DerivedBidiClass.txt. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** FSI and PDI, around a part whose direction is its own. */
const ISOLATE_MARK = /[\u2068\u2069]/;

interface Paragraph {
  readonly text: string;
  /** Null when all of it runs from left to right. */
  readonly levels: Uint8Array | null;
}

function paragraphOf(marked: string, levelsOf: LevelsOf): Paragraph {
  const units = marked.split("");
  const text = units.filter((unit) => !ISOLATE_MARK.test(unit)).join("");
  if (!RIGHT_TO_LEFT.test(text)) return { text, levels: null };
  return { text, levels: levelsOf(marked).filter((_, at) => !ISOLATE_MARK.test(units[at]!)) };
}

/**
 * @param marked a text without controls other than FSI and PDI, which are taken out.
 * @param maxWidth in thousandths of the font's size.
 * @returns at least one line.
 */
export function setParagraph(
  marked: string,
  typeface: Typeface,
  maxWidth: number,
  levelsOf: LevelsOf,
): readonly Line[] {
  const key = `${maxWidth} ${marked}`;
  const known = typeface.known?.get(key);
  if (known !== undefined) return known;
  const paragraph = paragraphOf(marked, levelsOf);
  const widthOf = (start: number, end: number) => widthOfRuns(runsOf(paragraph, start, end, typeface));
  const lines = wrapLines(paragraph.text, maxWidth, widthOf).map(({ start, end }) =>
    setLine(paragraph, start, end, typeface),
  );
  typeface.known?.set(key, lines);
  return lines;
}

/** One line of any width. */
export function setWhole(text: string, typeface: Typeface, levelsOf: LevelsOf): Line {
  return setParagraph(text, typeface, Number.POSITIVE_INFINITY, levelsOf)[0]!;
}

function setLine(paragraph: Paragraph, start: number, end: number, typeface: Typeface): Line {
  const { text, levels } = paragraph;
  // The space at which a line was broken separates its words for whoever hears or copies them.
  const isSpaced = text[end] === " " && (levels?.[end] ?? 0) % 2 === 0;
  const runs = runsOf(paragraph, start, isSpaced ? end + 1 : end, typeface);
  const space = isSpaced ? widthOfRuns(runsOf(paragraph, end, end + 1, typeface)) : 0;
  return { text: text.slice(start, end), runs, width: widthOfRuns(runs) - space };
}

function widthOfRuns(runs: readonly Run[]): number {
  return runs.reduce((sum, { width }) => sum + width, 0);
}

/** The runs of a part of a paragraph from left to right. */
function runsOf({ text, levels }: Paragraph, start: number, end: number, typeface: Typeface): readonly Run[] {
  if (levels === null) return runsOfOneLevel(text.slice(start, end), typeface, "ltr");
  const runs: { readonly level: number; readonly run: Run }[] = [];
  for (let from = start; from < end; ) {
    const level = levels[from]!;
    let to = from + 1;
    while (to < end && levels[to] === level) to++;
    const direction = level % 2 === 1 ? "rtl" : "ltr";
    for (const run of runsOfOneLevel(text.slice(from, to), typeface, direction)) runs.push({ level, run });
    from = to;
  }
  return inVisualOrder(runs).map(({ run }) => run);
}

/** UAX #9, rule L2. */
function inVisualOrder<One extends { readonly level: number }>(runs: One[]): readonly One[] {
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let start = 0; start < runs.length; start++) {
      if (runs[start]!.level < level) continue;
      let end = start;
      while (end < runs.length && runs[end]!.level >= level) end++;
      runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = end;
    }
  }
  return runs;
}

/** In the order of the text. */
function runsOfOneLevel(text: string, typeface: Typeface, direction: Direction): readonly Run[] {
  if (text === "") return [];
  const [first] = typeface.faces;
  if (first.faceFor(text, direction) !== null) return [runOf(first, text, direction)];
  const runs: Run[] = [];
  let face: Face | null = null;
  let pending = "";
  const end = () => {
    if (pending === "") return;
    if (face === null) runs.push(...typeface.unknown(pending, direction));
    else runs.push(runOf(face, pending, direction));
    pending = "";
  };
  for (const grapheme of graphemesOf(text)) {
    const found = faceOf(grapheme, direction, typeface.faces);
    if (found !== face) end();
    face = found;
    pending += grapheme;
  }
  end();
  return runs;
}

/** Places in the paragraph; `end` is exclusive, and before the spaces at which the line was broken. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Words with the spaces after them. Does not match a no-break space. */
const WORD = /[^ \u3000]+[ \u3000]*|[ \u3000]+/g;
const END_SPACES = /[ \u3000]+$/;

/**
 * Breaks a paragraph at spaces, and a word wider than a line between any two graphemes.
 *
 * @param widthOf width of a part of the text, in the unit of `maxWidth`.
 */
export function wrapLines(
  text: string,
  maxWidth: number,
  widthOf: (start: number, end: number) => number,
): readonly LineRange[] {
  const lines: LineRange[] = [];
  let start = 0;
  /** Of the line so far, and with the spaces after it. */
  let [end, next] = [0, 0];
  let used = 0;
  /** Adds a part of the text after the line, or to a new one if it does not fit. */
  const add = (from: number, to: number, width: number) => {
    if (used + width > maxWidth && from > start) {
      lines.push({ start, end });
      start = from;
      used = 0;
    }
    used += width;
    end = to;
  };
  for (const [word] of text.matchAll(WORD)) {
    const from = next;
    const bare = word.replace(END_SPACES, "");
    next = from + word.length;
    const width = widthOf(from, from + bare.length);
    if (width <= maxWidth) add(from, from + bare.length, width);
    else {
      let at = from;
      for (const grapheme of graphemesOf(bare)) {
        const to = at + grapheme.length;
        add(at, to, widthOf(at, to));
        at = to;
      }
    }
    if (next > end) used += widthOf(end, next);
  }
  return [...lines, { start, end }];
}
