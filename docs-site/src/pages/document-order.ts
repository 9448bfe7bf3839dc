/** Order and one-line descriptions of the pages, from the tables of `docs/README.md`, so that readers of the repository and of the site see the same. */
import { posix } from "node:path";
import { INDEX_DOCUMENT, pagePath } from "./page-path.js";

export interface ListedPage {
  /** Place in the document, from 0. */
  readonly rank: number;
  readonly description: string;
}

/** By path of the page. Rows look like `| [name](file.md) | description |`. */
export function documentOrder(markdown: string): ReadonlyMap<string, ListedPage> {
  const rows = [...markdown.matchAll(/^\| *\[[^\]]+\]\(([^)#]+\.md)\) *\| *(.+?) *\|$/gm)];
  return new Map(
    rows.map(([, file, description], rank) => [
      pagePath(posix.join(posix.dirname(INDEX_DOCUMENT), file!)),
      { rank, description: description! },
    ]),
  );
}
