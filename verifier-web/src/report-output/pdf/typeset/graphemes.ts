/** Texts without marks that combine: almost all. Splitting others takes far longer. */
const PLAIN =
  /^[\x20-\u02ff\u0370-\u0482\u048a-\u058f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/;

/** A longer grapheme would exceed what a font's table of texts can hold (ISO 32000-1 section 9.10.3); no script has one. */
const MAX_LENGTH = 64;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What a reader takes for one character each. */
export function graphemesOf(text: string): readonly string[] {
  if (PLAIN.test(text)) return [...text];
  return Array.from(segmenter.segment(text), ({ segment }) => segment).flatMap((grapheme) =>
    grapheme.length <= MAX_LENGTH ? [grapheme] : [...grapheme],
  );
}
