/**
 * Fonts for Chinese, Japanese and Korean. Unicode gives one code point to characters that these languages draw differently, so the font
 * depends on the language, which a name does not state but shows.
 */
import type { Face, FaceSource } from "@svc-proof/shared/pdf";
import type { SlicedFont } from "./sliced-font.js";

/** Simplified and traditional Chinese, Japanese, Korean. */
export type EastAsianScript = "sc" | "tc" | "jp" | "kr";

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const HAN = /\p{Script=Han}/u;

export class EastAsianFonts implements FaceSource {
  readonly #fonts: Readonly<Record<EastAsianScript, SlicedFont>>;
  readonly #order: readonly EastAsianScript[];

  constructor(
    fonts: Readonly<Record<EastAsianScript, SlicedFont>>,
    order: readonly EastAsianScript[] = ["sc", "tc", "jp", "kr"],
  ) {
    this.#fonts = fonts;
    this.#order = order;
  }

  /** The same fonts, that of the text's language first. */
  forText(text: string): EastAsianFonts {
    const first = this.#scriptOf(text);
    if (first === null || first === this.#order[0]) return this;
    return new EastAsianFonts(this.#fonts, [first, ...this.#order.filter((script) => script !== first)]);
  }

  faceFor(text: string): Face | null {
    for (const script of this.#order) {
      const face = this.#fonts[script].faceFor(text);
      if (face !== null) return face;
    }
    return null;
  }

  #scriptOf(text: string): EastAsianScript | null {
    if (KANA.test(text)) return "jp";
    if (HANGUL.test(text)) return "kr";
    const characters = Array.from(text).filter((character) => HAN.test(character));
    if (characters.length === 0) return null;
    const hasAll = (script: EastAsianScript) =>
      characters.every((character) => this.#fonts[script].lists(character.codePointAt(0)!));
    return this.#order.find(hasAll) ?? null;
  }
}
