/**
 * Makes text safe for a terminal. Names, labels and messages come from the author of a file: control
 * characters, escape sequences or direction marks could rewrite the screen. Every program of this repository
 * prints through these functions.
 */

/**
 * Characters that move the cursor, colour, hide or reverse text, or break a line: C0 and C1 controls, format
 * characters including direction marks, line separators, and lone surrogates. Not the joiner between two emoji, which makes one of them.
 */
const UNPRINTABLE =
  /(?!(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d\p{Extended_Pictographic})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** One line, with U+FFFD for each unprintable character. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, "\ufffd");
}

/** The same for several lines. Keeps line feeds. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** A value as one line of JSON with unprintable characters escaped, so that it parses to the same value. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(UNPRINTABLE, (character) =>
    Array.from(character.split(""), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(
      "",
    ),
  );
}
