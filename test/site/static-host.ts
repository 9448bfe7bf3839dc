/**
 * An ordinary static host: serves a folder below a path, precompressed if the browser accepts it,
 * and nothing of the service. It can stop and restart at the same address, as servers do.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

export interface Served {
  readonly path: string;
  readonly status: number;
  /** Of the body as sent. */
  readonly sizeBytes: number;
}

/** Answers a request itself; false serves it from the folder. `path` is below the host's own. */
export type Interception = (path: string, response: ServerResponse, request: IncomingMessage) => boolean;

export class StaticHost {
  /** Every answer so far. */
  readonly served: Served[] = [];
  folder: string;
  intercept: Interception = () => false;
  #server: Server | null = null;
  #port = 0;
  readonly #basePath: string;

  /** @param basePath such as "/verify/". */
  constructor(folder: string, basePath = "/verify/") {
    this.folder = folder;
    this.#basePath = basePath;
  }

  /** The page's address; ends with "/". */
  get url(): string {
    return `http://127.0.0.1:${this.#port}${this.#basePath}`;
  }

  /** At the same port as before, if it has run before. */
  async start(): Promise<void> {
    const server = createServer((request, response) => this.#answer(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.#port, "127.0.0.1", resolve);
    });
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Stops and cuts open connections. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url!, "http://host");
    const path = pathname.startsWith(this.#basePath) ? pathname.slice(this.#basePath.length) : null;
    response.on("finish", () => {
      const sizeBytes = Number(response.getHeader("content-length") ?? 0);
      this.served.push({ path: path ?? pathname, status: response.statusCode, sizeBytes });
    });
    if (this.intercept(path ?? pathname, response, request)) return;
    const file = path === null ? null : this.#find(path === "" ? "index.html" : path);
    if (file === null) {
      response.writeHead(404, { "content-type": "text/plain", "content-length": 0 }).end();
      return;
    }
    const takesBrotli = String(request.headers["accept-encoding"] ?? "").includes("br");
    const compressed = takesBrotli && existsSync(`${file}.br`);
    const body = readFileSync(compressed ? `${file}.br` : file);
    // Set and not written: otherwise the response does not report its length.
    const headers = {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "content-length": body.length,
      "cache-control": path!.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      ...(compressed && { "content-encoding": "br" }),
    };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.end(request.method === "HEAD" ? undefined : body);
  }

  #find(path: string): string | null {
    const full = normalize(join(this.folder, decodeURIComponent(path)));
    if (!full.startsWith(normalize(this.folder)) || !existsSync(full) || !statSync(full).isFile())
      return null;
    return full;
  }
}
