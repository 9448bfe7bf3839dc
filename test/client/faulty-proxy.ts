/** A real server before the API, with faults for the requests to come. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to one request. `forward` gives the API's answer, read to its end. */
export type Fault = (
  incoming: IncomingMessage,
  response: ServerResponse,
  forward: () => Promise<Forwarded>,
) => Promise<void> | void;

export interface Forwarded {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer;
}

export class FaultyProxy {
  /** Requests so far: method, path below the root, and headers. */
  readonly seen: {
    readonly method: string;
    readonly path: string;
    readonly headers: IncomingMessage["headers"];
  }[] = [];
  readonly #server: Server;
  #faults: Fault[] = [];

  private constructor(target: number) {
    this.#server = createServer((incoming, response) => {
      const { method = "", url = "", headers } = incoming;
      this.seen.push({ method, path: url, headers });
      const fault = this.#faults.shift() ?? relay;
      Promise.resolve(fault(incoming, response, () => forwarded(incoming, target))).catch(() =>
        response.destroy(),
      );
    });
  }

  /** @param target port of the API on this machine. */
  static async start(target: number): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target);
    proxy.#server.keepAliveTimeout = 0;
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/v2`;
  }

  /** For the next requests, one each. Those before that were not used are dropped. */
  next(...faults: readonly Fault[]): void {
    this.#faults = [...faults];
    this.seen.length = 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

/** As the API answers. */
export const relay: Fault = async (_, response, forward) => {
  const { status, headers, body } = await forward();
  response.writeHead(status, headers).end(body);
};

/** The API handles the request; its answer is lost. */
export const loseAnswer: Fault = async (_, response, forward) => {
  await forward();
  response.destroy();
};

/** The connection ends in the middle of the answer. */
export const cutAnswer: Fault = async (_, response, forward) => {
  const { status, headers, body } = await forward();
  response.writeHead(status, { ...headers, "content-length": body.length });
  response.write(body.subarray(0, body.length / 2), () => setTimeout(() => response.destroy(), 20));
};

/** The request reaches nobody. */
export const cutRequest: Fault = (incoming) => {
  incoming.socket.destroy();
};

/** Another answer, without asking the API. */
export function answer(
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Fault {
  return (incoming, response) => {
    incoming.resume();
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  };
}

/** The API's answer, changed. */
export function changed(change: (body: Buffer) => Buffer | string): Fault {
  return async (_, response, forward) => {
    const { status, headers, body } = await forward();
    const { "content-length": _length, ...rest } = headers;
    response.writeHead(status, rest).end(change(body));
  };
}

async function forwarded(incoming: IncomingMessage, target: number): Promise<Forwarded> {
  const sent = request({
    host: "127.0.0.1",
    port: target,
    method: incoming.method,
    path: incoming.url,
    // Plain, so that a fault can change bytes of the content.
    headers: { ...incoming.headers, "accept-encoding": "identity" },
    agent: false,
  });
  incoming.pipe(sent);
  const [answered] = (await once(sent, "response")) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answered) parts.push(part);
  const { connection: _, "transfer-encoding": __, ...headers } = answered.headers;
  return {
    status: answered.statusCode!,
    headers: headers as Record<string, string | string[]>,
    body: Buffer.concat(parts),
  };
}
