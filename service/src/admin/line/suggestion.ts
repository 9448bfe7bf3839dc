/** A longer word is no misspelling: comparing it costs the product of both lengths. */
const MAX_LENGTH = 64;

/** The word that someone who misspelt it probably meant; null if none is near. */
export function suggestion(typed: string, words: readonly string[]): string | null {
  if (typed.length > MAX_LENGTH) return null;
  const [nearest] = words
    .map((word) => ({
      word,
      distance: word.startsWith(typed) && typed.length > 1 ? 1 : distanceOf(typed.toLowerCase(), word),
    }))
    .sort((one, other) => one.distance - other.distance);
  return nearest !== undefined && nearest.distance <= Math.max(1, Math.floor(nearest.word.length / 3))
    ? nearest.word
    : null;
}

/** The end of a message about a misspelt word. */
export function meant(typed: string, words: readonly string[]): string {
  const word = suggestion(typed, words);
  return word === null ? "" : `; did you mean ${word}?`;
}

/** Insertions, deletions, replacements and exchanges of neighbours (optimal string alignment). */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        last[j]! + 1,
        row[j - 1]! + 1,
        last[j - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return last[other.length]!;
}
