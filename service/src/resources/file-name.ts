/**
 * Display names of proofs: docs/interface.md, `POST /proofs`, field `name`: only the file name is kept, not a path.
 */

/** Controls; line and paragraph separators; marks that change the direction of the following text (Unicode TR 36). */
const UNSHOWABLE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text without visible characters: white space, the braille blank, joiners, fillers and the like. */
const INVISIBLE = /^[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * The file name in a text that may be a path of Windows or of Unix.
 *
 * @param text of a length that the caller has bounded.
 * @returns null when nothing is left to show.
 */
export function fileName(text: string): string | null {
  const name = text
    .slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1)
    .replace(UNSHOWABLE, "")
    .trim();
  return INVISIBLE.test(name) || name === "." || name === ".." ? null : name;
}
