/**
 * A timestamping authority between the service and the sandbox's own. It passes everything on until
 * a test gives it a fault.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A query, and a way to get the real authority's answer to it or to another query. */
export interface AskedTsa {
  readonly request: IncomingMessage;
  readonly query: Uint8Array;
  /** The TimeStampResp of the real authority. */
  ask(query?: Uint8Array): Promise<Uint8Array>;
}

/** Answers instead of the authority. */
export type TsaFault = (response: ServerResponse, asked: AskedTsa) => void | Promise<void>;

export const REPLY_TYPE = "application/timestamp-reply";

/** A fault in the content only: sends these bytes as HTTP requires. */
export function replying(bytes: (asked: AskedTsa) => Uint8Array | Promise<Uint8Array>): TsaFault {
  return async (response, asked) => {
    const body = await bytes(asked);
    response.writeHead(200, { "content-type": REPLY_TYPE }).end(body);
  };
}

export class FaultyTsa {
  readonly #server: Server;
  #upstreamUrl: string;
  fault: TsaFault | null = null;
  /** Received queries, in order. */
  readonly queries: Uint8Array[] = [];

  private constructor(server: Server, upstreamUrl: string) {
    this.#server = server;
    this.#upstreamUrl = upstreamUrl;
  }

  static async start(upstreamUrl: string): Promise<FaultyTsa> {
    const server = createServer();
    const tsa = new FaultyTsa(server, upstreamUrl);
    server.on("request", (request, response) => tsa.#serve(request, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return tsa;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/tsa`;
  }

  /** Forwards to another authority from now on. */
  leadTo(upstreamUrl: string): void {
    this.#upstreamUrl = upstreamUrl;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const query = Buffer.concat(parts);
    this.queries.push(query);
    const ask = async (asked: Uint8Array = query) => {
      const answer = await fetch(this.#upstreamUrl, {
        method: "POST",
        headers: { "content-type": "application/timestamp-query" },
        body: Uint8Array.from(asked),
      });
      return new Uint8Array(await answer.arrayBuffer());
    };
    await (this.fault ?? replying(({ ask }) => ask()))(response, { request, query, ask });
  }
}
