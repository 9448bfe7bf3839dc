/** The log: structured, with secrets taken out, and what says once what lasts. */

import { printableLines } from "@svc-proof/shared/text";
import { destination, type Logger, pino } from "pino";
import type { LogLevel } from "./config/settings.js";

// Buffers the log's lines of requests. Writing each line by itself costs a fifth of a request (20 of 100 µs, measured),
// and most lines are of requests: they are written together after a moment. Any other line is written at once, after
// what the buffer holds, and so is the buffer when the process exits.
//
// Only a killed process loses lines: the requests of its last 50 ms. sonic-boom's own `minLength` would lose errors too.

/** pino sets `lastMsg` on a destination that has this. */
const METADATA = Symbol.for("pino.metadata");

const FLUSH_MS = 50;
/** In UTF-16 code units: about what a pipe takes at once. */
const MAX_BUFFERED_LENGTH = 16_384;

export class RequestLineBuffer {
  /** Message of the next line, set by pino. */
  lastMsg: string | undefined = undefined;
  readonly #write: (text: string) => void;
  readonly #bufferedMessage: string;
  #buffered = "";
  #timer: NodeJS.Timeout | undefined;

  /** @param bufferedMessage message of the lines to buffer. */
  constructor(write: (text: string) => void, bufferedMessage: string) {
    this.#write = write;
    this.#bufferedMessage = bufferedMessage;
    Object.defineProperty(this, METADATA, { value: true });
    process.once("exit", () => this.flush());
  }

  /** @param line including its line feed. */
  write(line: string): void {
    this.#buffered += line;
    if (this.lastMsg !== this.#bufferedMessage || this.#buffered.length >= MAX_BUFFERED_LENGTH) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#buffered;
    this.#buffered = "";
    if (lines !== "") this.#write(lines);
  }
}

/**
 * The service's log: JSON lines on standard error. They contain no keys, nothing that a caller sends except the path,
 * and no error texts in which a database or an endpoint may quote such data.
 */
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

/**
 * Ends the process without acknowledging or saving anything: another process owns the data now, or they are gone. The
 * reason goes to standard error in plain words too, as at any other end.
 */
export function endAtOnce(log: Log, reason: string): never {
  console.error(`svc-proof: ${printableLines(reason)}`);
  log.fatal({}, reason);
  process.exit(1);
}

/** The log of jobs: the part of pino that they use. */
export interface JobLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** More subjects than are ever active at once. Beyond that, warnings repeat. */
const MAX_REMEMBERED = 1_000;

/** Logs a condition that lasts over many rounds once a process. */
export class RoundLog implements JobLog {
  readonly #log: JobLog;
  readonly #told = new Set<string>();

  constructor(log: JobLog) {
    this.#log = log;
  }

  info(fields: object, message: string): void {
    this.#log.info(fields, message);
  }

  warn(fields: object, message: string): void {
    this.#log.warn(fields, message);
  }

  error(fields: object, message: string): void {
    this.#log.error(fields, message);
  }

  /** Warns of the same subject with the same message once. */
  warnOnce(subject: string, fields: object, message: string): void {
    this.#once("warn", subject, fields, message);
  }

  /** Reports an error of the same subject with the same message once. */
  errorOnce(subject: string, fields: object, message: string): void {
    this.#once("error", subject, fields, message);
  }

  #once(level: "warn" | "error", subject: string, fields: object, message: string): void {
    const key = `${subject} ${message}`;
    if (this.#told.has(key)) return;
    if (this.#told.size === MAX_REMEMBERED) this.#told.clear();
    this.#told.add(key);
    this.#log[level](fields, message);
  }
}

/** Logs each outage of an external service once when it begins, once when its kind changes, and once when it ends. */
export class OutageLog {
  readonly #log: JobLog;
  /** Kind of outage by subject. */
  readonly #outages = new Map<string, string>();
  readonly #onChange: (count: number) => void;

  /** @param onChange receives the number of outages whenever it changes. */
  constructor(log: JobLog, onChange: (count: number) => void = () => {}) {
    this.#log = log;
    this.#onChange = onChange;
  }

  /**
   * @param subject what failed, for people: one of a bounded number.
   * @param kind how, for people.
   */
  failed(subject: string, kind: string, fields: object = {}): void {
    if (this.#outages.get(subject) === kind) return;
    this.#outages.set(subject, kind);
    this.#onChange(this.#outages.size);
    this.#log.warn({ subject, ...fields }, kind);
  }

  worked(subject: string): void {
    const kind = this.#outages.get(subject);
    if (kind === undefined) return;
    this.#outages.delete(subject);
    this.#onChange(this.#outages.size);
    this.#log.info({ subject, outage: kind }, "recovered");
  }
}
