/**
 * Breaks a paragraph into lines at spaces. A word wider than the line is broken between any two graphemes.
 */
import { graphemesOf } from "./graphemes.js";

/** Places in the paragraph; `end` is exclusive, and before the space at which the line was broken. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** @param widthOf width of a part of the text, in the unit of `maxWidth`. */
export function wrapLines(
  text: string,
  maxWidth: number,
  widthOf: (start: number, end: number) => number,
): readonly LineRange[] {
  const lines: LineRange[] = [];
  let start = 0;
  let end = 0;
  let width = 0;
  let at = 0;
  const words = text.split(" ");
  for (const [index, word] of words.entries()) {
    const wordEnd = at + word.length;
    const wordWidth = widthOf(at, wordEnd);
    const spaceWidth = index === 0 ? 0 : widthOf(at - 1, at);
    if (index === 0 || width + spaceWidth + wordWidth <= maxWidth) {
      width += spaceWidth + wordWidth;
    } else {
      lines.push({ start, end });
      start = at;
      width = wordWidth;
    }
    end = wordEnd;
    // Only a word that has the line to itself can still be too wide, or the paragraph's first.
    while (width > maxWidth) {
      const head =
        start + fittingLength(text.slice(start, end), maxWidth, (length) => widthOf(start, start + length));
      if (head === end) break;
      lines.push({ start, end: head });
      start = head;
      width = widthOf(start, end);
    }
    at = wordEnd + 1;
  }
  return [...lines, { start, end }];
}

/** The length of the longest prefix that fits, but at least one grapheme, so that the loop ends. */
function fittingLength(word: string, maxWidth: number, widthOf: (length: number) => number): number {
  const ends: number[] = [];
  let length = 0;
  for (const grapheme of graphemesOf(word)) {
    length += grapheme.length;
    ends.push(length);
  }
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(ends[middle]!) <= maxWidth) low = middle;
    else high = middle - 1;
  }
  return ends[low] ?? 0;
}
