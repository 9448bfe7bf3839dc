/** The word that someone who misspelt it probably meant, whatever the case of its letters; null if none is near. */
export function nearestWord(typed: string, words: readonly string[]): string | null {
  // A long word is shown to be another one by its length: the distance costs the product of both.
  if (typed.length > MAX_LENGTH) return null;
  const [nearest] = words
    .map((word) => ({
      word,
      distance: word.startsWith(typed) && typed.length > 1 ? 1 : distanceOf(typed.toLowerCase(), word),
    }))
    .sort((a, b) => a.distance - b.distance);
  return nearest !== undefined && nearest.distance <= Math.max(1, Math.floor(nearest.word.length / 3))
    ? nearest.word
    : null;
}

const MAX_LENGTH = 64;

/** Insertions, deletions, replacements and exchanges of neighbours (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  let before = last;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      // Before the first letter is none, which equals no letter.
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
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
  return last[b.length]!;
}
