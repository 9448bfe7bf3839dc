import { codePointText } from "../fonts/font-face.js";

/** No script needs more marks on one character. A longer stack would cover the lines around it. */
const STACKED_MARKS = /(\p{M}{6})\p{M}+/gu;

/**
 * Controls, line separators, and marks that change the direction of the following text (Unicode TR 36, section 2.11).
 */
const HARMFUL = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Whether `showable` replaces a character of the text. */
export function hasHarmful(text: string): boolean {
  return text.search(HARMFUL) >= 0;
}

/** Replaces all characters of a foreign text that could change how the page around it reads by their code points. */
export function showable(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .replace(HARMFUL, (character) => codePointText(character.codePointAt(0)!))
    .replace(STACKED_MARKS, "$1");
}
