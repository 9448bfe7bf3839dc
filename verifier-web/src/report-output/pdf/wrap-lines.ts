/**
 * Lines of a paragraph, broken at spaces; a word that is wider than the line is broken where it must be.
 *
 * @param widthOf width of a text in the unit of `maxWidth`.
 */
export function wrapLines(
  text: string,
  maxWidth: number,
  widthOf: (text: string) => number,
): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer) <= maxWidth) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (widthOf(line) > maxWidth) {
      const head = fitting(line, maxWidth, widthOf);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  return [...lines, line];
}

/** The longest beginning that fits, and at least one character, so that there is an end to it. */
function fitting(word: string, maxWidth: number, widthOf: (text: string) => number): string {
  let low = 1;
  let high = word.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(word.slice(0, middle)) <= maxWidth) low = middle;
    else high = middle - 1;
  }
  // Two halves of one character stay together.
  const isSplit = /[\ud800-\udbff]$/.test(word.slice(0, low)) && low < word.length;
  return word.slice(0, isSplit ? (low > 1 ? low - 1 : low + 1) : low);
}
