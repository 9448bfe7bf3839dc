/** Names that people give: of keys, of accounts, of passkeys. */
import { isInvisible } from "../invisible.js";

/** Control characters, halves of surrogate pairs, ends of lines, and characters that turn the direction of a text around. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

export const KEY_NAME_CHARACTERS = 60;
export const DISPLAY_NAME_CHARACTERS = 120;

/** Whether a trimmed text has 1 to `maxCharacters` characters, shows something, and nothing that it is not. */
export function isShortText(text: string, maxCharacters: number): boolean {
  return text.length <= maxCharacters && !isInvisible(text) && !UNFIT.test(text);
}
