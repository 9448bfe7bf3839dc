import bidiFactory from "bidi-js";

/** The paragraph's level for each UTF-16 unit. */
interface Bidi {
  getEmbeddingLevels(
    text: string,
    base: "ltr" | "rtl" | "auto",
  ): {
    readonly levels: Uint8Array;
    readonly paragraphs: readonly { readonly level: number }[];
  };
}

/** The package's types declare a default export, but its CommonJS build, which Node takes, is the function itself. */
const bidi: Bidi = (bidiFactory as unknown as () => Bidi)();

/** What Unicode reserves for scripts that run from right to left: DerivedBidiClass.txt. */
export const RIGHT_TO_LEFT: RegExp =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text runs from right to left by its first letter: rules P2 and P3 of UAX #9. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text) && bidi.getEmbeddingLevels(text, "auto").paragraphs[0]!.level === 1;
}

/**
 * The graphemes of one line from left to right: rule L2 of UAX #9. Programs that extract text from a PDF expect them at their
 * places and put them in order of reading.
 */
export function visualOrder(graphemes: readonly string[], base: "ltr" | "rtl"): readonly string[] {
  const { levels } = bidi.getEmbeddingLevels(graphemes.join(""), base);
  let start = 0;
  let order = graphemes.map((grapheme) => {
    const level = levels[start]!;
    start += grapheme.length;
    return { grapheme, level };
  });
  for (let level = Math.max(0, ...levels); level > 0; level--) {
    order = order.flatMap((one, at) => {
      if (one.level < level) return [one];
      if (at > 0 && order[at - 1]!.level >= level) return [];
      const end = order.findIndex((other, place) => place > at && other.level < level);
      return order.slice(at, end === -1 ? order.length : end).reverse();
    });
  }
  return order.map(({ grapheme }) => grapheme);
}
