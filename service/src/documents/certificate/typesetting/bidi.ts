import bidiFactory from "bidi-js";

interface Bidi {
  /** @returns for each UTF-16 unit its level; odd ones run from right to left. */
  getEmbeddingLevels(text: string, base: "ltr" | "rtl" | "auto"): { readonly levels: Uint8Array };
  /** @param end inclusive. */
  getMirroredCharactersMap(text: string, levels: Uint8Array, start: number, end: number): Map<number, string>;
}

/** The Unicode Bidirectional Algorithm. Its types name a default export; its CommonJS build is the function itself. */
export const bidi: Bidi = (bidiFactory as unknown as () => Bidi)();
