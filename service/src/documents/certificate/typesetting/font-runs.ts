/**
 * Splits a line into runs of one font and one direction, in visual order: the Unicode Bidirectional Algorithm (UAX #9),
 * and a font for each grapheme.
 */

import type { FontFamily } from "../fonts/certificate-fonts.js";
import type { Direction, FontFace } from "../fonts/font-face.js";
import { bidi } from "./bidi.js";

export interface FontRun {
  readonly font: FontFace;
  readonly text: string;
  readonly direction: Direction;
}

const REPLACEMENT_CHARACTER = "\ufffd";

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
 * @param line text without controls. Characters that no font has are shown as U+FFFD.
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
  if (isCovered(text, first)) return text === "" ? [] : [{ font: first, text, direction }];
  const runs: FontRun[] = [];
  for (const grapheme of graphemesOf(text)) {
    const last = runs.at(-1);
    const font = family.find((face) => isCovered(grapheme, face));
    const run = { font: font ?? replacementFont(family), text: font ? grapheme : REPLACEMENT_CHARACTER };
    if (last?.font === run.font) runs[runs.length - 1] = { ...last, text: last.text + run.text };
    else runs.push({ ...run, direction });
  }
  return runs;
}

function replacementFont(family: FontFamily): FontFace {
  return family.find((face) => isCovered(REPLACEMENT_CHARACTER, face)) ?? family[0];
}

function isCovered(text: string, font: FontFace): boolean {
  for (const character of text) {
    if (!IGNORABLE.test(character) && !font.covers(character.codePointAt(0)!)) return false;
  }
  return true;
}

/** Joiners and variation selectors select glyphs and have none themselves. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
