/** The limits of connections, on a server. */
import { createServer, type IncomingMessage, type Server as Listener, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Lifecycle, Request, ResponseToolkit, Server } from "@hapi/hapi";
import { addressGroup, clientAddress, forwardedFor, type TrustedProxies } from "../gateway/client-address.js";
import { AnswerWatch } from "./answer-watch.js";
import { type ConnectionLimits, CUT_EVENT, type Cut } from "./connection-limits.js";
import { ConnectionShares } from "./connection-shares.js";
import { endWithAnswer } from "./end-with-answer.js";

/** Every route limits the time to read its body. Node's limit is only a safety net. */
const BACKSTOP_MS = 60_000;

/** How often Node checks for late headers. */
const CHECK_MS = 2_000;

/** How much longer than announced an idle connection stays open: a request may be on its way when the time ends. */
const KEEP_ALIVE_GRACE_MS = 2_000;

/** What listens for the server. */
export function createListener(limits: ConnectionLimits): Listener {
  return createServer({
    // Repeated headers are joined (RFC 9110 section 5.3) and not dropped, so that two keys are not accepted as one.
    joinDuplicateHeaders: true,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.headersTimeoutMs + limits.uploads.timeoutMs + BACKSTOP_MS,
    keepAliveTimeout: limits.keepAliveMs + KEEP_ALIVE_GRACE_MS,
    connectionsCheckingInterval: CHECK_MS,
  });
}

/**
 * Watches a server's connections and reports cuts by its event. Call it before the server starts.
 *
 * @param proxies behind which requests are counted, not connections.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, proxies: TrustedProxies): void {
  server.event(CUT_EVENT);
  const onCut = (cut: Cut): void => void server.events.emit(CUT_EVENT, cut);
  const watch = new AnswerWatch(limits.downloads, onCut);
  // Instead of Node's header, which announces the whole time.
  const keepAlive = `timeout=${Math.floor(limits.keepAliveMs / 1_000)}`;
  const maxEach = limits.maxConnectionsPerIp || Number.POSITIVE_INFINITY;
  const shares = new ConnectionShares(limits.maxConnections, maxEach);
  server.listener.on("connection", (socket: Socket) => {
    const address = clientAddress(socket.remoteAddress ?? "", undefined, proxies);
    const closed = shares.add(socket, addressGroup(address), !proxies.has(address));
    socket.once("close", () => shares.remove(socket));
    if (closed === null) return;
    onCut("too_many_connections");
    closed.destroy();
  });
  server.ext("onRequest", requestsByAddress(maxEach, proxies));
  // The second for requests that wait for `100 Continue`.
  for (const event of ["request", "checkContinue"] as const) {
    server.listener.on(event, ({ socket }: IncomingMessage, answer: ServerResponse) => {
      shares.count(socket, 1);
      answer.once("close", () => shares.count(socket, -1));
      answer.setHeader("keep-alive", keepAlive);
      watch.watch(answer);
    });
  }
  server.ext("onPreStart", () => watch.start());
  server.ext("onPostStop", () => watch.stop());
}

/** Behind a proxy, an address holds as many connections as it has requests under way. */
function requestsByAddress(
  maxEach: number,
  proxies: TrustedProxies,
): (request: Request, h: ResponseToolkit) => Lifecycle.ReturnValue {
  const underWay = new Map<string, number>();
  return (request, h) => {
    const peer = request.info.remoteAddress;
    const client = clientAddress(peer, forwardedFor(request.raw.req.headers), proxies);
    // A peer that is no proxy, or that names nobody, was counted with its connection.
    if (client === clientAddress(peer, undefined, proxies)) return h.continue;
    const address = addressGroup(client);
    const count = underWay.get(address) ?? 0;
    if (count >= maxEach) {
      const text = "too many requests of one address at once: try again in 1 s\n";
      return h.response(text).type("text/plain").code(429).header("retry-after", "1").takeover();
    }
    underWay.set(address, count + 1);
    endWithAnswer(request, () => {
      const left = underWay.get(address)! - 1;
      if (left === 0) underWay.delete(address);
      else underWay.set(address, left);
    });
    return h.continue;
  };
}
