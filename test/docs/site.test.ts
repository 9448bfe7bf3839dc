/** The documentation as it is built: nothing broken, nothing hidden, nothing inline, small, and the same wherever it is built. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
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
const MAX_BYTES = 62_000;
/** Not part of the site: the service's pages and the verifier, beside it. */
const isAbove = (path: string) => path.startsWith("..");
const HIDDEN: ReadonlySet<string> = new Set(["404.html", "offline.html"]);
/** Reached by their form. */
const isSearch = (path: string) => /^(?:(?:es|de|fr)\/)?search\.html$/.test(path);
/** Beside the order of the pages: the start page in other languages. */
const isOtherStart = (path: string) => /^(?:es|de|fr)\/index\.html$/.test(path);

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
    const shown = [...byPath.keys()].filter((path) => !HIDDEN.has(path) && !isSearch(path));
    expect(shown.filter((path) => !reached.has(path))).toEqual([]);
    expect([...list.pages].sort()).toEqual(shown.sort());
  });

  it("has one heading of depth 1, a title and a language on each page, and neighbours that point back", () => {
    for (const { path, html } of pages) {
      expect(html.match(/<h1[ >]/g), path).toHaveLength(1);
      expect(html, path).toMatch(/^<!doctype html>\n<html lang="(?:en|es|de|fr)"/);
      expect(html, path).toMatch(/<title>[^<]{3,}<\/title>/);
    }
    const inOrder = list.pages.filter((path) => !isOtherStart(path));
    inOrder.forEach((path, at) => {
      const next = /<a href="([^"]+)" rel="next"/.exec(byPath.get(path)!.html)?.[1];
      expect(next && within(path, next)?.path, path).toBe(inOrder[at + 1]);
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

  it("explains in each language how it works before anything else, and leads to verifier and guide", () => {
    for (const language of LANGUAGES) {
      const path = language === "en" ? "index.html" : `${language}/index.html`;
      const { html, links } = byPath.get(path)!;
      expect(html).toContain(`<html lang="${language}"`);
      const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
      const headings = [...main.matchAll(/<h2 id="(\w+)"/g)].map(([, id]) => id);
      expect(headings).toEqual(["how", "begin", "all"]);
      const leads = links.map((link) => posix.join(posix.dirname(path), link));
      expect(leads).toContain("../verify/");
      expect(leads).toContain(`guides/${language}/what-a-proof-proves.html`);
    }
  });

  it("leads back to the service and the verifier from head and foot of every page", () => {
    for (const { path, html } of pages) {
      const up = path === "404.html" ? "/docs/.." : `${"../".repeat(path.split("/").length)}`.slice(0, -1);
      for (const part of [/<header[\s\S]*?<\/header>/, /<footer[\s\S]*?<\/footer>/])
        for (const to of ["/", "/verify/"]) expect(part.exec(html)?.[0], path).toContain(`href="${up}${to}"`);
    }
  });

  it("keeps what courts read apart from what operators read, in the language of the page", () => {
    for (const language of LANGUAGES) {
      const { html } = byPath.get(`guides/${language}/what-a-proof-proves.html`)!;
      const groups = html.slice(html.indexOf('id="contents"')).split('<p class="group">').slice(1);
      expect(groups).toHaveLength(4);
      const [courts = "", , operators = ""] = groups;
      expect([...courts.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)).toEqual([
        "what-a-proof-proves.html",
        "../by-hand.html",
      ]);
      expect(operators).toContain("operations/index.html");
      expect(operators).not.toContain("guides/");
    }
  });

  it("has each guide for courts in every language, since links lead to that of the reader", () => {
    for (const path of byPath.keys())
      if (path.startsWith("guides/en/"))
        for (const language of LANGUAGES)
          expect(byPath.has(path.replace("/en/", `/${language}/`)), `${path} in ${language}`).toBe(true);
  });

  it("offers three ways on where there is no page, in every language", () => {
    const { html } = byPath.get("404.html")!;
    const parts = [...html.matchAll(/<section lang="(..)">([\s\S]*?)<\/section>/g)];
    expect(parts.map(([, language]) => language).toSorted()).toEqual([...LANGUAGES].toSorted());
    for (const [, language, part] of parts) {
      const folder = language === "en" ? "" : `${language}/`;
      expect(part).toContain(`action="/docs/${folder}search.html"`);
      expect(part).toContain('href="/docs/../verify/"');
      expect(part).toContain(`href="/docs/${folder}index.html"`);
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

  it("loads less than 62 kB with each page", () => {
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
