/** Finds, orders and reads Markdown. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { isLanguage, LANGUAGES, type Language } from "@svc-proof/verifier-web/ui/language";
import { describedBy, type Heading, mendAnchors, renderDiagram, renderMarkdown } from "./markdown.js";

// Which files become pages, and where.

/** Documents of the repository's root that readers ask for. */
const ROOT_DOCUMENTS = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];
/** In `docs/`: what makes the site of the documents, and packages of others. */
const NO_DOCUMENTS = /^docs\/(?:site|node_modules)\//;
/** For readers of the repository; the site has its own start page, with the same order. */
export const INDEX_DOCUMENT = "docs/README.md";

/**
 * The Markdown files that become pages, as paths from the repository's root with "/": everything in `docs/`, what others generate
 * there included, the README of each workspace, and some of the root.
 */
export function pageSources(root: string): readonly string[] {
  const inDocs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".md") && path !== INDEX_DOCUMENT && !NO_DOCUMENTS.test(path));
  const { workspaces } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly workspaces: readonly string[];
  };
  const ofWorkspaces = workspaces
    .filter((folder) => folder !== "docs")
    .map((folder) => `${folder}/README.md`)
    .filter((path) => existsSync(join(root, path)));
  return [
    ...inDocs,
    ...ofWorkspaces,
    ...ROOT_DOCUMENTS.filter((path) => existsSync(join(root, path))),
  ].sort();
}

/** Path of the page of a Markdown file, from the root of the site. Ends in `.html`, so that it needs no server, nor even a host. */
export function pagePath(source: string): string {
  if (source === INDEX_DOCUMENT) return "index.html";
  if (source === "README.md") return "packages/svc-proof.html";
  const ofWorkspace = /^(?!docs\/).*?([^/]+)\/README\.md$/.exec(source);
  if (ofWorkspace !== null) return `packages/${ofWorkspace[1]}.html`;
  if (!source.startsWith("docs/")) return `packages/${source.toLowerCase().replace(/\.md$/, ".html")}`;
  return source
    .slice("docs/".length)
    .replace(/(^|\/)README\.md$/, "$1index.html")
    .replace(/\.md$/, ".html");
}

/** Folder of a language: `guides/es/…`, `es/search.html`. */
const OF_LANGUAGE = new RegExp(`(^|/)(?:${LANGUAGES.join("|")})/`);

/** Path of a page without its language: the same for all its translations. */
export function untranslated(path: string): string {
  return path.replace(OF_LANGUAGE, "$1");
}

const isTranslated = (path: string): boolean => untranslated(path) !== path;

/** Of the pages that no document is behind: in English at the root of the site, in other languages in a folder. */
export function pathIn(language: Language, path: string): string {
  return language === "en" ? path : `${language}/${path}`;
}

/** The link from one page to another. @param to may end in `#…`. */
export function relativeLink(from: string, to: string): string {
  const [path = "", fragment] = to.split("#");
  const link =
    path === from && fragment !== undefined ? "" : posix.relative(posix.dirname(from), path) || path;
  return fragment === undefined ? link : `${link}#${fragment}`;
}

/** The Markdown documents of the repository as pages. */
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

// Order and one-line descriptions of the pages, from the tables of `docs/README.md`, so that readers of the repository and of the site see the same.

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

// The parts of the site, in the order of its navigation.

export interface Section {
  /** Folder of its overview, `<id>/index.html`. */
  readonly id: string;
  /** Under which heading the navigation lists it: whoever judges a proof is not among those who run a service. */
  readonly group: "courts" | "developers" | "operators" | "project";
  readonly title: string;
  readonly description: string;
  /** Whether a page belongs to it. The first that says so has it. */
  readonly has: (path: string) => boolean;
}

const within =
  (...folders: readonly string[]) =>
  (path: string): boolean =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

export const SECTIONS: readonly Section[] = [
  {
    id: "courts",
    group: "courts",
    title: "For courts",
    description: "What a proof shows, in four languages, and how experts check one by hand.",
    has: (path) => isTranslated(path) || path === "guides/by-hand.html",
  },
  {
    id: "guides",
    group: "developers",
    title: "Guides",
    description: "Start in five minutes. For those who integrate or embed.",
    has: within("guides"),
  },
  {
    id: "api",
    group: "developers",
    title: "HTTP API",
    description: "Every operation with its parameters, its answers, and examples in five languages.",
    has: within("api", "interface.html"),
  },
  {
    id: "packages",
    group: "developers",
    title: "Packages",
    description:
      "What each package is for, what has changed, how to contribute and to report a vulnerability.",
    has: within("packages"),
  },
  {
    id: "reference",
    group: "developers",
    title: "Reference",
    description: "The types and functions of the packages.",
    has: within("reference"),
  },
  {
    id: "formats",
    group: "developers",
    title: "Formats",
    description: "Specifications that a second implementation can follow.",
    has: within("formats"),
  },
  {
    id: "operations",
    group: "operators",
    title: "Operations",
    description: "Running, watching, backing up and scaling the service.",
    has: within("operations"),
  },
  {
    id: "decisions",
    group: "project",
    title: "Decisions",
    description: "Why it is so: context, decision, consequences.",
    has: within("decisions"),
  },
  {
    id: "design",
    group: "project",
    title: "Design",
    description: "How the parts work, the words, and measured figures.",
    has: () => true,
  },
];

export function sectionOf(path: string): Section {
  return SECTIONS.find(({ has }) => has(path))!;
}
