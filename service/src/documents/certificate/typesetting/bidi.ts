import bidiFactory from "bidi-js";

interface Bidi {
  /** @returns the level of each UTF-16 unit; odd levels run from right to left. */
  getEmbeddingLevels(text: string, base: "ltr" | "rtl" | "auto"): { readonly levels: Uint8Array };
  /** @param end inclusive. */
  getMirroredCharactersMap(text: string, levels: Uint8Array, start: number, end: number): Map<number, string>;
}

/**
 * The Unicode Bidirectional Algorithm. The package's types declare a default export, but its CommonJS build is the
 * function itself.
 */
export const bidi: Bidi = (bidiFactory as unknown as () => Bidi)();
