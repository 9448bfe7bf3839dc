/** Counts and times the API's answers, from outside: the server's own event tells of each. */
import type { Request, Server } from "@hapi/hapi";
import type { Metrics } from "./metrics.js";

const METHODS: ReadonlySet<string> = new Set(["get", "head", "post", "put", "delete", "patch", "options"]);

/** Begins to observe a server. */
export function observeServer(server: Server, metrics: Metrics): void {
  server.events.on("response", (request) => observeAnswer(request, metrics));
}

function observeAnswer(request: Request, { requestDuration, errorAnswers }: Metrics): void {
  const { received, responded } = request.info;
  // Null where the caller left before there was an answer.
  const response = request.response as { statusCode?: number; source?: unknown } | null;
  const status = responded === 0 ? undefined : response?.statusCode;
  requestDuration.observe(
    {
      method: METHODS.has(request.method) ? request.method : "other",
      // The template, such as /proofs/{id}; one for all addresses at which there is nothing.
      route: request.route.path,
      status: status ?? "aborted",
    },
    ((responded === 0 ? Date.now() : responded) - received) / 1_000,
  );
  if (status !== undefined && status >= 400)
    errorAnswers.inc({ code: errorCode(response?.source) ?? (isGateways(status) ? "gateway" : "other") });
}

/** The code of an answer in the interface's form: one of a few words of this program. */
function errorCode(body: unknown): string | undefined {
  const error: unknown =
    typeof body === "object" && body !== null && "error" in body ? body.error : undefined;
  const code: unknown =
    typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** The limits before the API answer without a body of its form: interface, "Errors". */
function isGateways(status: number): boolean {
  return status === 413 || status === 429;
}
