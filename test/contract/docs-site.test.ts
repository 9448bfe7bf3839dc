/** The built documentation as the service serves it. */

import { brotliDecompressSync } from "node:zlib";
import type { Server } from "@hapi/hapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FORMER_DOCS, openBuiltSite } from "../../service/src/http/site.js";
import { newServer, SITE } from "./api-service.js";
import { openTemporarySqlite } from "./test-stores.js";

const site = openBuiltSite("docs");
if (site === null && process.env["CI"]) throw new Error("the documentation is not built: npm run docs:build");
if (site === null) console.warn("SKIPPED: the documentation as the service serves it (npm run docs:build)");

describe.skipIf(site === null)("the documentation", () => {
  let server: Server;
  let remove: () => Promise<void>;
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.inject({ url, headers: { "accept-encoding": "", ...headers } });

  beforeAll(async () => {
    const opened = await openTemporarySqlite();
    remove = opened.remove;
    server = newServer(opened.store);
    await server.initialize();
  });
  afterAll(async () => {
    await server?.stop();
    await remove?.();
  });

  test("is at the folder's address, with the policy of the build", async () => {
    const redirect = await get("/docs");
    expect([redirect.statusCode, redirect.headers["location"]]).toEqual([302, "docs/"]);
    const page = await get("/docs/");
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy": `${site!.policy}; frame-ancestors 'none'`,
    });
    expect(page.rawPayload).toEqual((await get("/docs/index.html")).rawPayload);
  });

  test("every file of the build is there, compressed if asked, and unchanged if the client has it", async () => {
    for (const [path, { tag, codings }] of site!.files) {
      const { statusCode, headers } = await get(`/docs/${path}`);
      expect([path, statusCode]).toEqual([path, 200]);
      expect(headers["cache-control"]).toBe(
        path.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      );
      expect(headers["etag"]).toBe(`"${tag}"`);
      expect(headers["content-type"], path).not.toContain("octet-stream");
      if (/\.(?:html|js|css|json)$/.test(path) && path !== "build.json")
        expect(codings, path).toContain("br");
    }
    const page = await get("/docs/guides/start.html", { "accept-encoding": "br" });
    expect(page.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(page.rawPayload)).toEqual((await get("/docs/guides/start.html")).rawPayload);
    const again = await get("/docs/guides/start.html", {
      "if-none-match": String((await get("/docs/guides/start.html")).headers["etag"]),
    });
    expect(again.statusCode).toBe(304);
  });

  test("addresses of before, and those without ending or slash, lead to the page", async () => {
    const former = ["api", "interface", "glossary", ...FORMER_DOCS.keys()];
    for (const path of [...former, "formats/evidence", "operations", "api/create-proof"]) {
      const { statusCode, headers } = await get(`/docs/${path}`);
      expect([path, statusCode]).toEqual([path, 301]);
      const target = new URL(String(headers["location"]), `${SITE}/docs/${path}`).pathname;
      expect((await get(target)).statusCode, target).toBe(200);
    }
  });

  test("nothing else is served", async () => {
    for (const path of [
      "nothing",
      "nothing/",
      "guides/start.html/",
      "guides/start.html.br",
      "../package.json",
      "..%2f..%2fpackage.json",
      "%2e%2e/%2e%2e/package.json",
      "assets",
      "assets/",
      "constructor",
      "__proto__",
      "//evil.example",
    ])
      expect([path, (await get(`/docs/${path}`)).statusCode]).toEqual([path, 404]);
  });

  test("the sitemap has every page, and robots.txt names it", async () => {
    const { statusCode, headers, payload } = await get("/docs/sitemap.xml");
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toMatch(/^application\/xml/);
    const places = [...payload.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!);
    expect(places.length).toBeGreaterThan(100);
    expect(places.length).toBe(site!.pages.length);
    for (const url of places) {
      expect(url.startsWith(`${SITE}/docs/`)).toBe(true);
      expect((await get(new URL(url).pathname)).statusCode, url).toBe(200);
    }
    expect((await get("/robots.txt")).payload).toContain(`Sitemap: ${SITE}/docs/sitemap.xml\n`);
  });
});
