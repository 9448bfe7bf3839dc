/**
 * The parts of a text whose direction is their own: between U+2068 (FSI) and U+2069 (PDI) of the Unicode Bidirectional Algorithm
 * (UAX #9). The writer of reports encloses each name in them that others chose.
 */

/** Places in the text without the marks; `end` is exclusive. */
export interface Isolate {
  readonly start: number;
  readonly end: number;
}

export interface PlainText {
  readonly text: string;
  readonly isolates: readonly Isolate[];
}

const FSI = "\u2068";
const PDI = "\u2069";

/** @param marked a text whose isolates do not contain others. */
export function withoutIsolates(marked: string): PlainText {
  const isolates: Isolate[] = [];
  let text = "";
  let start: number | null = null;
  for (const part of marked.split(/([\u2068\u2069])/)) {
    if (part === FSI) start = text.length;
    else if (part === PDI) {
      if (start !== null && start < text.length) isolates.push({ start, end: text.length });
      start = null;
    } else text += part;
  }
  return { text, isolates };
}
