/** Order and one-line descriptions of the pages, from the tables of `docs/README.md`, so that readers of the repository and of the site see the same. */
import { posix } from "node:path";
import { INDEX_DOCUMENT, pagePath } from "./page-path.js";

export interface ListedPage {
  /** Place in the document, from 0. */
  readonly rank: number;
  /** Null if the page is listed beside another, as translations are: the row describes the first. */
  readonly description: string | null;
}

/** By path of the page. Rows look like `| [name](file.md), [other](other.md) | description |`. */
export function documentOrder(markdown: string): ReadonlyMap<string, ListedPage> {
  const order = new Map<string, ListedPage>();
  for (const [, pages, description] of markdown.matchAll(/^\| *(\[.+?) *\| *(.+?) *\|$/gm)) {
    const files = [...pages!.matchAll(/\]\(([^)#]+\.md)\)/g)].map(([, file]) => file!);
    files.forEach((file, at) => {
      const path = pagePath(posix.join(posix.dirname(INDEX_DOCUMENT), file));
      order.set(path, { rank: order.size, description: at === 0 ? asSentence(description!) : null });
    });
  }
  return order;
}

/** Rows begin in lower case; beside descriptions that are sentences they would look like mistakes. Names of programs stay. */
function asSentence(description: string): string {
  return description.charAt(0).toUpperCase() + description.slice(1);
}
