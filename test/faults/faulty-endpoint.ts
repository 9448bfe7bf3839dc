/**
 * A JSON-RPC endpoint between the service and a real anvil. It passes everything on until a test
 * gives it a fault.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface RpcQuestion {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly id: number;
}

/** Answers instead of the node; `answer` is the node's own answer. */
export type Fault = (question: RpcQuestion, response: ServerResponse, answer: string) => void;

/** The endpoint's false answer; undefined for the truth. */
export type Lie = (question: RpcQuestion, truth: unknown) => unknown;

export class FaultyEndpoint {
  readonly #server: Server;
  fault: Fault | null = null;
  faultsServed = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param upstreamUrl of the truthful node. */
  static async start(upstreamUrl: string): Promise<FaultyEndpoint> {
    const server = createServer();
    const endpoint = new FaultyEndpoint(server);
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      endpoint.#pass(upstreamUrl, request, response).catch(() => response.destroy());
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return endpoint;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Well-formed answers that are false. */
  set lie(lie: Lie) {
    this.fault = (question, response, answer) => {
      const truth = (JSON.parse(answer) as { result?: unknown }).result;
      const value = lie(question, truth);
      answerJson(response, value === undefined ? answer : resultOf(question.id, value));
    };
  }

  async #pass(upstreamUrl: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const headers = { "content-type": "application/json" };
    const upstream = await fetch(upstreamUrl, { method: "POST", headers, body });
    const answer = await upstream.text();
    if (this.fault === null) return answerJson(response, answer);
    this.faultsServed++;
    this.fault(JSON.parse(body) as RpcQuestion, response, answer);
  }

  end(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Sends JSON, given as a value or as text. */
export function answerJson(response: ServerResponse, body: unknown): void {
  response.setHeader("content-type", "application/json");
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

export function resultOf(id: number, result: unknown): object {
  return { jsonrpc: "2.0", id, result };
}
