/** Serves the built verifier site, compressed as the build did it, and a bare worker with hash-wasm alone to measure it against. */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, extname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Connections take turns by as much. */
const PORTION_BYTES = 1400;

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

/** @param bytesPerSecond what all connections share, as the link of a phone; no limit without it. */
export async function startSiteHost(bytesPerSecond: number = Number.POSITIVE_INFINITY): Promise<SiteHost> {
  const folder = dirname(resolve("@svc-proof/verifier-web/site/build.json"));
  const own: Readonly<Record<string, string | Buffer>> = {
    "/bare/index.html": "<!doctype html><title>bare</title>",
    "/bare/worker.js": BARE_WORKER,
    "/bare/hash-wasm.js": readFileSync(join(dirname(resolve("hash-wasm")), "sha256.umd.min.js")),
  };
  let freeAt = 0;
  const send = async (response: ServerResponse, body: string | Buffer) => {
    const bytes = Buffer.from(body);
    const size = Number.isFinite(bytesPerSecond) ? PORTION_BYTES : bytes.length;
    for (let at = 0; at < bytes.length; at += size) {
      const portion = bytes.subarray(at, at + size);
      freeAt = Math.max(freeAt, performance.now()) + (portion.length / bytesPerSecond) * 1000;
      await setTimeout(Math.max(0, freeAt - performance.now()));
      response.write(portion);
    }
    response.end();
  };
  const server: Server = createServer(({ url, headers }, response) => {
    const { pathname } = new URL(url!, "http://host");
    const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const file = join(folder, path.replace(/^\/verify/, ""));
    const isCompressed = String(headers["accept-encoding"]).includes("br") && existsSync(`${file}.br`);
    try {
      const body = own[path] ?? readFileSync(isCompressed ? `${file}.br` : file);
      response.writeHead(200, {
        "content-type": TYPES[extname(path)] ?? "application/octet-stream",
        ...(path.includes("/assets/") && { "cache-control": "max-age=31536000, immutable" }),
        ...(isCompressed && { "content-encoding": "br" }),
      });
      void send(response, body);
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
