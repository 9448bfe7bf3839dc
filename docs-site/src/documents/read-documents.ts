/** The Markdown documents of the repository as pages. */
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { isLanguage, type Language } from "@svc-proof/ui/language";
import { renderDiagram } from "../diagrams/render-diagram.js";
import { describedBy } from "../markdown/described-by.js";
import { mendAnchors } from "../markdown/mend-anchors.js";
import { type Heading, renderMarkdown } from "../markdown/render-markdown.js";
import { INDEX_DOCUMENT, pagePath, pageSources, relativeLink } from "../pages/page-path.js";

export interface DocumentPage {
  /** From the repository's root. */
  readonly source: string;
  /** From the root of the site. */
  readonly path: string;
  readonly title: string;
  readonly description: string | null;
  readonly language: Language;
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** What others generate at build. */
const GENERATED = "docs/reference/";
/** Files that documents may link to and that the site has beside its pages, by path from the repository's root. */
const LINKED_FILES: ReadonlyMap<string, string> = new Map([
  ["docs/openapi.json", "openapi.json"],
  ["docs/guides/by_hand.py", "guides/by_hand.py"],
]);

/** @param root the repository's root. */
export function readDocuments(root: string): readonly DocumentPage[] {
  const sources = new Set(pageSources(root));
  return [...sources]
    .map((source) => documentPage(source, readFileSync(join(root, source), "utf8"), sources))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

function documentPage(source: string, text: string, sources: ReadonlySet<string>): DocumentPage {
  const path = pagePath(source);
  const { html, title, headings } = renderMarkdown(text, {
    target: (href) => linkTarget(source, href, sources),
    diagram: renderDiagram,
  });
  return {
    source,
    path,
    ...describedBy(text, title ?? path),
    language: path.split("/").find(isLanguage) ?? "en",
    html: source.startsWith(GENERATED) ? mendAnchors(html) : html,
    headings,
  };
}

/** Of a link in a document: another page, a part of this one, or nothing that the site has. */
function linkTarget(source: string, href: string, sources: ReadonlySet<string>): string | null {
  if (href.startsWith("#")) return href;
  const [file = "", fragment] = href.split("#");
  const target = posix.join(posix.dirname(source), decodeURIComponent(file));
  const page = [target, posix.join(target, "README.md")].find(
    (one) => sources.has(one) || one === INDEX_DOCUMENT,
  );
  const to = page === undefined ? LINKED_FILES.get(target) : pagePath(page);
  if (to === undefined) return null;
  return relativeLink(pagePath(source), fragment === undefined ? to : `${to}#${fragment}`);
}

/** The files of `LINKED_FILES` that exist. */
export function linkedFiles(root: string): readonly (readonly [from: string, to: string])[] {
  return [...LINKED_FILES].filter(([from]) => existsSync(join(root, from)));
}
