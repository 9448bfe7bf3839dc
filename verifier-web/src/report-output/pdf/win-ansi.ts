/**
 * The characters of the fonts that every PDF reader has by itself (ISO 32000-1, annex D, WinAnsiEncoding). The languages of
 * the site need no others; names may.
 */

/** Those of Windows code page 1252 beyond Latin-1. */
const BEYOND_LATIN_1 = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

const WIN_ANSI = new RegExp(`^[\\x20-\\x7e\\xa0-\\xff${BEYOND_LATIN_1}]*$`);

export function isWinAnsi(text: string): boolean {
  return WIN_ANSI.test(text);
}

/** Spaces that Intl writes into numbers and dates, as the one that the fonts have. */
export function withPlainSpaces(text: string): string {
  return text.replace(/[\u2000-\u200a\u202f]/g, "\u00a0");
}
