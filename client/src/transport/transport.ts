/** Sends requests: the key, limits of time and size, retries. */
import { AnswerError, ApiError, UnreachableError } from "../errors/errors.js";
import { errorOfAnswer } from "./error-of-answer.js";
import { onAbort } from "./on-abort.js";
import type { PreparedRequest } from "./prepared-request.js";
import { readAnswer } from "./read-answer.js";
import { retryDelayMs } from "./retry-delay.js";
import { sleep } from "./sleep.js";

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
