/**
 * The service's log: JSON lines on standard error. They contain no keys, nothing that a caller sends except the path,
 * and no error texts in which a database or an endpoint may quote such data.
 */
import { destination, type Logger, pino } from "pino";
import type { LogLevel } from "./config/config.js";
import { RequestLineBuffer } from "./request-line-buffer.js";

export type Log = Logger;

/** Fields that could carry a secret into a log line, at the top and one level down. */
const SECRET_FIELDS = [
  "authorization",
  "headers",
  "key",
  "apiKey",
  "anchorKey",
  "idempotencyKey",
  "name",
  "metadata",
  "rpcUrl",
  "rpcUrls",
  "anchors",
  "mongodbUrl",
  "secret",
];

/** Maximum logged causes of an error. */
const MAX_CAUSES = 5;

/** Message of each request's line. */
export const REQUEST_MESSAGE = "request";

/** Shared by all logs of the process. */
const standardError = new RequestLineBuffer(linesTo(2), REQUEST_MESSAGE);

export function createLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFields },
      redact: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]),
    },
    standardError,
  );
}

function linesTo(fd: number): (lines: string) => void {
  // Writes synchronously, because the last line before a crash matters most.
  const out = destination({ dest: fd, sync: true });
  // A log that cannot be written (full disk) must not end the service.
  out.on("error", () => undefined);
  return (lines) => void out.write(lines);
}

/**
 * The logged fields of an error. Only the names of its causes are logged: drivers quote our values, and endpoints their
 * addresses.
 */
function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const causes: string[] = [];
  for (let cause = error.cause; cause instanceof Error && causes.length < MAX_CAUSES; cause = cause.cause)
    causes.push(kindOf(cause));
  return {
    type: kindOf(error),
    message: error.message,
    stack: error.stack,
    ...(causes.length > 0 ? { causes } : {}),
  };
}

function kindOf(error: Error): string {
  return "code" in error ? `${error.name} ${String(error.code)}` : error.name;
}
