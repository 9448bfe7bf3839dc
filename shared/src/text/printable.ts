/**
 * What can be shown on a terminal. Names, labels and messages come from whoever made a file, and a control character, an
 * escape sequence or a mark of direction in one would let them rewrite the screen. Everything that a program of this
 * repository writes for people goes through here.
 */

/**
 * What moves, colours, hides or turns text, and what breaks a line: C0 and C1 controls, format characters with the marks of
 * direction among them, separators of lines, and halves of surrogate pairs.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** One line, with U+FFFD in the place of each character that is more than a picture of itself. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, "\ufffd");
}

/** The same for a text of several lines, which stay. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** A value as JSON of one line, in which those characters are escaped: it means the same to whoever parses it. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(UNPRINTABLE, (character) =>
    Array.from(character.split(""), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(
      "",
    ),
  );
}
