/**
 * Names from files and proofs, as they may be shown: whoever made the file chose them. What cannot be seen, or would move
 * what stands beside it, becomes a sign of its own; what is too long to read is cut in the middle, where no ending hides.
 */

/** A stretch of text, or the code point of a character that has no shape. */
export type ShownPart = { readonly text: string } | { readonly codePoint: string };

/** UTF-16 units before and behind the cut: a line or two, and any file ending. */
const HEAD_LENGTH = 100;
const TAIL_LENGTH = 40;

/**
 * Controls, formats (all that change direction among them), separators of lines, and code points that are no characters.
 * U+200C and U+200D are left: Persian, Indic scripts and emoji need them, and they move nothing.
 */
const UNSEEN = /([\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]|(?![\u200c\u200d])\p{Cf})/u;

export function shownName(name: string): readonly ShownPart[] {
  return cut(name)
    .split(UNSEEN)
    .map((part, at) => (at % 2 === 0 ? { text: part } : { codePoint: codePointOf(part) }))
    .filter((part) => !("text" in part) || part.text !== "");
}

/** The same as text, for places that hold no elements. */
export function shownNameText(name: string): string {
  return shownName(name)
    .map((part) => ("text" in part ? part.text : `[${part.codePoint}]`))
    .join("");
}

function cut(name: string): string {
  if (name.length <= HEAD_LENGTH + TAIL_LENGTH) return name;
  // Half of a surrogate pair at either side of the cut would be shown as a sign that the name does not have.
  const head = name.slice(0, HEAD_LENGTH).replace(/[\ud800-\udbff]$/, "");
  const tail = name.slice(-TAIL_LENGTH).replace(/^[\udc00-\udfff]/, "");
  return `${head}…${tail}`;
}

function codePointOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
