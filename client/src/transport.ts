/** Sends, retries, reads. */

import { JoinedBytes } from "@svc-proof/shared/encoding";
import { AnswerError, ApiError, UnreachableError } from "./errors.js";

// `Retry-After` in both of its forms: RFC 9110, section 10.2.3.

/** Ten years: what is beyond it is no answer to wait for. */
const MAX_SECONDS = 315_360_000;

/**
 * The seconds that an answer asks to wait, rounded up; null if it does not ask, or in no form that the RFC has.
 *
 * @param text the header's value.
 */
export function retryAfterSeconds(text: string | null, now: Date = new Date()): number | null {
  if (text === null) return null;
  const value = text.trim();
  if (/^[0-9]{1,9}$/.test(value)) return Math.min(Number(value), MAX_SECONDS);
  // The three forms of a date all begin with the day's name. `Date.parse` takes far more than these.
  if (value.length > 40 || !/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value)) return null;
  // The oldest of them, asctime's, does not name its zone.
  const at = Date.parse(value.endsWith("GMT") ? value : `${value} GMT`);
  if (Number.isNaN(at)) return null;
  return Math.min(Math.max(0, Math.ceil((at - now.getTime()) / 1000)), MAX_SECONDS);
}

/** An answer that refuses, as an error. */
const CODE = /^[a-z][a-z0-9_]{0,63}$/;
const MAX_MESSAGE = 500;

/** Codes of answers that have none: those below `/proof/`, docs/interface.md. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  400: "invalid_request",
  404: "not_found",
  503: "unavailable",
};

/** @param bytes the body, as far as it was read. */
export function errorOfAnswer(status: number, headers: Headers, bytes: Uint8Array): ApiError {
  const given = {
    status,
    requestId: printable(headers.get("x-request-id") ?? "") || null,
    retryAfterSeconds: retryAfterSeconds(headers.get("retry-after")),
  };
  const error = errorMember(bytes);
  if (typeof error === "string") {
    const code = CODE_OF_STATUS[status] ?? "gateway";
    return new ApiError({ ...given, code, message: printable(error) || code, details: {} });
  }
  if (typeof error !== "object" || error === null) {
    const message = `the service answers ${status} without saying why`;
    return new ApiError({ ...given, code: "gateway", message, details: {} });
  }
  const { code, message, ...details } = error as Record<string, unknown>;
  const isCode = typeof code === "string" && CODE.test(code);
  return new ApiError({
    ...given,
    code: isCode ? code : "gateway",
    message: (typeof message === "string" && printable(message)) || `the service answers ${status}`,
    details,
  });
}

function errorMember(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === "object" && value !== null && "error" in value ? value.error : undefined;
  } catch {
    return undefined;
  }
}

/** Without control characters, which a terminal would obey. */
function printable(text: string): string {
  return text
    .slice(0, MAX_MESSAGE)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}

/** Callbacks of signals. Many requests share one signal, and platforms warn of many listeners on one. */
const callbacks = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back once when a signal aborts; at once if it has aborted. However many wait, the signal has one listener.
 *
 * @returns a function that ends the wait.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined) return () => undefined;
  if (signal.aborted) {
    callback();
    return () => undefined;
  }
  const waiting = callbacks.get(signal) ?? listenTo(signal);
  // A callback that waits twice is called twice.
  const own = () => callback();
  waiting.add(own);
  return () => void waiting.delete(own);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const waiting = new Set<() => void>();
  callbacks.set(signal, waiting);
  signal.addEventListener(
    "abort",
    () => {
      for (const callback of [...waiting]) callback();
      waiting.clear();
    },
    { once: true },
  );
  return waiting;
}

/**
 * A request before it is sent. `openapi-fetch` makes one instead of the platform's `Request`, which could be sent only
 * once: a retry sends the same again.
 */
export class PreparedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;

  constructor(url: string, init: RequestInit) {
    this.url = url;
    this.method = init.method ?? "GET";
    this.headers = new Headers(init.headers);
    this.body = typeof init.body === "string" ? init.body : undefined;
  }
}

// The body of an answer, up to a limit.

/**
 * The bytes of a body. A declared length is not believed, except to refuse early.
 *
 * @param onBytes called with each part's end: bytes so far.
 * @throws AnswerError `too_large`; what reading throws if the connection ends early.
 */
export async function readAnswer(
  response: Response,
  maxBytes: number,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    new AnswerError("too_large", response.status, `the answer has more than ${maxBytes} bytes`);
  if (response.body === null) return new Uint8Array();
  const reader = response.body.getReader();
  const read = new JoinedBytes();
  try {
    if (Number(response.headers.get("content-length")) > maxBytes) throw tooLarge();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return read.bytes;
      if (read.length + value.length > maxBytes) throw tooLarge();
      read.push(value);
      onBytes(read.length);
    }
  } catch (error) {
    // Not awaited: a stream that hangs would not end either.
    reader.cancel(error).catch(() => undefined);
    throw error;
  }
}

// How long to wait before a retry.

const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/**
 * Milliseconds before a retry. With `Retry-After` never less than that, and a little more, so that clients that were refused
 * together do not come back together. Without it twice as long each time, of which a random half to whole is taken.
 *
 * @param tries how many have failed, at least 1.
 */
export function retryDelayMs(
  tries: number,
  retryAfterSeconds: number | null,
  random: () => number = Math.random,
): number {
  if (retryAfterSeconds !== null) {
    const asked = retryAfterSeconds * 1000;
    return Math.ceil(asked + random() * Math.min(1_000, 100 + asked / 10));
  }
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries - 1, 16));
  return Math.ceil(whole / 2 + (random() * whole) / 2);
}

/** Waits; an abort ends it at once. @throws the reason of `signal` if it aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, milliseconds);
    const forget = onAbort(signal, () => {
      clearTimeout(timer);
      reject(signal?.reason);
    });
  });
}

/** Sends requests: the key, limits of time and size, retries. */
export interface TransportOptions {
  readonly fetch: typeof fetch;
  readonly key: string | null;
  readonly retries: number;
  readonly timeoutMs: number;
  readonly transferTimeoutMs: number;
  readonly maxRetryDelayMs: number;
}

/** How one request is sent. */
export interface Call {
  readonly signal?: AbortSignal | undefined;
  /** Bytes of an answer that succeeds. */
  readonly maxBytes: number;
  /** Sends no key: the route is public. */
  readonly isPublic?: boolean | undefined;
  /** The body, opened for each try; instead of that of the request. */
  readonly openBody?: ((onBytes: () => void, onError: (error: unknown) => void) => BodyInit) | undefined;
  readonly onReceived?: ((bytes: number) => void) | undefined;
  /** A try has failed, and another follows. The service may have done what was asked. */
  readonly onRetry?: (() => void) | undefined;
}

/** Of an answer that refuses. */
const MAX_ERROR_BYTES = 65_536;

/** Statuses of answers that succeed. */
const SUCCESS: ReadonlySet<number> = new Set([200, 201, 202]);

/** Codes that a later try may not meet. A limit a day is among them because its `Retry-After` decides. */
const PASSING: ReadonlySet<string> = new Set([
  "rate_limited",
  "quota_exceeded",
  "unavailable",
  "request_timeout",
]);
/** Statuses of gateways that a later try may not meet. */
const PASSING_GATEWAY: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /**
   * Sends a request until it is answered.
   *
   * @returns an answer of 200, 201 or 202, its body read.
   * @throws ApiError, AnswerError, UnreachableError; what reading the body throws; the reason of the signal.
   */
  async send(request: PreparedRequest, call: Call): Promise<Response> {
    for (let tries = 1; ; tries++) {
      call.signal?.throwIfAborted();
      let failure: ApiError | ConnectionError;
      try {
        return await this.#try(request, call);
      } catch (error) {
        call.signal?.throwIfAborted();
        if (!(error instanceof ConnectionError || (error instanceof ApiError && isPassing(error))))
          throw error;
        failure = error;
      }
      const retryAfter = failure instanceof ApiError ? failure.retryAfterSeconds : null;
      if (tries > this.#options.retries || (retryAfter ?? 0) * 1000 > this.#options.maxRetryDelayMs) {
        if (failure instanceof ApiError) throw failure;
        const message = `no answer from ${new URL(request.url).host}: ${failure.message}`;
        throw new UnreachableError(message, tries, failure.cause);
      }
      call.onRetry?.();
      await sleep(retryDelayMs(tries, retryAfter), call.signal);
    }
  }

  async #try(request: PreparedRequest, call: Call): Promise<Response> {
    const { timeoutMs, transferTimeoutMs, key } = this.#options;
    const watch = new Watch(call.signal, timeoutMs, transferTimeoutMs);
    let unread: { readonly error: unknown } | null = null;
    const onUnread = (error: unknown): void => {
      unread ??= { error };
    };
    try {
      const headers = new Headers(request.headers);
      if (key !== null && call.isPublic !== true) headers.set("authorization", `Bearer ${key}`);
      const body = call.openBody?.(() => watch.heard(), onUnread) ?? request.body;
      const response = await this.#options.fetch(request.url, {
        method: request.method,
        headers,
        ...(body !== undefined && { body }),
        ...(typeof ReadableStream !== "undefined" && body instanceof ReadableStream && { duplex: "half" }),
        // The key would go along.
        redirect: "manual",
        signal: watch.signal,
      });
      watch.heard();
      return await this.#read(response, call, watch);
    } catch (error) {
      if (error instanceof AnswerError || error instanceof ApiError) throw error;
      // No connection is to blame, and no later try would read it.
      if (unread !== null) throw (unread as { readonly error: unknown }).error;
      throw new ConnectionError(watch.tooLate ?? reasonOf(error), { cause: error });
    } finally {
      watch.end();
    }
  }

  async #read(response: Response, call: Call, watch: Watch): Promise<Response> {
    const { status, headers } = response;
    if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
      response.body?.cancel().catch(() => undefined);
      throw new AnswerError("redirected", status, "the service redirects; the client follows nowhere");
    }
    if (status >= 400) {
      throw errorOfAnswer(status, headers, await readErrorBody(response, () => watch.heard()));
    }
    if (!SUCCESS.has(status)) {
      response.body?.cancel().catch(() => undefined);
      throw new AnswerError("unexpected_status", status, `the API does not answer ${status}`);
    }
    const bytes = await readAnswer(response, call.maxBytes, (length) => {
      watch.heard();
      call.onReceived?.(length);
    });
    const read = new Headers(headers);
    read.set("content-length", String(bytes.length));
    read.delete("content-encoding");
    return new Response(bytes, { status, headers: read });
  }
}

/** What of the body fits. An error stays that error if its body does not. */
async function readErrorBody(response: Response, onBytes: () => void): Promise<Uint8Array> {
  try {
    return await readAnswer(response, MAX_ERROR_BYTES, onBytes);
  } catch (error) {
    if (error instanceof AnswerError) return new Uint8Array();
    throw error;
  }
}

/** One try found nobody, or was cut off. */
class ConnectionError extends Error {}

function isPassing({ code, status }: ApiError): boolean {
  return PASSING.has(code) || (code === "gateway" && PASSING_GATEWAY.has(status));
}

/** `fetch` says "fetch failed" and keeps the reason in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const { code } = cause as { readonly code?: unknown };
  return cause.message || (typeof code === "string" ? code : error.message);
}

/** Ends a try when its caller aborts, when the service is silent for too long, or when it takes too long in all. */
class Watch {
  /** Why the try was ended, for people; null if it was not for its time. */
  tooLate: string | null = null;
  readonly #abort = new AbortController();
  readonly #forgetCaller: () => void;
  readonly #silenceMs: number;
  readonly #total: ReturnType<typeof setTimeout>;
  #silence: ReturnType<typeof setTimeout>;
  #heardAt: number = performance.now();

  constructor(caller: AbortSignal | undefined, silenceMs: number, totalMs: number) {
    this.#silenceMs = silenceMs;
    this.#forgetCaller = onAbort(caller, () => this.#abort.abort(caller?.reason));
    this.#silence = setTimeout(this.#onSilence, silenceMs);
    this.#total = setTimeout(() => this.#stop(`not done within ${totalMs} ms`), totalMs);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The service has sent something, or has taken something. */
  heard(): void {
    this.#heardAt = performance.now();
  }

  end(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#total);
    this.#forgetCaller();
  }

  /** Looks when it was last heard instead of a new timer for each part. */
  readonly #onSilence = (): void => {
    const leftMs = this.#heardAt + this.#silenceMs - performance.now();
    if (leftMs <= 0) this.#stop(`silent for ${this.#silenceMs} ms`);
    else this.#silence = setTimeout(this.#onSilence, leftMs);
  };

  #stop(why: string): void {
    this.tooLate = why;
    this.#abort.abort(new Error(why));
  }
}
