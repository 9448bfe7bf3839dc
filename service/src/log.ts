/**
 * The service's log: JSON lines on standard error, without keys, without what a caller sends beyond the path, and
 * without whatever a database or an endpoint may quote of it in an error.
 */
import { destination, type Logger, pino } from "pino";
import type { LogLevel } from "./config/config.js";
import { RequestLineBuffer } from "./request-line-buffer.js";

export type Log = Logger;

/** Names under which a secret could come into a log line, at the top and one level down. */
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
  "mongodbUrl",
  "secret",
];

/** An error's causes lead to one another; so many are told. */
const MAX_CAUSES = 5;

/** Message of the line that each request has. */
export const REQUEST_MESSAGE = "request";

/** One for the process, however many logs it has. */
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
  // Synchronous, where something is written: the last line before a crash is the one that matters.
  const out = destination({ dest: fd, sync: true });
  // A log that cannot be written (its disk is full) must not take the service with it.
  out.on("error", () => undefined);
  return (lines) => void out.write(lines);
}

/** What is told of an error. Of its causes the kind only: drivers quote values of ours, endpoints their addresses. */
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
