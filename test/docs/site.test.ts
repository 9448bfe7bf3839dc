/** The documentation as it is built: nothing broken, nothing hidden, nothing inline, small, and the same wherever it is built. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { pagePath, pageSources } from "../../docs/site/src/documents.js";
import { EXAMPLE_LANGUAGES, exampleRequest, exampleValue } from "../../docs/site/src/examples.js";
import { escaped } from "../../docs/site/src/markdown.js";
import { listOperations, type OpenApi, operationPath } from "../../docs/site/src/openapi-view.js";
import { FORMATS } from "../contract/answer-check.js";
import { root, run } from "../e2e/sandbox.js";
import { builtPages, docsFolder } from "./built-docs.js";

/** Of a page with all that it loads at first, as a browser that accepts brotli gets it. */
const MAX_BYTES = 60_000;
/** Not part of the site: the service's pages and the verifier, beside it. */
const isAbove = (path: string) => path.startsWith("..");
const HIDDEN: ReadonlySet<string> = new Set(["404.html", "offline.html"]);

const pages = builtPages();
const byPath = new Map(pages.map((page) => [page.path, page]));
const files = new Set(readdirSync(docsFolder, { recursive: true, encoding: "utf8" }));
const list = JSON.parse(readFileSync(join(docsFolder, "build.json"), "utf8")) as {
  pages: string[];
  files: { path: string }[];
};

/** Path and fragment of a link within the site; null if it leads elsewhere. */
function within(from: string, link: string): { path: string; fragment: string | undefined } | null {
  if (/^(?:https?|mailto):/.test(link)) return null;
  const [path = "", fragment] = link.split("#");
  const target =
    path === ""
      ? from
      : path.startsWith("/docs/")
        ? path.slice("/docs/".length)
        : posix.join(posix.dirname(from), path);
  return isAbove(target) ? null : { path: target, fragment };
}

describe("the documentation site", () => {
  it("has a page of each document", () => {
    const paths = pageSources(root).map(pagePath);
    expect(paths.length).toBeGreaterThan(80);
    expect(paths.filter((path) => !byPath.has(path))).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it("has no broken link, no missing anchor and no identifier twice", () => {
    const broken: string[] = [];
    let count = 0;
    for (const { path, links, ids } of pages) {
      if (new Set(ids).size !== ids.length) broken.push(`${path}: an identifier occurs twice`);
      for (const link of links) {
        const target = within(path, link);
        if (target === null) continue;
        count++;
        if (!files.has(target.path)) broken.push(`${path}: ${link}`);
        else if (target.fragment !== undefined) {
          const fragment = decodeURIComponent(target.fragment);
          if (!byPath.get(target.path)?.ids.includes(fragment)) broken.push(`${path}: ${link}`);
        }
      }
    }
    expect(broken).toEqual([]);
    expect(count).toBeGreaterThan(2_000);
  });

  it("leads from the start page to every page", () => {
    const reached = new Set(["index.html"]);
    for (const path of reached)
      for (const link of byPath.get(path)?.links ?? []) {
        const target = within(path, link);
        if (target !== null && byPath.has(target.path)) reached.add(target.path);
      }
    // The search is reached by its form.
    const orphans = [...byPath.keys()].filter(
      (path) => !reached.has(path) && !HIDDEN.has(path) && path !== "search.html",
    );
    expect(orphans).toEqual([]);
    expect([...list.pages].sort()).toEqual(
      [...byPath.keys()].filter((path) => !HIDDEN.has(path) && path !== "search.html").sort(),
    );
  });

  it("has one heading of depth 1, a title and a language on each page, and neighbours that point back", () => {
    for (const { path, html } of pages) {
      expect(html.match(/<h1[ >]/g), path).toHaveLength(1);
      expect(html, path).toMatch(/^<!doctype html>\n<html lang="(?:en|es|de|fr)"/);
      expect(html, path).toMatch(/<title>[^<]{3,}<\/title>/);
    }
    list.pages.forEach((path, at) => {
      const next = /<a href="([^"]+)" rel="next"/.exec(byPath.get(path)!.html)?.[1];
      expect(next && within(path, next)?.path, path).toBe(list.pages[at + 1]);
    });
  });

  it("has nothing inline, and markup of its own only", () => {
    const known =
      /^<\/?(?:!doctype|html|head|meta|title|link|script|body|a|div|header|svg|rect|path|g|text|tspan|defs|marker|polygon|polyline|line|circle|ellipse|nav|ul|ol|li|search|form|input|button|main|h[1-6]|p|pre|code|strong|em|del|table|thead|tbody|tr|th|td|details|summary|footer|span|dl|dt|dd|section|noscript|blockquote|hr|br)\b/;
    for (const { path, html } of pages) {
      expect(html, path).not.toMatch(/<script(?![^>]* src=)|<style| style="| on[a-z]+="|javascript:/);
      expect(
        html.match(/<[a-z!/][^>]*>/gi)!.filter((tag) => !known.test(tag)),
        path,
      ).toEqual([]);
      expect(html, path).toContain(`http-equiv="Content-Security-Policy"`);
      for (const [, loaded] of html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g))
        expect(loaded, path).not.toMatch(/^(?:https?:)?\/\//);
    }
  });

  it("names the same page in other languages on each of them", () => {
    const alternates = (path: string) =>
      [...byPath.get(path)!.html.matchAll(/<link rel="alternate" hreflang="(..)" href="([^"]+)"/g)].map(
        ([, language, link]) => [language, within(path, link!)!.path] as const,
      );
    for (const { path, html } of pages) {
      const own = alternates(path);
      if (own.length === 0) continue;
      expect(own).toContainEqual([/<html lang="(..)"/.exec(html)![1], path]);
      for (const [, other] of own) expect(alternates(other), other).toEqual(own);
    }
  });

  it("shows every example of every operation", () => {
    const document = JSON.parse(readFileSync(join(root, "docs/openapi.json"), "utf8")) as OpenApi;
    for (const listed of listOperations(document)) {
      const { html } = byPath.get(operationPath(listed.operation.operationId))!;
      const plain = html.replaceAll("&quot;", '"');
      for (const { id, write } of EXAMPLE_LANGUAGES)
        expect(plain, id).toContain(
          escaped(write(exampleRequest(listed, document)))
            .replaceAll("&quot;", '"')
            .replaceAll("&gt;", ">")
            .replaceAll("&#39;", "'"),
        );
      for (const { name } of listed.operation.parameters ?? [])
        expect(html).toContain(`<code>${name}</code>`);
      for (const status of Object.keys(listed.operation.responses))
        expect(html).toContain(`<code>${status}</code>`);
    }
    for (const name of Object.keys(document.components.schemas))
      expect(byPath.get("api/schemas.html")!.ids).toContain(name.toLowerCase());
  });

  it("shows values that are as the schemas say", () => {
    const document = JSON.parse(readFileSync(join(root, "docs/openapi.json"), "utf8")) as OpenApi;
    const ajv = new Ajv2020({ strict: false, formats: FORMATS });
    ajv.addSchema({ ...document, $id: "openapi" });
    const names = Object.keys(document.components.schemas);
    expect(names.length).toBeGreaterThan(10);
    const wrong = names.flatMap((name) => {
      const example = exampleValue({ $ref: `#/components/schemas/${name}` }, document);
      const isValid = ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
      return isValid(example) ? [] : [`${name}: ${JSON.stringify([example, isValid.errors])}`];
    });
    expect(wrong).toEqual([]);
  });

  it("loads less than 60 kB with each page", () => {
    const bytesOf = (path: string) => {
      const coded = join(docsFolder, `${path}.br`);
      return readFileSync(existsSync(coded) ? coded : join(docsFolder, path)).length;
    };
    const faces = [...files].filter((path) => path.endsWith(".woff2"));
    expect(faces).toHaveLength(3);
    const sizes = pages
      .map(({ path, html }) => {
        const loaded = [
          ...html.matchAll(/<(?:script|link rel="(?:stylesheet|icon)")[^>]* (?:src|href)="([^"]+)"/g),
        ];
        const all = [path, ...faces, ...loaded.map(([, link]) => within(path, link!)!.path)];
        return [path, all.reduce((sum, one) => sum + bytesOf(one), 0)] as const;
      })
      .sort(([, one], [, other]) => other - one);
    console.info(
      `documentation, brotli with all that is loaded at first: ${sizes
        .slice(0, 3)
        .map(([path, bytes]) => `${path} ${bytes}`)
        .join(", ")}; ` +
        `search index ${Math.max(...[...files].filter((path) => /search-.*\.json$/.test(path)).map(bytesOf))}, offline copy ${bytesOf("offline-copy.json")}`,
    );
    expect(sizes.filter(([, bytes]) => bytes > MAX_BYTES)).toEqual([]);
    expect(bytesOf("offline-copy.json")).toBeLessThan(1_500_000);
    // What is compressed is the plain file.
    expect(brotliCompressSync(readFileSync(join(docsFolder, "index.html"))).length).toBe(
      bytesOf("index.html"),
    );
  });

  it("is the same byte for byte when it is built elsewhere, and names its addresses if it knows them", async () => {
    const folder = mkdtempSync(join(tmpdir(), "svc-proof-docs-"));
    try {
      const { status, stderr } = await run(
        process.execPath,
        [join(root, "docs/site/dist/main.js"), folder, "--url", "https://docs.example/"],
        { TZ: "Asia/Tokyo", LANG: "de_DE.UTF-8", NODE_ENV: "development" },
      );
      expect(stderr).not.toContain("Error");
      expect(status).toBe(0);
      const changed = list.files.filter(
        ({ path }) => !readFileSync(join(folder, path)).equals(readFileSync(join(docsFolder, path))),
      );
      // The service worker has the hash of all files, of which the sitemap is one now.
      expect(changed.map(({ path }) => path)).toEqual(["service-worker.js"]);
      const sitemap = readFileSync(join(folder, "sitemap.xml"), "utf8");
      expect(sitemap.match(/<loc>/g)).toHaveLength(list.pages.length);
      expect(sitemap).toContain("<loc>https://docs.example/formats/evidence.html</loc>");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
