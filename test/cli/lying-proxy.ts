/** A service that withholds: it passes on what the sandbox answers, but for some routes, and may change answers. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface LyingProxy {
  readonly url: string;
  close(): void;
}

export interface Lies {
  /** Routes that it denies to have. */
  readonly hides?: RegExp;
  /** Changes answers in JSON. */
  readonly change?: (text: string) => string;
}

/** @param target origin of the sandbox. */
export async function lyingProxy(
  target: string,
  { hides, change = (text) => text }: Lies,
): Promise<LyingProxy> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    if (hides?.test(path)) {
      response.writeHead(404, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { code: "not_found", message: "there is none" } }));
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { host: _, connection: __, "transfer-encoding": ___, ...headers } = request.headers;
    const answer = await fetch(new URL(path, target), {
      method: request.method ?? "GET",
      headers: headers as Record<string, string>,
      ...(parts.length > 0 && { body: Buffer.concat(parts) }),
    });
    const type = answer.headers.get("content-type") ?? "";
    const bytes = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { "content-type": type });
    response.end(type.startsWith("application/json") ? change(bytes.toString("utf8")) : bytes);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close().closeAllConnections(),
  };
}
