/** Deadlines, sizes, retries, faults of one request. */

import { JoinedBytes } from "@svc-proof/shared/encoding";
import { unlessAborted } from "../work/work.js";

/** Why a source gave no usable answer. */
export type SourceErrorCode =
  | "source_unreachable"
  | "source_timeout"
  | "source_error"
  | "source_invalid_answer";

const CODES: ReadonlySet<string> = new Set<SourceErrorCode>([
  "source_unreachable",
  "source_timeout",
  "source_error",
  "source_invalid_answer",
]);

/**
 * The error code of anything a source threw. A caller's source may throw anything, including a `SourceError`
 * of its own.
 */
export function sourceErrorCode(error: unknown): SourceErrorCode {
  return error instanceof SourceError && CODES.has(error.code) ? error.code : "source_error";
}

/** A source gave no usable answer. Implies nothing about the proof. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly code: SourceErrorCode;
  /** HTTP status of the answer, if that was the error. */
  readonly status: number | null;

  constructor(code: SourceErrorCode, message: string, cause?: unknown, status: number | null = null) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
  }
}

// Sends one HTTP request with a bounded answer and without following redirects.

/**
 * Reads a stream to its end. Never leaves the stream open.
 *
 * @param question name of the request, for messages.
 * @throws SourceError `source_unreachable` if the stream breaks off, `source_invalid_answer` if it is longer
 * than `maxBytes`; the abort reason of the signal.
 */
export async function readBody(
  question: string,
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const read = new JoinedBytes();
  try {
    for (;;) {
      const part = await unlessAborted(reader.read(), signal);
      if (part.done) return read.bytes.slice();
      if (read.length + part.value.length > maxBytes) {
        throw new SourceError(
          "source_invalid_answer",
          `${question}: expected at most ${maxBytes} bytes, got more`,
        );
      }
      read.push(part.value);
    }
  } catch (error) {
    // Closes the connection. Not awaited, because an endpoint could delay it.
    reader.cancel().catch(() => undefined);
    signal.throwIfAborted();
    if (error instanceof SourceError) throw error;
    throw new SourceError("source_unreachable", `${question}: the answer was cut off`, error);
  }
}

/** Repeats a request if another try may succeed. */
export interface Patience {
  /** Time limit for all tries together. */
  readonly timeoutMs: number;
  /** Retries after a connection error or an overload response. */
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
}

/** Delay before the second try, doubled before each further one. `Retry-After` is ignored. */
const RETRY_DELAY_MS = 200;

/**
 * Returns the first answer. Ends at the deadline or when the signal aborts, even if a try does not.
 *
 * @param question name of the request, for messages.
 * @param ask one try; must release its resources when its signal aborts.
 * @throws SourceError; the abort reason of the caller's signal.
 */
export async function retry<Answer>(
  question: string,
  { timeoutMs, retries, signal }: Patience,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  signal?.throwIfAborted();
  const deadline = new Deadline(timeoutMs, signal);
  try {
    for (let tries = 0; ; tries++) {
      try {
        return await unlessAborted(ask(deadline.signal), deadline.signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (deadline.isOver) throw new SourceError("source_timeout", `${question}: no answer in time`, error);
        if (tries === retries || !(error instanceof SourceError) || !mayPass(error)) throw error;
      }
      await deadline.pause(RETRY_DELAY_MS * 2 ** tries);
    }
  } finally {
    deadline.clear();
  }
}

/** Whether another try may succeed: there was no connection, or the endpoint is overloaded or failing. */
function mayPass({ code, status }: SourceError): boolean {
  return code === "source_unreachable" || (status !== null && (status === 429 || status >= 500));
}

/** The time limit of a request, including its retries, combined with the caller's abort signal. */
export class Deadline {
  /** Aborts at the time limit, or when the caller's signal aborts. */
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #follow = () => this.#controller.abort(this.#parent?.reason);
  #isOver = false;

  constructor(timeoutMs: number, parent?: AbortSignal) {
    this.signal = this.#controller.signal;
    this.#parent = parent;
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#controller.abort();
    }, timeoutMs);
    parent?.addEventListener("abort", this.#follow, { once: true });
    if (parent?.aborted) this.#follow();
  }

  /** Whether the time limit has passed. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Resolves after the delay, or once the signal aborts. */
  pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, delayMs);
      this.signal.addEventListener("abort", end, { once: true });
      if (this.signal.aborted) end();
    });
  }

  /** Removes timer and listener. Must be called. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#parent?.removeEventListener("abort", this.#follow);
  }
}

/** For a source that does not state its time limit: three times the default of this library's sources. */
export const DEFAULT_ANSWER_MS = 30_000;
/** This library's sources take at most ten minutes per request, and some answers need two requests. */
const MAX_ANSWER_MS = 1_200_000;
/** Lets a source with its own time limit report the error itself. */
const GRACE_MS = 250;

/**
 * Asks the source.
 *
 * @param timeoutMs the time limit the source states. Anything but a positive number means the default.
 * @throws SourceError `source_timeout`; the abort reason of `signal`; any error of the source.
 */
export async function askInTime<Answer>(
  timeoutMs: unknown,
  signal: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<Answer> | Answer,
): Promise<Answer> {
  const isTime = typeof timeoutMs === "number" && timeoutMs > 0;
  const deadline = new Deadline(
    isTime ? Math.min(timeoutMs, MAX_ANSWER_MS) + GRACE_MS : DEFAULT_ANSWER_MS,
    signal,
  );
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const stop = () =>
        reject(
          signal?.aborted === true
            ? signal.reason
            : new SourceError("source_timeout", "the source did not answer in time"),
        );
      deadline.signal.addEventListener("abort", stop, { once: true });
      if (deadline.signal.aborted) stop();
      // A caller's source may throw before it returns a promise.
      Promise.resolve()
        .then(() => ask(deadline.signal))
        .then(resolve, reject);
    });
  } finally {
    deadline.clear();
  }
}

export const DEFAULT_TIMEOUT_MS = 10_000;
export const DEFAULT_RETRIES = 2;
const MAX_TIMEOUT_MS = 600_000;
const MAX_RETRIES = 10;

/** @throws TypeError if `url` is not an http or https address. */
export function parseHttpUrl(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address === null || (address.protocol !== "http:" && address.protocol !== "https:")) {
    throw new TypeError(`"url" expected an http or https address`);
  }
  return address;
}

/**
 * Removes user and password from an address, because `fetch` refuses them there.
 *
 * @returns the header that sends them instead: Basic authentication, RFC 7617, in UTF-8.
 */
export function takeLogin(address: URL): Record<string, string> {
  const { username, password } = address;
  if (username === "" && password === "") return {};
  address.username = "";
  address.password = "";
  const login = new TextEncoder().encode(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { authorization: `Basic ${btoa(String.fromCharCode(...login))}` };
}

/** @throws RangeError if a number is out of bounds. */
export function checkPatience(timeoutMs: number, retries: number): void {
  checkInteger("timeoutMs", timeoutMs, 1, MAX_TIMEOUT_MS);
  checkInteger("retries", retries, 0, MAX_RETRIES);
}

/** @throws RangeError */
export function checkInteger(name: string, value: number, min: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return;
  throw new RangeError(`"${name}" expected an integer from ${min} to ${max}, got ${value}`);
}

/** A whole answer. */
export interface BoundedAnswer {
  /** Status code of HTTP. */
  readonly status: number;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A request whose answer is bounded in size and time. */
export interface BoundedRequest {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly cache?: "no-store";
  /** Maximum size of the body, after decompression. */
  readonly maxBytes: number;
  /** Aborts the request at any stage. `retry` provides a signal with a time limit. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request and reads the answer, whatever its status. Leaves no connection open.
 *
 * @param question name of the request for messages. Not the address, which may contain a key.
 * @throws SourceError `source_unreachable`, also for a redirect, because it leads to an endpoint nobody
 * chose; `source_invalid_answer` if the answer is larger than `maxBytes`; the abort reason of the signal.
 */
export async function fetchBounded(
  question: string,
  url: URL,
  { maxBytes, ...init }: BoundedRequest,
): Promise<BoundedAnswer> {
  const { signal } = init;
  signal.throwIfAborted();
  const asked = fetch(url, { ...init, redirect: "error", credentials: "omit" });
  let response: Response;
  try {
    response = await unlessAborted(asked, signal);
  } catch (error) {
    // If the abort did not reach the request, discard an answer that begins later.
    asked.then((late) => late.body?.cancel()).catch(() => undefined);
    signal.throwIfAborted();
    throw new SourceError(
      "source_unreachable",
      `${question}: the connection failed or was redirected`,
      error,
    );
  }
  const { status, body } = response;
  return {
    status,
    body: body === null ? new Uint8Array(0) : await readBody(question, body, maxBytes, signal),
  };
}
