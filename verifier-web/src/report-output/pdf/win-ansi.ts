/**
 * The characters of the standard PDF fonts (ISO 32000-1, annex D, WinAnsiEncoding). The site's languages need no others,
 * but names may.
 */

/** The characters of Windows code page 1252 beyond Latin-1. */
const BEYOND_LATIN_1 = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

const WIN_ANSI = new RegExp(`^[\\x20-\\x7e\\xa0-\\xff${BEYOND_LATIN_1}]*$`);

export function isWinAnsi(text: string): boolean {
  return WIN_ANSI.test(text);
}

/** Replaces the special spaces of `Intl` by one that the fonts contain. */
export function withPlainSpaces(text: string): string {
  return text.replace(/[\u2000-\u200a\u202f]/g, "\u00a0");
}
