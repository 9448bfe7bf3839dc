/**
 * `node dist/main.js [FOLDER] [--url URL] [--above URL] [--base PATH]`: builds the site, into `dist/site` when no folder is named.
 *
 * `--url` is the address at which a host will serve it, for the sitemap; without it the host must make one. `--above` is where the
 * service is, if it is not in the folder above. `--base` is the path below which the host serves it, for the page of unknown addresses.
 */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { documentOrder, INDEX_DOCUMENT, linkedFiles, readDocuments } from "./documents.js";
import {
  inSiteOrder,
  missingPages,
  type OwnPage,
  overviewPages,
  searchPages,
  startPages,
} from "./layout/own-pages.js";
import { type LaidOut, layOut, type SiteFrame } from "./layout/page-layout.js";
import { plainText } from "./markdown.js";
import { apiPages } from "./openapi.js";
import type { OpenApi } from "./openapi-view.js";
import {
  buildBrowserFiles,
  buildHash,
  buildServiceWorker,
  compressFiles,
  copyIcon,
  SITE_POLICY,
  siteFiles,
  sitemap,
  subsetTypefaces,
} from "./output.js";
import { searchIndex } from "./search.js";

interface SiteBuild {
  /** Of the repository. */
  readonly root: string;
  /** Emptied and written. */
  readonly folder: string;
  /** Address of the site, ends in "/"; null if it is not known. */
  readonly url: string | null;
  readonly above: string;
  readonly base: string;
}

/** What is kept for offline reading: all texts, but not the maps of the site for machines. */
const COPIED = /\.(?:html|css|js|svg|json)$/;
const NOT_COPIED: ReadonlySet<string> = new Set(["404.html", "openapi.json", "service-worker.js"]);

/** The whole site, from documents to compressed files. */
async function buildSite({ root, folder, url, above, base }: SiteBuild): Promise<void> {
  const browser = join(root, "docs/site/browser");
  const typefaces = await subsetTypefaces(join(root, "docs/site/dist/typefaces"));
  const files = await buildBrowserFiles(browser, folder, typefaces);
  copyIcon(join(root, "verifier-web/public/icon.svg"), folder);
  const order = documentOrder(readFileSync(join(root, INDEX_DOCUMENT), "utf8"));
  const api = apiPages(JSON.parse(readFileSync(join(root, "docs/openapi.json"), "utf8")) as OpenApi);

  const read: readonly (LaidOut & { readonly rank: number })[] = [
    ...readDocuments(root).map(({ path, title, description, language, html, headings }) => {
      const listed = order.get(path);
      const described = typeof listed?.description === "string" ? plainText(listed.description) : description;
      return {
        page: { path, title, description: described, language, isHidden: false },
        body: html,
        headings,
        rank: listed?.rank ?? Number.MAX_SAFE_INTEGER,
      };
    }),
    ...api.map(({ path, title, description, html }, rank) => ({
      page: { path, title, description, language: "en" as const, isHidden: false },
      body: html,
      headings: [],
      // After what the interface promises.
      rank: order.size + rank,
    })),
  ];
  const laidOut = inSiteOrder(
    read.map((one) => ({ ...one, path: one.page.path })),
    ({ rank }) => rank,
  );
  const pages = laidOut.map(({ page }) => page);
  const asLaidOut = ({ html, ...page }: OwnPage): LaidOut => ({ page, body: html, headings: [] });
  const index = searchIndex(
    laidOut.map(({ page: { path, title, language }, body }) => ({ path, title, language, body })),
  );
  const indexPath = `assets/search-${createHash("sha256").update(index.json).digest("hex").slice(0, 8)}.json`;
  write(folder, indexPath, index.json);
  const own = [...overviewPages(pages), ...startPages(pages, above)].map(asLaidOut);
  const visible = inSiteOrder(
    [...laidOut, ...own.map((one) => ({ ...one, path: one.page.path, rank: 0 }))],
    ({ rank }) => rank,
  );
  const hidden = [...searchPages(indexPath), ...missingPages(base, above)].map(asLaidOut);

  const frame: SiteFrame = {
    pages: [...visible, ...hidden].map(({ page }) => page),
    policy: SITE_POLICY,
    style: files.style,
    scripts: files.scripts,
    above,
    base,
  };
  for (const one of [...visible, ...hidden]) write(folder, one.page.path, layOut(frame, one));
  for (const [from, to] of linkedFiles(root)) copyFileSync(join(root, from), join(folder, to));
  const paths = visible.map(({ page: { path } }) => path);
  if (url !== null) write(folder, "sitemap.xml", sitemap(url, paths));

  const built = siteFiles(folder);
  const copied = built.filter(({ path }) => COPIED.test(path) && !NOT_COPIED.has(path));
  write(
    folder,
    "offline-copy.json",
    JSON.stringify(Object.fromEntries(copied.map(({ path, bytes }) => [path, bytes.toString("utf8")]))),
  );
  await buildServiceWorker(browser, folder, {
    build: buildHash(built).slice(0, 16),
    core: [files.style, files.scripts.get("docs")!, "index.html", "offline.html", ...woff2Of(built)],
    assets: built.map(({ path }) => path).filter((path) => path.startsWith("assets/")),
  });

  const all = siteFiles(folder);
  await compressFiles(folder, all);
  const list = {
    format: "svc-docs-build/1",
    content_security_policy: SITE_POLICY,
    pages: paths,
    files: all.map(({ path, bytes, sha256 }) => ({ path, size_bytes: bytes.length, sha256 })),
  };
  // Last: whoever finds it finds all.
  write(folder, "build.json", `${JSON.stringify(list, null, 2)}\n`);
}

function woff2Of(files: readonly { readonly path: string }[]): readonly string[] {
  return files.map(({ path }) => path).filter((path) => path.endsWith(".woff2"));
}

function write(folder: string, path: string, text: string): void {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
}

// Do not depend on the builder's environment: it affects Vite's output.
process.env["NODE_ENV"] = "production";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { url: { type: "string" }, above: { type: "string" }, base: { type: "string" } },
});
const folder = resolve(positionals[0] ?? join(root, "docs/site/dist/site"));
await buildSite({
  root,
  folder,
  url: values.url?.replace(/\/*$/, "/") ?? null,
  above: values.above?.replace(/\/+$/, "") ?? "..",
  base: values.base ?? "/docs/",
});
