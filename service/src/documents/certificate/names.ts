/** Names in any script, set in lines. */

import {
  faceOf,
  graphemesOf,
  type LevelsOf,
  type Line,
  setParagraph,
  type Typeface,
} from "@svc-proof/shared/pdf";
import bidiFactory from "bidi-js";
import { visibleCodePoints } from "./font-face.js";
import { type CertificateTypeface, typefaceFor } from "./fonts.js";

interface Bidi {
  getEmbeddingLevels(text: string, base: "auto"): { readonly levels: Uint8Array };
}

/** The package's types declare a default export, but its CommonJS build is the function itself. */
const bidi: Bidi = (bidiFactory as unknown as () => Bidi)();

/** The levels of a paragraph whose direction is that of its first strong character. */
export const levelsOf: LevelsOf = (paragraph) => bidi.getEmbeddingLevels(paragraph, "auto").levels;

// The lines of a name, which others chose.

/** Characters kept at the end of a name, because a file name ends with its type. */
const KEPT_AT_END = 16;

/**
 * If a name exceeds `maxLines`, an ellipsis replaces part of its middle.
 *
 * @param width in thousandths of the font size.
 */
export function nameLines(
  name: string,
  typeface: CertificateTypeface,
  width: number,
  maxLines: number,
): readonly Line[] {
  const key = `${maxLines} lines of ${width}: ${name}`;
  const known = typeface.known.get(key);
  if (known !== undefined) return known;
  const lines = setName(name, typefaceFor(name, typeface), width, maxLines);
  typeface.known.set(key, lines);
  return lines;
}

function setName(name: string, typeface: Typeface, width: number, maxLines: number): readonly Line[] {
  const whole = setParagraph(name, typeface, width, levelsOf);
  if (whole.length <= maxLines) return whole;
  const all = graphemesOf(name);
  const tail = all.slice(-KEPT_AT_END).join("");
  const cut = (kept: number) =>
    setParagraph(`${all.slice(0, kept).join("")}…${tail}`, typeface, width, levelsOf);
  let fits = 0;
  let tooMany = all.length - KEPT_AT_END;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (cut(middle).length <= maxLines) fits = middle;
    else tooMany = middle;
  }
  return cut(fits).slice(0, maxLines);
}

/** Whether a name has characters that no font has, so that their code points are shown. */
export function showsCodePoints(name: string, typeface: Typeface): boolean {
  return visibleCodePoints(name).some(
    (one) => faceOf(String.fromCodePoint(one), "ltr", typeface.faces) === null,
  );
}
