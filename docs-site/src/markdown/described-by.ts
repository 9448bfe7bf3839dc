/** What a Markdown file says of itself. */

export interface Described {
  readonly title: string;
  readonly description: string | null;
}

/** @param fallback title of a document without a heading. */
export function describedBy(text: string, fallback: string): Described {
  const title = plainText(/^# (.+)$/m.exec(text)?.[1] ?? fallback);
  const [paragraph = ""] = text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => /^[\p{L}`*“"[(]/u.test(block));
  const first = plainText(paragraph).match(/^.+?[.:](?=\s|$)/)?.[0] ?? plainText(paragraph);
  return { title, description: first === "" ? null : first.replace(/:$/, ".") };
}

/** Without the marks of Markdown, in one line. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
