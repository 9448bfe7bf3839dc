/**
 * Makes names from files and proofs safe to show: their authors chose them. Replaces characters that are invisible or
 * change the text direction, and shortens long names in the middle, so that the file extension stays visible.
 */

/** Text, or the code point of a replaced character. */
export type ShownPart = { readonly text: string } | { readonly codePoint: string };

/** UTF-16 units kept on either side of the cut: one or two lines, and any file extension. */
const HEAD_LENGTH = 100;
const TAIL_LENGTH = 40;

/**
 * Control characters, format characters (including all that change the direction), line separators and unassigned code
 * points. U+200C and U+200D are allowed: Persian, Indic scripts and emoji need them, and they move nothing.
 */
const UNSEEN = /([\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]|(?![\u200c\u200d])\p{Cf})/u;

export function shownName(name: string): readonly ShownPart[] {
  return cut(name)
    .split(UNSEEN)
    .map((part, at) => (at % 2 === 0 ? { text: part } : { codePoint: codePointOf(part) }))
    .filter((part) => !("text" in part) || part.text !== "");
}

/** The same as plain text, for places without elements. */
export function shownNameText(name: string): string {
  return shownName(name)
    .map((part) => ("text" in part ? part.text : `[${part.codePoint}]`))
    .join("");
}

function cut(name: string): string {
  if (name.length <= HEAD_LENGTH + TAIL_LENGTH) return name;
  // A cut inside a surrogate pair would show a replaced character that the name does not contain.
  const head = name.slice(0, HEAD_LENGTH).replace(/[\ud800-\udbff]$/, "");
  const tail = name.slice(-TAIL_LENGTH).replace(/^[\udc00-\udfff]/, "");
  return `${head}…${tail}`;
}

function codePointOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
