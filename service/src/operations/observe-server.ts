/** Counts and times the API's responses by the server's own event. */
import type { Request, Server } from "@hapi/hapi";
import { CUT_EVENT, type Cut } from "../connections/connection-limits.js";
import type { Metrics } from "./metrics.js";
import { servedRequest } from "./served-request.js";

const METHODS: ReadonlySet<string> = new Set(["get", "head", "post", "put", "delete", "patch", "options"]);

/** Begins to observe a server. */
export function observeServer(server: Server, metrics: Metrics): void {
  server.events.on("response", (request) => observeAnswer(request, metrics));
  server.events.on(CUT_EVENT, (what: Cut) => metrics.cuts.inc({ what }));
}

function observeAnswer(request: Request, { requestDuration, errorAnswers }: Metrics): void {
  const { route, status, durationMs } = servedRequest(request);
  const method = METHODS.has(request.method) ? request.method : "other";
  requestDuration.observe({ method, route, status }, durationMs / 1_000);
  if (status === "aborted" || status < 400) return;
  const body = "source" in request.response ? request.response.source : undefined;
  errorAnswers.inc({ code: errorCode(body) ?? (isGateways(status) ? "gateway" : "other") });
}

/** The code of an answer in the interface's form: one of a few words of this program. */
function errorCode(body: unknown): string | undefined {
  const error: unknown =
    typeof body === "object" && body !== null && "error" in body ? body.error : undefined;
  const code: unknown =
    typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** The gateway's limits answer without a body in the API's form: docs/interface.md, "Errors". */
function isGateways(status: number): boolean {
  return status === 413 || status === 429;
}
