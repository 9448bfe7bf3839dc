/** Texts without marks that combine: almost all. Splitting others takes far longer. */
const PLAIN =
  /^[\x20-\u02ff\u0370-\u0482\u048a-\u058f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/;

/** A longer grapheme would exceed what a font's table of texts can hold (ISO 32000-1 section 9.10.3); no script has one. */
const MAX_LENGTH = 64;

/** What a reader takes for one character each. */
export function graphemesOf(
  text: string,
  split: (text: string) => readonly string[] = splitGraphemes,
): readonly string[] {
  if (PLAIN.test(text)) return [...text];
  return split(text).flatMap((grapheme) => (grapheme.length <= MAX_LENGTH ? [grapheme] : [...grapheme]));
}

/** A character with its marks, or emoji that are joined. */
const CLUSTER = /[\s\S](?:[\p{M}\p{Emoji_Modifier}\u200c\u200d]|(?<=\u200d)\p{Extended_Pictographic})*/gu;

/** For browsers of before 2024, which have no segmenter: syllables of jamo and flags come in parts. */
export function splitClusters(text: string): readonly string[] {
  return text.match(CLUSTER) ?? [];
}

const splitGraphemes = "Segmenter" in Intl ? segmenter() : splitClusters;

function segmenter(): (text: string) => readonly string[] {
  const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
  return (text) => Array.from(graphemes.segment(text), ({ segment }) => segment);
}
