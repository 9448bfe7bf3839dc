/** What a Markdown file says of itself. */

export interface Described {
  readonly title: string;
  readonly description: string | null;
}

/**
 * Title and description of a document.
 *
 * @param given its front matter.
 * @param text without the front matter.
 * @param fallback title of a document without a heading.
 */
export function describedBy(
  given: { readonly title?: unknown; readonly description?: unknown },
  text: string,
  fallback: string,
): Described {
  const heading = /^# (.+)$/m.exec(text)?.[1];
  const title = typeof given.title === "string" ? given.title : plainText(heading ?? fallback);
  if (typeof given.description === "string") return { title, description: given.description };
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
