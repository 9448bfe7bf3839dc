/** Serves the built verifier site, compressed as the build did it, and a bare worker with hash-wasm alone to measure it against. */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, extname, join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

const { resolve } = createRequire(import.meta.url);

/** hash-wasm alone, on bytes in memory: reports the time for a given number of bytes. */
const BARE_WORKER = `importScripts("hash-wasm.js");
onmessage = async ({ data: { totalBytes, chunkBytes } }) => {
  const hasher = await hashwasm.createSHA256();
  hasher.init();
  const chunk = new Uint8Array(chunkBytes).map((_, i) => i);
  const begun = performance.now();
  for (let done = 0; done < totalBytes; done += chunkBytes) hasher.update(chunk);
  hasher.digest();
  postMessage(performance.now() - begun);
};`;

export interface SiteHost {
  /** Of the verifier's page. */
  readonly url: string;
  /** Of an empty page beside `worker.js`, the bare worker. */
  readonly bareUrl: string;
  close(): Promise<void>;
}

export async function startSiteHost(): Promise<SiteHost> {
  const folder = dirname(resolve("@svc-proof/verifier-web/site/build.json"));
  const own: Readonly<Record<string, string | Buffer>> = {
    "/bare/index.html": "<!doctype html><title>bare</title>",
    "/bare/worker.js": BARE_WORKER,
    "/bare/hash-wasm.js": readFileSync(join(dirname(resolve("hash-wasm")), "sha256.umd.min.js")),
  };
  const server: Server = createServer(({ url, headers }, response) => {
    const { pathname } = new URL(url!, "http://host");
    const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const file = join(folder, path.replace(/^\/verify/, ""));
    const isCompressed = String(headers["accept-encoding"]).includes("br") && existsSync(`${file}.br`);
    try {
      const body = own[path] ?? readFileSync(isCompressed ? `${file}.br` : file);
      response
        .writeHead(200, {
          "content-type": TYPES[extname(path)] ?? "application/octet-stream",
          ...(isCompressed && { "content-encoding": "br" }),
        })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/verify/`,
    bareUrl: `${origin}/bare/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
