/** Servers of this folder. */

import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo, Server as NetServer } from "node:net";
import { localSiteUrl } from "@svc-proof/service/http/site";

/** Servers of the sandbox. They listen on 127.0.0.1 only. */
export const LOCAL_HOST = "127.0.0.1";

/** The port of a listening server. */
export function portOf(server: NetServer): number {
  return (server.address() as AddressInfo).port;
}

/** The address of a server on a port. */
export function localUrl(port: number): string {
  return localSiteUrl(LOCAL_HOST, port);
}

/** Also aborts open requests. */
export async function closeAtOnce(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

/**
 * @param orAny whether to take another port if that one is in use.
 * @throws Error when the port is in use.
 */
export async function listenLocally(server: NetServer, port: number, orAny: boolean): Promise<void> {
  server.listen(port, LOCAL_HOST);
  try {
    await once(server, "listening");
  } catch (error) {
    if (!orAny || port === 0) throw error;
    await listenLocally(server, 0, false);
  }
}

/** The body of a request; null when it exceeds `maxBytes`. The excess is not read. */
export async function readRequestBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
