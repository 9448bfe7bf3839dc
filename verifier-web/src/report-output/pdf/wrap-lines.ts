/**
 * Breaks a paragraph into lines at spaces. A word wider than the line is broken anywhere.
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

/** The longest prefix that fits, but at least one character, so that the loop ends. */
function fitting(word: string, maxWidth: number, widthOf: (text: string) => number): string {
  let low = 1;
  let high = word.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(word.slice(0, middle)) <= maxWidth) low = middle;
    else high = middle - 1;
  }
  // Keeps surrogate pairs together.
  const isSplit = /[\ud800-\udbff]$/.test(word.slice(0, low)) && low < word.length;
  return word.slice(0, isSplit ? (low > 1 ? low - 1 : low + 1) : low);
}
