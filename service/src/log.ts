/** The service's log: JSON lines on standard error, without keys and without whatever a header may hold. */
import { destination, type Logger, pino } from "pino";
import type { LogLevel } from "./config/config.js";

export type Log = Logger;

/** Names under which a secret could come into a log line, at the top and one level down. */
const SECRET_FIELDS = ["authorization", "headers", "key", "apiKey", "anchorKey", "rpcUrl", "secret"];

export function createLog(level: LogLevel): Log {
  // Synchronous: the last line before a crash is the one that matters.
  const out = destination({ dest: 2, sync: true });
  // A log that cannot be written (its disk is full) must not take the service with it.
  out.on("error", () => undefined);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]),
    },
    out,
  );
}
