/**
 * A page's server with a strict policy: the built element, pages, evidence, and whatever a hostile server sends. It writes down every
 * request.
 */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { root } from "../e2e/sandbox.js";

export const builtElement: string = join(root, "verifier-web/element/dist/standalone");

export interface ElementManifest {
  readonly script: string;
  readonly integrity: string;
  readonly files: readonly {
    readonly path: string;
    readonly brotli_bytes: number;
    readonly integrity: string;
  }[];
}

export const manifest = (): ElementManifest =>
  JSON.parse(readFileSync(join(builtElement, "manifest.json"), "utf8")) as ElementManifest;

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Nothing but files of the page's own origin, no inline style or script, no sink without a trusted type. */
export const STRICT_POLICY: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

export interface Sent {
  readonly path: string;
  /** Of the body as sent. */
  readonly sizeBytes: number;
}

export class ElementHost {
  readonly sent: Sent[] = [];
  /** By path. */
  readonly answers: Map<string, Answer> = new Map();
  policy: string = STRICT_POLICY;
  #server: Server | null = null;

  get url(): string {
    return `http://127.0.0.1:${(this.#server!.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => this.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#server = server;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => (this.#server === null ? resolve(null) : this.#server.close(resolve)));
  }

  /** A file at a path, compressed as any host does. */
  serve(path: string, body: string | Uint8Array, type = "application/octet-stream"): void {
    const plain = Buffer.from(body);
    const compressed = brotliCompressSync(plain);
    this.answers.set(path, (_, response) => {
      this.sent.push({ path, sizeBytes: compressed.length });
      response.writeHead(200, { "content-type": type, "content-encoding": "br" }).end(compressed);
    });
  }

  /** A page with the element by one script tag. */
  page(path: string, body: string, head: string = this.scriptTag()): string {
    this.serve(
      path,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Page</title>${head}</head><body><main><h1>Page</h1>${body}</main></body></html>`,
      "text/html; charset=utf-8",
    );
    return this.url + path;
  }

  scriptTag(integrity: string = manifest().integrity): string {
    return `<script type="module" crossorigin="anonymous" src="/element/svc-proof-verifier.js" integrity="${integrity}"></script>`;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url!, "http://host");
    response.setHeader("content-security-policy", this.policy);
    response.setHeader("cache-control", "no-store");
    const answer = this.answers.get(pathname);
    if (answer !== undefined) {
      answer(request, response);
      return;
    }
    const [, name] = /^\/element\/([\w.-]+)$/.exec(pathname) ?? [];
    const file = join(builtElement, name ?? "");
    if (name !== undefined && existsSync(file)) {
      const body = brotliCompressSync(readFileSync(file));
      this.sent.push({ path: pathname, sizeBytes: body.length });
      response.writeHead(200, { "content-type": "text/javascript", "content-encoding": "br" }).end(body);
      return;
    }
    this.sent.push({ path: pathname, sizeBytes: 0 });
    response.writeHead(404, { "content-type": "text/html" }).end("<!doctype html><p>Nothing here");
  }
}
