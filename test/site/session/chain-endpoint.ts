/** A JSON-RPC endpoint for pages, in front of a real anvil. A test can make it lie or stay silent. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The false answer; undefined for the truth. */
export type Lie = (method: string, truth: unknown) => unknown;

export class ChainEndpoint {
  /** Requested methods, in order. */
  readonly asked: string[] = [];
  /** Whether pages of other origins may read the answers. */
  hasCors = true;
  lie: Lie = () => undefined;
  /** Answers instead of the endpoint; null for its own answer. */
  fault: ((response: ServerResponse) => void) | null = null;
  /** Answers once this is fulfilled; null for at once. */
  held: Promise<void> | null = null;
  readonly #server: Server;
  readonly #upstreamUrl: string;

  private constructor(server: Server, upstreamUrl: string) {
    this.#server = server;
    this.#upstreamUrl = upstreamUrl;
  }

  static async start(upstreamUrl: string): Promise<ChainEndpoint> {
    const server = createServer();
    const endpoint = new ChainEndpoint(server, upstreamUrl);
    server.on("request", (request, response) => {
      endpoint.#answer(request, response).catch(() => response.destroy());
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return endpoint;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.hasCors) {
      response.setHeader("access-control-allow-origin", "*");
      response.setHeader("access-control-allow-headers", "content-type");
    }
    if (request.method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const { method, id } = JSON.parse(body) as { method: string; id: number };
    this.asked.push(method);
    await this.held;
    if (this.fault !== null) {
      this.fault(response);
      return;
    }
    const headers = { "content-type": "application/json" };
    const answer = await fetch(this.#upstreamUrl, { method: "POST", headers, body });
    const { result } = (await answer.json()) as { result?: unknown };
    const said = this.lie(method, result);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: said === undefined ? result : said }));
  }
}
