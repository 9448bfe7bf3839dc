/**
 * The bytes of a request's body as they come. Reading ends with the body, or with an error: when the body takes too
 * long or comes too slowly, when its sender goes away, and when the request is answered meanwhile. It never waits
 * forever: after an answer, Node drops the request, whose stream then emits nothing more.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { Request } from "@hapi/hapi";
import { ApiError } from "../api-error.js";
import { CUT_EVENT, type Cut, type PaceLimits } from "./connection-limits.js";
import { Pace } from "./pace.js";

/** The events of a response after which nothing more is read for it. */
export interface AnswerEnd {
  readonly closed?: boolean;
  once(event: "close", listener: () => void): unknown;
  off(event: "close", listener: () => void): unknown;
}

/** The body of a request to the server, whose cuts are reported by the server's event. */
export function requestBody({ raw, server }: Request, limits: PaceLimits): RequestBody {
  return new RequestBody(raw.req, raw.res, limits, (cut) => void server.events.emit(CUT_EVENT, cut));
}

export class RequestBody implements AsyncIterable<Uint8Array> {
  /** Of the request, names in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly #stream: Readable & { readonly complete?: boolean };
  readonly #answer: AnswerEnd;
  readonly #onCut: (cut: Cut) => void;
  readonly #pace: Pace;
  readonly #endsAtMs: number;
  readonly #ended = new AbortController();
  #wake: (() => void) | undefined;

  /** Starts the time limit. `close`, an error and the end of an iteration remove the listeners. */
  constructor(
    stream: Readable & { readonly headers: IncomingHttpHeaders },
    answer: AnswerEnd,
    limits: PaceLimits,
    onCut: (cut: Cut) => void = () => {},
  ) {
    this.headers = stream.headers;
    this.#stream = stream;
    this.#answer = answer;
    this.#onCut = onCut;
    this.#pace = new Pace(limits);
    this.#endsAtMs = performance.now() + limits.timeoutMs;
    stream.once("error", this.#fail).once("close", this.#fail);
    answer.once("close", this.#fail);
    if (stream.destroyed || answer.closed) this.#fail();
  }

  /** Aborted when reading ends before the body does, with the error that the iteration throws. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /**
   * The bytes. They can be read once. If the iteration ends early, the gateway discards the rest.
   *
   * @throws ApiError `request_timeout`; `invalid_request` when the body ended early.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const stream = this.#stream;
    const wake = () => this.#wake?.();
    stream.on("readable", wake).on("end", wake);
    try {
      for (;;) {
        this.#ended.signal.throwIfAborted();
        const piece = stream.read() as Uint8Array | null;
        if (piece !== null) {
          this.#pace.moved(piece.length);
          yield piece;
        } else if (stream.readableEnded) {
          this.#detach();
          return;
        } else await this.#more();
      }
    } finally {
      stream.off("readable", wake).off("end", wake);
      if (!stream.readableEnded) this.close();
    }
  }

  /** Stops reading. Has no effect on a body that was read to its end. */
  close(): void {
    if (!this.#stream.readableEnded) this.#end(endedEarly());
  }

  /** Waits for the next event of the stream, at most for the time that its sender has left. */
  async #more(): Promise<void> {
    const from = performance.now();
    const left = { slow_upload: this.#pace.leftMs(), late_upload: this.#endsAtMs - from };
    const cut = left.slow_upload < left.late_upload ? "slow_upload" : "late_upload";
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => this.#cut(cut), Math.max(0, left[cut]));
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
    });
    this.#pace.waited(performance.now() - from);
  }

  #cut(cut: Cut): void {
    this.#onCut(cut);
    const reason = cut === "slow_upload" ? "arrived too slowly" : "did not arrive in time";
    // Reading the rest is not worth keeping the connection.
    const headers = { connection: "close" };
    this.#end(new ApiError("request_timeout", `the body ${reason}`, { headers }));
  }

  /** A stream also closes after its end. */
  readonly #fail = (): void => {
    if (this.#stream.readableEnded && this.#stream.complete !== false) this.#wake?.();
    else this.#end(endedEarly());
  };

  #end(reason: ApiError): void {
    this.#detach();
    this.#ended.abort(reason);
    this.#wake?.();
  }

  #detach(): void {
    this.#stream.off("error", this.#fail).off("close", this.#fail);
    this.#answer.off("close", this.#fail);
  }
}

function endedEarly(): ApiError {
  return new ApiError("invalid_request", "the body ended early");
}
