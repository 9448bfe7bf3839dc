/**
 * Breaks long lines of a shell command so that the command still does the same: POSIX.1-2024, Shell Command Language, section
 * 2.2. What a reader copies from a page has line breaks where the page has them.
 */

type Quote = "none" | "single" | "double";

/** Of a line, at least this share is used before it breaks at a space. */
const MIN_SHARE = 1 / 3;

/** @param command of one line or more. @param maxLength of a line, in UTF-16 units; at least 12. */
export function foldCommand(command: string, maxLength: number): string {
  const lines: string[] = [];
  let quote: Quote = "none";
  for (const line of command.split("\n")) {
    let rest = line;
    while (rest.length > maxLength) {
      const { head, tail, quoteAtTail } = brokenLine(rest, quote, maxLength);
      lines.push(head);
      rest = tail;
      quote = quoteAtTail;
    }
    lines.push(rest);
    quote = quotesBefore(rest, quote).at(-1)!;
  }
  return lines.join("\n");
}

interface BrokenLine {
  readonly head: string;
  readonly tail: string;
  readonly quoteAtTail: Quote;
}

function brokenLine(line: string, start: Quote, maxLength: number): BrokenLine {
  const quotes = quotesBefore(line, start);
  // Room for what is added at the end of the line: a quotation mark and a backslash.
  const last = maxLength - 2;
  for (let at = last; at >= maxLength * MIN_SHARE; at--) {
    if (line[at] !== " " || quotes[at] !== "none" || isEscaped(line, at)) continue;
    return { head: `${line.slice(0, at)} \\`, tail: line.slice(at + 1), quoteAtTail: "none" };
  }
  let at = last;
  while (at > 1 && (isEscaped(line, at) || /[\udc00-\udfff]/.test(line[at]!))) at--;
  const [head, tail, quote] = [line.slice(0, at), line.slice(at), quotes[at]!];
  // Between single quotation marks a backslash is one: they end before it and begin again after it.
  return quote === "single"
    ? { head: `${head}'\\`, tail: `'${tail}`, quoteAtTail: "none" }
    : { head: `${head}\\`, tail, quoteAtTail: quote };
}

/** In which quotation each unit of a line is, and the end of the line. */
function quotesBefore(line: string, start: Quote): readonly Quote[] {
  const quotes: Quote[] = [start];
  let quote = start;
  for (let at = 0; at < line.length; at++) {
    const unit = line[at];
    const isLiteral = quote === "single" ? unit !== "'" : isEscaped(line, at);
    if (!isLiteral && unit === "'" && quote !== "double") quote = quote === "single" ? "none" : "single";
    if (!isLiteral && unit === '"' && quote !== "single") quote = quote === "double" ? "none" : "double";
    quotes.push(quote);
  }
  return quotes;
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(line: string, at: number): boolean {
  let start = at;
  while (line[start - 1] === "\\") start--;
  return (at - start) % 2 === 1;
}
