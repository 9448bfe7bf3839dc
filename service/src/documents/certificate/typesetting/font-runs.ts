/**
 * Splits a line into runs of one font and one direction, in visual order: the Unicode Bidirectional Algorithm (UAX #9),
 * and a font for each grapheme.
 */

import type { FontFamily } from "../fonts/certificate-fonts.js";
import { type Direction, type Face, visibleCodePoints } from "../fonts/font-face.js";
import { bidi } from "./bidi.js";

export interface FontRun {
  readonly font: Face;
  readonly text: string;
  readonly direction: Direction;
  /** What is drawn instead of the text: its code points, because no font has the character. */
  readonly shown?: string;
}

/** Characters from here on may run from right to left. Text below this code point runs from left to right. */
const FIRST_RIGHT_TO_LEFT = /[\u0590-\uffff]/;

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Grapheme clusters: characters as readers count them. */
export function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/**
 * The bidirectional level of each UTF-16 unit of a paragraph, whose direction is that of its first strong character.
 * Null when all of it runs from left to right.
 */
export function bidiLevels(paragraph: string): Uint8Array | null {
  return FIRST_RIGHT_TO_LEFT.test(paragraph) ? bidi.getEmbeddingLevels(paragraph, "auto").levels : null;
}

/**
 * @param line text without controls.
 * @param levels the line's levels within its paragraph.
 */
export function fontRuns(line: string, family: FontFamily, levels: Uint8Array | null): FontRun[] {
  if (levels === null) return runsOfOneLevel(line, family, "ltr");
  const runs: (FontRun & { readonly level: number })[] = [];
  for (let start = 0; start < line.length; ) {
    const level = levels[start]!;
    let end = start + 1;
    while (end < line.length && levels[end] === level) end++;
    const direction = level % 2 === 1 ? "rtl" : "ltr";
    const text = direction === "rtl" ? mirrored(line, levels, start, end) : line.slice(start, end);
    const ofLevel = runsOfOneLevel(text, family, direction).map((run) => ({ ...run, level }));
    runs.push(...ofLevel);
    start = end;
  }
  return inVisualOrder(runs);
}

/** UAX #9, rule L2. */
function inVisualOrder<Run extends { readonly level: number }>(runs: Run[]): Run[] {
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
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

/** UAX #9, rule L4. */
function mirrored(line: string, levels: Uint8Array, start: number, end: number): string {
  const mirrors = bidi.getMirroredCharactersMap(line, levels, start, end - 1);
  return Array.from(line.slice(start, end).split(""), (unit, at) => mirrors.get(start + at) ?? unit).join("");
}

function runsOfOneLevel(text: string, family: FontFamily, direction: Direction): FontRun[] {
  const [first] = family;
  if (first.faceFor(text) !== null) return text === "" ? [] : [{ font: first, text, direction }];
  const runs: FontRun[] = [];
  for (const grapheme of graphemesOf(text)) {
    for (const run of runsOfGrapheme(grapheme, family, direction)) {
      const last = runs.at(-1);
      if (
        last === undefined ||
        last.font !== run.font ||
        last.shown !== undefined ||
        run.shown !== undefined
      ) {
        runs.push(run);
      } else {
        runs[runs.length - 1] = { ...last, text: last.text + run.text };
      }
    }
  }
  return runs;
}

/** One run if a font has the whole grapheme. Otherwise its characters stand side by side, as browsers draw an unknown sequence of emoji. */
function runsOfGrapheme(grapheme: string, family: FontFamily, direction: Direction): FontRun[] {
  const font = faceFor(grapheme, family);
  if (font !== null) return [{ font, text: grapheme, direction }];
  const codePoints = visibleCodePoints(grapheme);
  if (codePoints.length > 1) {
    return codePoints.flatMap((codePoint) =>
      runsOfGrapheme(String.fromCodePoint(codePoint), family, direction),
    );
  }
  return [{ font: family[0], text: grapheme, direction: "ltr", shown: codePointText(codePoints[0]!) }];
}

function faceFor(text: string, family: FontFamily): Face | null {
  for (const font of family) {
    const face = font.faceFor(text);
    if (face !== null) return face;
  }
  return null;
}

/** `[U+10450]`. */
export function codePointText(codePoint: number): string {
  return `[U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}]`;
}
