/** Which files become pages, and where. */
import { existsSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";

/** Documents of the repository's root that readers ask for. */
const ROOT_DOCUMENTS = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];
/** For readers of the repository; the site has its own start page, with the same order. */
export const INDEX_DOCUMENT = "docs/README.md";

/**
 * The Markdown files that become pages, as paths from the repository's root with "/": everything in `docs/`, what others generate
 * there included, the README of each workspace, and some of the root.
 */
export function pageSources(root: string): readonly string[] {
  const inDocs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((path) => path !== INDEX_DOCUMENT);
  const ofWorkspaces = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, entry.name, "package.json")))
    .map(({ name }) => `${name}/README.md`)
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
  const ofWorkspace = /^([^/]+)\/README\.md$/.exec(source);
  if (ofWorkspace !== null) return `packages/${ofWorkspace[1]}.html`;
  if (!source.startsWith("docs/")) return `packages/${source.toLowerCase().replace(/\.md$/, ".html")}`;
  return source
    .slice("docs/".length)
    .replace(/(^|\/)README\.md$/, "$1index.html")
    .replace(/\.md$/, ".html");
}

/** The link from one page to another. @param to may end in `#…`. */
export function relativeLink(from: string, to: string): string {
  const [path = "", fragment] = to.split("#");
  const link =
    path === from && fragment !== undefined ? "" : posix.relative(posix.dirname(from), path) || path;
  return fragment === undefined ? link : `${link}#${fragment}`;
}
