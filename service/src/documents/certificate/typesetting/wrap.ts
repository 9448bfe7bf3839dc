/** Breaks a paragraph into lines, at spaces, or inside a word that is wider than a line. */
import { LRUCache } from "lru-cache";
import { type FontFamily, familyFor } from "../fonts/certificate-fonts.js";
import { bidiLevels, graphemesOf } from "./font-runs.js";
import { type SetLine, setLine } from "./set-line.js";

/** Does not match a no-break space. */
const BREAK_AFTER = /(?<=[ \u3000])(?=[^ \u3000])/;

/** Most texts of a certificate are the service's own, and a closer layout sets each of them again. */
const MAX_REMEMBERED = 1024;
const remembered = new WeakMap<FontFamily, LRUCache<string, readonly SetLine[]>>();

function rememberedLines(family: FontFamily, key: string, set: () => readonly SetLine[]): readonly SetLine[] {
  let ofFamily = remembered.get(family);
  if (ofFamily === undefined) {
    ofFamily = new LRUCache({ max: MAX_REMEMBERED });
    remembered.set(family, ofFamily);
  }
  let lines = ofFamily.get(key);
  if (lines === undefined) {
    lines = set();
    ofFamily.set(key, lines);
  }
  return lines;
}

/** @param width in thousandths of the font size. */
export function wrap(text: string, family: FontFamily, width: number): readonly SetLine[] {
  return rememberedLines(family, `${width} ${text}`, () => wrapAnew(text, family, width));
}

function wrapAnew(text: string, family: FontFamily, width: number): SetLine[] {
  const levels = bidiLevels(text);
  const lines: SetLine[] = [];
  let start = 0;
  for (const line of lineTexts(text, family, width)) {
    lines.push(setLine(withoutEndSpace(line), family, levels?.subarray(start, start + line.length) ?? null));
    start += line.length;
  }
  return lines;
}

/** The space at a line break takes no room. Other white space is part of the name. */
function withoutEndSpace(text: string): string {
  return text.replace(/[ \u3000]+$/, "");
}

/** The text of each line. */
function lineTexts(text: string, family: FontFamily, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  const add = (part: string) => {
    const bare = setLine(withoutEndSpace(part), family).width;
    if (used + bare > width && line !== "") {
      lines.push(line);
      line = "";
      used = 0;
    }
    line += part;
    used += setLine(part, family).width;
  };
  for (const word of text.split(BREAK_AFTER)) {
    if (setLine(withoutEndSpace(word), family).width <= width) add(word);
    else for (const grapheme of graphemesOf(word)) add(grapheme);
  }
  return [...lines, line];
}

/** Characters kept at the end of a name, because a file name ends with its type. */
const KEPT_AT_END = 16;

/** The lines of a name. If it exceeds `maxLines`, an ellipsis replaces part of its middle. */
export function wrapName(
  text: string,
  fonts: FontFamily,
  width: number,
  maxLines: number,
): readonly SetLine[] {
  return rememberedLines(fonts, `${width} ${maxLines} ${text}`, () =>
    nameLines(text, familyFor(text, fonts), width, maxLines),
  );
}

function nameLines(text: string, family: FontFamily, width: number, maxLines: number): SetLine[] {
  const whole = wrapAnew(text, family, width);
  if (whole.length <= maxLines) return whole;
  const all = graphemesOf(text);
  const tail = all.slice(-KEPT_AT_END).join("");
  const cut = (kept: number) => wrapAnew(`${all.slice(0, kept).join("")}…${tail}`, family, width);
  let fits = 0;
  let tooMany = all.length - KEPT_AT_END;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (cut(middle).length <= maxLines) fits = middle;
    else tooMany = middle;
  }
  return cut(fits).slice(0, maxLines);
}

/** Whether a name has characters that no font has, so that their code points are shown. */
export function showsCodePoints(text: string, fonts: FontFamily): boolean {
  const [line] = wrapName(text, fonts, Number.POSITIVE_INFINITY, 1);
  return line!.runs.some(({ shown }) => shown !== undefined);
}
