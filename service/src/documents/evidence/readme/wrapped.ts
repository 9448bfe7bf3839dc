/**
 * A text in lines of at most so many characters; a word that is longer has a line of its own. Lines are never broken at
 * a no-break space, which is then written as a plain one: what is searched for is found.
 *
 * @param mark before the first line; the others are indented by as much.
 */
export function wrapped(text: string, columns: number, mark = ""): string[] {
  const indent = " ".repeat(mark.length);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && [...line].length + 1 + [...word].length > columns - mark.length) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((one, i) => `${i === 0 ? mark : indent}${one.replaceAll("\u00a0", " ")}`);
}
