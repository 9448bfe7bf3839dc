/** The limits of connections, on a server. */
import { createServer, type IncomingMessage, type Server as Listener, type ServerResponse } from "node:http";
import type { Server } from "@hapi/hapi";
import { AnswerWatch } from "./answer-watch.js";
import { type ConnectionLimits, CUT_EVENT, type Cut } from "./connection-limits.js";

/** Every route limits the time to read its body. Node's limit is only a safety net. */
const BACKSTOP_MS = 60_000;

/** How often Node checks for late headers. */
const CHECK_MS = 2_000;

/** How much longer than announced an idle connection stays open: a request may be on its way when the time ends. */
const KEEP_ALIVE_GRACE_MS = 2_000;

/** What listens for the server. */
export function createListener(limits: ConnectionLimits): Listener {
  const listener = createServer({
    // Repeated headers are joined (RFC 9110 section 5.3) and not dropped, so that two keys are not accepted as one.
    joinDuplicateHeaders: true,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.headersTimeoutMs + limits.uploads.timeoutMs + BACKSTOP_MS,
    keepAliveTimeout: limits.keepAliveMs + KEEP_ALIVE_GRACE_MS,
    connectionsCheckingInterval: CHECK_MS,
  });
  listener.maxConnections = limits.maxConnections;
  return listener;
}

/** Watches a server's connections and reports cuts by its event. Call it before the server starts. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.event(CUT_EVENT);
  const onCut = (cut: Cut): void => void server.events.emit(CUT_EVENT, cut);
  const watch = new AnswerWatch(limits.downloads, onCut);
  // Instead of Node's header, which announces the whole time.
  const keepAlive = `timeout=${Math.floor(limits.keepAliveMs / 1_000)}`;
  server.listener.on("drop", () => onCut("too_many_connections"));
  // The second for requests that wait for `100 Continue`.
  for (const event of ["request", "checkContinue"] as const) {
    server.listener.on(event, (_: IncomingMessage, answer: ServerResponse) => {
      answer.setHeader("keep-alive", keepAlive);
      watch.watch(answer);
    });
  }
  server.ext("onPreStart", () => watch.start());
  server.ext("onPostStop", () => watch.stop());
}
