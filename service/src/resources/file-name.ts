/**
 * Display names of proofs: docs/interface.md, `POST /proofs`, field `name`: only the file name is kept, not a path.
 */
import { isInvisible } from "../invisible.js";

/** Controls; line and paragraph separators; marks that change the direction of the following text (Unicode TR 36). */
const UNSHOWABLE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

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
  return isInvisible(name) || name === "." || name === ".." ? null : name;
}
