/** The index of the search, made from the built pages, so that everything that can be read can be found. */

import MiniSearch from "minisearch";
import { unescaped } from "./markdown.js";
import { SEARCH_OPTIONS, type SearchEntry } from "./search-options.js";

/** Characters of a part that a result shows. */
const EXCERPT = 140;

export interface SearchedPage {
  readonly path: string;
  readonly title: string;
  readonly language: string;
  /** The page's text as HTML. */
  readonly body: string;
}

/** @returns the index as MiniSearch reads it, and how many parts it has. */
export function searchIndex(pages: readonly SearchedPage[]): {
  readonly json: string;
  readonly parts: number;
} {
  const index = new MiniSearch<SearchEntry & { readonly text: string }>(SEARCH_OPTIONS);
  const entries = pages.flatMap(partsOf);
  index.addAll(entries);
  return { json: JSON.stringify(index), parts: entries.length };
}

/** A page at its headings of depth 2 and 3. */
function partsOf({ path, title, language, body }: SearchedPage): (SearchEntry & { readonly text: string })[] {
  const parts = body.split(/(?=<h[23] id=")/);
  return parts.flatMap((part, at) => {
    const [, id, inside = ""] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/s.exec(part) ?? [];
    if (at === 0 && id === undefined && textOf(part) === "" && parts.length > 1) return [];
    const text = textOf(id === undefined ? part : part.slice(part.indexOf("</h")));
    return [
      {
        id: id === undefined ? path : `${path}#${unescaped(id)}`,
        page: title,
        heading: textOf(inside.replace(/<a class="anchor".*?<\/a>/s, "")),
        excerpt: text.length <= EXCERPT ? text : `${text.slice(0, EXCERPT).replace(/\s\S*$/, "")} …`,
        language,
        text,
      },
    ];
  });
}

function textOf(html: string): string {
  return unescaped(
    html
      .replace(/<svg[\s\S]*?<\/svg>/g, " ")
      .replace(/<\/?(?:p|li|td|th|tr|pre|div|dt|dd|h\d|br|summary|section)\b[^>]*>/g, " ")
      .replace(/<[^>]*>/g, ""),
  )
    .replace(/\s+/g, " ")
    .trim();
}
