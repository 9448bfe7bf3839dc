/**
 * The operations port, for the operator: `/healthz` (the process answers), `/readyz` (it can take requests), `/metrics`
 * (Prometheus). It has its own port, which must not be reachable from outside. It requires no key.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";
import type { Readiness } from "./readiness.js";

/** Scrapers and probes are few; more connections than this are a mistake or worse. */
const MAX_CONNECTIONS = 100;
const REQUEST_TIMEOUT_MS = 5_000;

export interface OpsServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly readiness: Readiness;
  readonly registry: Registry;
}

export interface OpsServer {
  /** The port it listens on. */
  readonly port: number;
  /** Ends it and its connections at once. */
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/**
 * Starts the server.
 *
 * @throws the system's error when it cannot listen there.
 */
export async function startOpsServer(options: OpsServerOptions): Promise<OpsServer> {
  const server: Server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: REQUEST_TIMEOUT_MS,
    },
    (request, response) => void serve(request, response, options),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(options.port, options.host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: OpsServerOptions,
): Promise<void> {
  request.resume();
  const { status, type, body } = await answer(request, options);
  if (response.destroyed) return;
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    ...(status === 405 ? { allow: "GET, HEAD" } : {}),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

async function answer(
  { method, url }: IncomingMessage,
  { readiness, registry }: OpsServerOptions,
): Promise<Answer> {
  if (method !== "GET" && method !== "HEAD") return json(405, { error: "GET and HEAD only" });
  const [path] = (url ?? "").split("?", 1);
  switch (path) {
    case "/healthz":
      return json(200, { status: "alive" });
    case "/readyz": {
      const reasons = await readiness.reasons();
      const notes = readiness.notes.length === 0 ? {} : { notes: readiness.notes };
      return reasons.length === 0
        ? json(200, { status: "ready", ...notes })
        : json(503, { status: "not ready", reasons, ...notes });
    }
    case "/metrics":
      return { status: 200, type: registry.contentType, body: await registry.metrics() };
    default:
      return json(404, { error: "not found: use /healthz, /readyz or /metrics" });
  }
}

function json(status: number, body: unknown): Answer {
  return { status, type: "application/json", body: `${JSON.stringify(body)}\n` };
}
