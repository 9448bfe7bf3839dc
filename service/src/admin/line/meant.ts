import { nearestWord } from "@svc-proof/shared/text";

/** The end of a message about a misspelt word. */
export function meant(typed: string, words: readonly string[]): string {
  const word = nearestWord(typed, words);
  return word === null ? "" : `; did you mean ${word}?`;
}
