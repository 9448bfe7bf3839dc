/** The Markdown documents of the repository as pages, found, read and rendered by Eleventy. */
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { isLanguage, type Language } from "@svc-proof/ui/language";
import { renderDiagram } from "../diagrams/render-diagram.js";
import { describedBy } from "../markdown/described-by.js";
import { mendAnchors } from "../markdown/mend-anchors.js";
import { type Heading, renderMarkdown } from "../markdown/render-markdown.js";
import { INDEX_DOCUMENT, pagePath, pageSources, relativeLink } from "../pages/page-path.js";
import { type DocumentData, Eleventy } from "./eleventy.js";

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
const LINKED_FILES: ReadonlyMap<string, string> = new Map([["docs/openapi.json", "openapi.json"]]);

/** @param root the repository's root, in which the program must run: Eleventy knows no other place. */
export async function readDocuments(root: string): Promise<readonly DocumentPage[]> {
  const sources = new Set(pageSources(root));
  const pages = new Map<string, DocumentPage>();
  const render = (text: string, data: DocumentData): string => {
    const source = typeof data.source === "string" ? data.source : data.page.inputPath.replace(/^\.\//, "");
    const page = documentPage(source, text, data, sources);
    pages.set(source, page);
    return page.html;
  };
  const builder = new Eleventy("docs", "docs-site/dist/site", {
    configPath: false,
    quietMode: true,
    config: (config) => {
      // What others generate there is ignored by git.
      config.setUseGitIgnore(false);
      config.setTemplateFormats(["md"]);
      config.ignores.add(INDEX_DOCUMENT);
      config.setLibrary("md", { render });
      for (const source of sources) {
        if (source.startsWith("docs/")) continue;
        const place = `docs/${pagePath(source).replace(/\.html$/, ".md")}`;
        config.addTemplate(place, readFileSync(join(root, source), "utf8"), { source });
      }
      // Text in double braces is text.
      return { markdownTemplateEngine: false };
    },
  });
  await builder.toJSON();
  const missing = [...sources].filter((source) => !pages.has(source));
  if (missing.length > 0) throw new Error(`no page was made of ${missing.join(", ")}`);
  return [...pages.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

function documentPage(
  source: string,
  text: string,
  data: DocumentData,
  sources: ReadonlySet<string>,
): DocumentPage {
  const path = pagePath(source);
  const { html, title, headings } = renderMarkdown(text, {
    target: (href) => linkTarget(source, href, sources),
    diagram: renderDiagram,
  });
  const described = describedBy(data, text, title ?? path);
  return {
    source,
    path,
    ...described,
    language: languageOf(path, data.lang),
    html: source.startsWith(GENERATED) ? mendAnchors(html) : html,
    headings,
  };
}

function languageOf(path: string, given: unknown): Language {
  if (isLanguage(given)) return given;
  const folder = path.split("/").find(isLanguage);
  return folder ?? "en";
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
