import type { LevelsOf } from "@svc-proof/shared/pdf";
import bidiFactory from "bidi-js";

interface Bidi {
  getEmbeddingLevels(text: string, base: "auto"): { readonly levels: Uint8Array };
}

/** The package's types declare a default export, but its CommonJS build is the function itself. */
const bidi: Bidi = (bidiFactory as unknown as () => Bidi)();

/** The levels of a paragraph whose direction is that of its first strong character. */
export const levelsOf: LevelsOf = (paragraph) => bidi.getEmbeddingLevels(paragraph, "auto").levels;
