/** Servers of the sandbox. They listen on 127.0.0.1 only. */

import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo, Server as NetServer } from "node:net";
import { localSiteUrl } from "@svc-proof/service/http/site";

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
