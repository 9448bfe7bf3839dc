/** How wide a terminal shows a text. It counts what people see as characters, East Asian and emoji as two columns. */

const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Unicode Standard Annex 11: scripts and forms whose characters are wide. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})/u;

const CUT = "…";

export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of SEGMENTER.segment(text)) width += widthOf(segment);
  return width;
}

/** The text if it is at most so wide, otherwise its beginning with an ellipsis. */
export function fitted(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = "";
  let used = 1;
  for (const { segment } of SEGMENTER.segment(text)) {
    used += widthOf(segment);
    if (used > width) break;
    kept += segment;
  }
  return kept + CUT;
}

function widthOf(segment: string): number {
  return WIDE.test(segment) ? 2 : 1;
}
