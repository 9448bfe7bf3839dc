/** Bodies read with deadlines and limits; strict JSON. */

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { Request } from "@hapi/hapi";
import { FormatError, JoinedBytes, JsonReader } from "@svc-proof/shared/encoding";
import { ApiError } from "../errors.js";
import { CUT_EVENT, type Cut, Pace, type PaceLimits } from "./connections.js";

// Media types as HTTP writes them: RFC 9110 sections 8.3.1 and 5.6.6.

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const ESSENCE = new RegExp(`[ \\t]*(${TOKEN}/${TOKEN})`, "y");
/** A parameter, or none: a semicolon may stand by itself. */
const PARAMETER = new RegExp(
  `[ \\t]*;[ \\t]*(?:(${TOKEN})=(${TOKEN}|"(?:[\\t !#-\\[\\]-~]|\\\\[\\t -~])*"))?`,
  "y",
);
const END = /[ \t]*$/y;

export interface MediaType {
  /** `type/subtype`, in lower case. */
  readonly essence: string;
  /** By name in lower case, without quotes; the first of two with one name. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Null for a text that is no media type. */
export function parseMediaType(text: string): MediaType | null {
  let position = 0;
  // Each part is matched once, at its place: one pattern for all of them would try every way to share out the spaces.
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (match !== null) position = pattern.lastIndex;
    return match;
  };
  const essence = next(ESSENCE)?.[1];
  if (essence === undefined) return null;
  const parameters = new Map<string, string>();
  for (let match = next(PARAMETER); match !== null; match = next(PARAMETER)) {
    const [, name, value] = match;
    if (name === undefined || value === undefined || parameters.has(name.toLowerCase())) continue;
    parameters.set(name.toLowerCase(), value.startsWith('"') ? unquoted(value) : value);
  }
  return next(END) === null ? null : { essence: essence.toLowerCase(), parameters };
}

function unquoted(value: string): string {
  return value.slice(1, -1).replace(/\\(.)/g, "$1");
}

// The whole of a small body.

/**
 * Reads a body to its end.
 *
 * @throws ApiError `invalid_request` when it is compressed, too large, or not whole; `request_timeout`.
 */
export async function readBody(body: RequestBody, maxBytes: number): Promise<Uint8Array> {
  try {
    return await readWhole(body, maxBytes);
  } finally {
    body.close();
  }
}

async function readWhole(body: RequestBody, maxBytes: number): Promise<Uint8Array> {
  const encoding = body.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw new ApiError(
      "invalid_request",
      "the header Content-Encoding is not supported: send the body as it is",
    );
  }
  const tooLarge = () => new ApiError("invalid_request", `expected a body of at most ${maxBytes} bytes`);
  if (Number(body.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();

  const read = new JoinedBytes();
  for await (const part of body) {
    if (read.length + part.length > maxBytes) throw tooLarge();
    read.push(part);
  }
  return read.bytes;
}

// The bytes of a request's body as they come. Reading ends with the body, or with an error: when the body takes too
// long or comes too slowly, when its sender goes away, and when the request is answered meanwhile. It never waits
// forever: after an answer, Node drops the request, whose stream then emits nothing more.

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

// Discards the rest of a body when its request is answered. If the connection closed at once, the system would send a
// reset, and a client that writes everything before it reads would see that instead of the answer. Reading forever
// would let a client keep a connection busy. So the rest is discarded up to a size and a time (a lingering close, RFC
// 9112 section 9.6).

/** The size of the largest body that is accepted. */
const MAX_DISCARDED_BYTES = 25_000_000;
const MAX_DISCARD_MS = 5_000;

/**
 * Reads and discards the rest of a request's body. Keeps the connection open until the body ends or becomes too long or
 * too slow. Call it before the answer is sent.
 */
export function discardUnread(request: IncomingMessage): void {
  const { socket } = request;
  // Requests that did not come from a socket have nothing left.
  if (request.complete || request.destroyed || socket === undefined) return;
  let leftBytes = MAX_DISCARDED_BYTES;
  const cut = () => socket.destroy();
  const timer = setTimeout(cut, MAX_DISCARD_MS);
  timer.unref();
  const closeAsUsual = closeAfterBody(request, cut);
  const end = () => {
    clearTimeout(timer);
    closeAsUsual();
  };
  request
    .on("data", (part: Buffer) => {
      leftBytes -= part.length;
      if (leftBytes < 0) cut();
    })
    .once("end", end)
    .once("close", end)
    .once("error", cut)
    .resume();
}

/**
 * Makes the last answer of a connection close only this side, until the request was read.
 *
 * Node's HTTP server has no setting and no event for that: once the answer is written, it calls the connection's
 * `destroySoon` (`net.Socket`, documented), which closes both sides even if data still arrives. Replacing that method
 * for one request of one connection is the narrowest way to change this. It is the only such place in the service.
 *
 * @returns a function that restores the usual close.
 */
function closeAfterBody(request: IncomingMessage, close: () => void): () => void {
  const { socket } = request;
  const { destroySoon } = socket;
  socket.destroySoon = () => {
    socket.end();
    request.once("end", close).once("close", close);
  };
  return () => {
    socket.destroySoon = destroySoon;
  };
}

/** Whether the last answer of a request's connection has been sent: further requests there must be ignored. */
export function isAfterLastAnswer({ socket }: IncomingMessage): boolean {
  return socket?.writableEnded ?? false;
}

// Bodies of requests: strict JSON. `JSON.parse` alone would keep the last of two equal keys and allow any depth. The
// strict reader of the formats runs first and refuses both.

/** 64 KiB: 4 KiB of metadata and 200 characters of name, all written as escapes, fit twice. */
export const MAX_JSON_BODY_BYTES = 65_536;

const LIMITS = { maxBytes: MAX_JSON_BODY_BYTES, maxDepth: 32, maxMembers: 1_024 };
const OPENING_BRACE = 0x7b;

/** Strings, and white space between tokens. */
const STRING_OR_SPACE = /("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\r\n]+/g;

/** A body that was read. */
export interface JsonBody {
  /** As `JSON.parse` reads it: numbers that are not exact are rounded, or infinite. */
  readonly value: unknown;
  /**
   * The text of a member of the body with its numbers as sent, without white space, and with characters escaped only where
   * JSON must; null if it is missing.
   */
  memberText(name: string): string | null;
}

/**
 * Reads a JSON body.
 *
 * @param contentType the header; a body without it counts as JSON.
 * @throws ApiError `invalid_request`.
 */
export function parseJsonBody(body: unknown, contentType: string | undefined): JsonBody {
  if (contentType !== undefined && !isJson(contentType)) {
    throw new ApiError("invalid_request", "the header Content-Type expected application/json in UTF-8");
  }
  if (!(body instanceof Uint8Array) || body.length === 0) {
    throw new ApiError("invalid_request", "the body expected a JSON object, got nothing");
  }
  const members = memberPositions(body);
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return {
    value: JSON.parse(bytes.toString("utf8")),
    memberText: (name) => {
      const member = members.get(name);
      return member === undefined
        ? null
        : bytes
            .toString("utf8", member.start, member.end)
            .replace(STRING_OR_SPACE, (_, string?: string) =>
              string === undefined ? "" : JSON.stringify(JSON.parse(string)),
            );
    },
  };
}

/** Parameters other than the charset have no meaning (RFC 8259 section 11), and clients send them. */
function isJson(contentType: string): boolean {
  const type = parseMediaType(contentType);
  return type?.essence === "application/json" && /^utf-?8$/i.test(type.parameters.get("charset") ?? "utf-8");
}

/** Reads a whole body. If it is an object, returns the bytes of its members' values by name. */
function memberPositions(body: Uint8Array): ReadonlyMap<string, { start: number; end: number }> {
  const members = new Map<string, { start: number; end: number }>();
  try {
    const reader = new JsonReader(body, LIMITS);
    if (body[reader.position] === OPENING_BRACE) {
      reader.readObject((name) => {
        const start = reader.position;
        reader.skipValue();
        members.set(name, { start, end: reader.position });
      });
    } else reader.skipValue();
    reader.end();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new ApiError("invalid_request", `the body is not acceptable JSON: ${error.message}`);
  }
  return members;
}
