/** The built site as the service serves it. */

import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Server } from "@hapi/hapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBuiltSite } from "../../service/src/http/site.js";
import { newServer } from "./api-service.js";
import { openTemporarySqlite } from "./test-stores.js";

const site = openBuiltSite("verifier-web");
if (site === null && process.env["CI"]) throw new Error("the verifier site is not built: npm run build");
if (site === null) console.warn("SKIPPED: the verifier site as the service serves it (npm run build)");

const TYPE_OF: Readonly<Record<string, RegExp>> = {
  asics: /^application\/vnd\.etsi\.asic-s\+zip$/,
  css: /^text\/css/,
  html: /^text\/html/,
  js: /^text\/javascript/,
  json: /^application\/json/,
  png: /^image\/png$/,
  svg: /^image\/svg\+xml/,
  txt: /^text\/plain/,
  webmanifest: /^application\/manifest\+json/,
  woff2: /^font\/woff2$/,
};

describe.skipIf(site === null)("the verifier site", () => {
  let server: Server;
  let remove: () => Promise<void>;
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.inject({ url, headers: { "accept-encoding": "", ...headers } });
  const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

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

  test("its page, at the folder's address with and without the slash", async () => {
    const redirect = await get("/verify");
    expect([redirect.statusCode, redirect.headers["location"]]).toEqual([302, "verify/"]);
    const page = await get("/verify/");
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
    });
    expect(page.rawPayload).toEqual((await get("/verify/index.html")).rawPayload);
  });

  test("its policy allows no inline script and no eval, and equals the page's own", async () => {
    const page = await get("/verify/");
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*(?!;| |$)|data:/);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha384-[^']+' 'wasm-unsafe-eval';/);
    expect(policy).toMatch(
      /require-trusted-types-for 'script'; trusted-types svc-verifier; frame-ancestors 'none'$/,
    );
    const inPage = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page.payload)?.[1];
    expect(policy).toBe(`${inPage}; frame-ancestors 'none'`);
  });

  test("every listed file in every coding, byte for byte, with the caching that its name allows", async () => {
    const list = JSON.parse((await get("/verify/build.json")).payload);
    const paths: string[] = list.files.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(["index.html", "service-worker.js", "svc-verify.mjs", "verifier.html"]),
    );
    for (const { path, sha256: hash, size_bytes } of list.files) {
      const plain = await get(`/verify/${path}`);
      expect([plain.statusCode, plain.headers["content-encoding"]], path).toEqual([200, undefined]);
      expect([sha256(plain.rawPayload), plain.rawPayload.length], path).toEqual([hash, size_bytes]);
      expect(plain.headers["cache-control"], path).toBe(
        path.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      );
      expect(String(plain.headers["content-type"]), path).toMatch(
        TYPE_OF[path.slice(path.lastIndexOf(".") + 1)]!,
      );
      if (/\.(?:png|woff2|asics)$/.test(path)) continue;
      const brotli = await get(`/verify/${path}`, { "accept-encoding": "gzip, deflate, br, zstd" });
      expect(brotli.headers, path).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
      expect(sha256(brotliDecompressSync(brotli.rawPayload)), path).toBe(hash);
      const gzip = await get(`/verify/${path}`, { "accept-encoding": "gzip" });
      expect(gzip.headers, path).toMatchObject({ "content-encoding": "gzip" });
      expect(sha256(gunzipSync(gzip.rawPayload)), path).toBe(hash);
      expect(new Set([plain, brotli, gzip].map(({ headers }) => headers["etag"])).size, path).toBe(3);
    }
  });

  test("files that the client has are not sent again", async () => {
    const { headers } = await get("/verify/service-worker.js", { "accept-encoding": "br" });
    const again = await get("/verify/service-worker.js", {
      "accept-encoding": "br",
      "if-none-match": String(headers["etag"]),
    });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  test.each(["verifier.html", "svc-verify.mjs"])("%s is served as a download", async (name) => {
    const { headers } = await get(`/verify/${name}`);
    expect(headers["content-disposition"]).toBe(`attachment; filename=${name}`);
  });

  test.each([
    "/verify/nothing",
    "/verify/assets/",
    "/verify/index.html.br",
    "/verify/..%2f..%2fpackage.json",
    "/verify/%2e%2e/package.json",
    "/verify/index.html%00",
    "/verify/__proto__",
  ])("nothing else: %s", async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  });

  test.each([",,,", "\u00e9", "identity;q=0", "*;q=0"])(
    "a client that asks for %j gets the plain file",
    async (coding) => {
      const { statusCode, headers } = await get("/verify/", { "accept-encoding": coding });
      expect([statusCode, headers["content-encoding"]]).toEqual([200, undefined]);
    },
  );
});
