/** Files of forms and streams. */

import { create } from "content-disposition";
import { ApiError } from "../errors.js";
import { parseMediaType } from "../http/bodies.js";
import { FairQueue } from "../http/limits.js";
import { fileName } from "../resources/proof.js";

/** Longer names are refused by file systems that count bytes, which clients of the fallback may have. */
const MAX_FALLBACK_LENGTH = 150;
const MAX_ENDING_LENGTH = 20;

/**
 * `Content-Disposition` of a file with any name. Who does not read `filename*` (RFC 6266) gets a name of ASCII characters that
 * file systems take, with the ending of the true one.
 */
export function attachmentNamed(name: string): string {
  const ascii = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]|[?*:|"<>/\\]|%(?=[0-9a-f]{2})/giu, "_");
  if (ascii.length <= MAX_FALLBACK_LENGTH) return create(name, { fallback: ascii });
  const dot = ascii.lastIndexOf(".");
  const ending = dot > 0 && ascii.length - dot <= MAX_ENDING_LENGTH ? ascii.slice(dot) : "";
  return create(name, { fallback: ascii.slice(0, MAX_FALLBACK_LENGTH - ending.length) + ending });
}

/**
 * Streams the field `file` of a `multipart/form-data` body: RFC 7578, read as RFC 2046 allows and browsers write it (WHATWG
 * Fetch, "multipart/form-data parser"). Other fields are ignored, within limits.
 */
const FIELD = "file";

/** Enough for a file and some small fields. */
const MAX_PARTS = 20;
const MAX_HEADERS_BYTES = 8_192;
/** Longer fields are cut. */
const MAX_FIELD_BYTES = 8_192;
/** RFC 2046 section 5.1.1. */
const MAX_BOUNDARY_LENGTH = 70;
/** White space between a boundary and the end of its line. */
const MAX_PADDING_BYTES = 256;

/** Longer names are cut: docs/interface.md, `POST /proofs`, field `name`. */
const MAX_NAME_LENGTH = 200;

const CRLF = "\r\n";
const [TAB, LF, CR, SPACE, HYPHEN] = [0x09, 0x0a, 0x0d, 0x20, 0x2d];

export interface MultipartFile extends Pick<UploadedFile, "fileName" | "mimeType" | "content"> {
  /** The small fields before the file, each cut to 8 KiB. */
  readonly fields: ReadonlyMap<string, string>;
}

interface Part {
  /** Null for a part that is no field of a form. */
  readonly name: string | null;
  readonly fileName: string | null;
  readonly mimeType: string | null;
}

/**
 * Reads a body up to the first byte of its file.
 *
 * @throws ApiError `invalid_request`, here or from `content`, when the body is malformed or has not exactly one field
 * `file`; also any error of reading the body.
 */
export async function parseMultipartFile(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<MultipartFile> {
  const parts = new Parts(body, boundaryOf(contentType));
  const fields = new Map<string, string>();
  for (let part = await parts.next(); part !== null; part = await parts.next()) {
    if (part.name === FIELD) {
      const { fileName: name, mimeType } = part;
      return { fileName: shown(name), mimeType, fields, content: contentOfFile(parts) };
    }
    if (part.name !== null) fields.set(part.name, await beginning(parts.content()));
  }
  throw malformed(`the form has no field ${FIELD}`);
}

async function* contentOfFile(parts: Parts): AsyncGenerator<Uint8Array> {
  yield* parts.content();
  for (let part = await parts.next(); part !== null; part = await parts.next())
    if (part.name === FIELD) throw malformed(`the field ${FIELD} was given more than once`);
}

async function beginning(content: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of content) {
    if (length < MAX_FIELD_BYTES) pieces.push(piece);
    length += piece.length;
  }
  return Buffer.concat(pieces).subarray(0, MAX_FIELD_BYTES).toString("utf8");
}

/** The parts of a body, one after the other. */
class Parts {
  readonly #body: AsyncIterator<Uint8Array>;
  readonly #delimiter: string;
  /** What was read and not used. A body begins as if after a line, so that the first boundary is like the others. */
  #buffer: Buffer = Buffer.from(CRLF);
  #count = 0;
  /** Where the reader is: before a boundary, in the content of a part, or after the last boundary. */
  #isInContent = true;
  #isOver = false;

  constructor(body: AsyncIterable<Uint8Array>, boundary: string) {
    this.#body = body[Symbol.asyncIterator]();
    this.#delimiter = `${CRLF}--${boundary}`;
  }

  /** Passes over what is left of a part, and reads the headers of the next. Null at the end. */
  async next(): Promise<Part | null> {
    for await (const _ of this.content());
    if (this.#isOver) {
      // An epilogue says nothing.
      for (let piece = await this.#body.next(); piece.done !== true; piece = await this.#body.next());
      return null;
    }
    if (++this.#count > MAX_PARTS) throw malformed("the form has too many parts");
    const headers = await this.#headers();
    this.#isInContent = true;
    return partOf(headers);
  }

  /** What is left of the content of a part, up to the next boundary. */
  async *content(): AsyncGenerator<Uint8Array> {
    const { length } = this.#delimiter;
    // What lies before was looked at. Lines that only begin like a boundary are no pieces of their own: a file may be full of
    // them.
    let from = 0;
    while (this.#isInContent) {
      const start = this.#buffer.indexOf(this.#delimiter, from);
      const end = start < 0 ? undefined : this.#endOfBoundary(start);
      if (end === null) {
        from = start + length;
        continue;
      }
      // The rest may begin a boundary.
      const before = start < 0 ? Math.max(0, this.#buffer.length - length + 1) : start;
      if (before > 0) yield this.#taken(before);
      from = 0;
      if (end === undefined) await this.#more();
      else {
        this.#taken(end - start);
        this.#isInContent = false;
      }
    }
  }

  /** Where the boundary that begins there ends, with its line; null if the line goes on otherwise, undefined if more must be read. */
  #endOfBoundary(start: number): number | null | undefined {
    const begin = start + this.#delimiter.length;
    for (let end = begin; end <= begin + MAX_PADDING_BYTES; end++) {
      if (this.#buffer.length < end + 2) return undefined;
      const [byte, next] = [this.#buffer[end], this.#buffer[end + 1]];
      if (end === begin && byte === HYPHEN && next === HYPHEN) {
        this.#isOver = true;
        return end;
      }
      // The line end stays: where a part has no headers, it begins the empty line.
      if (byte === CR && next === LF) return end;
      if (byte !== SPACE && byte !== TAB) return null;
    }
    return null;
  }

  async #headers(): Promise<string> {
    const end = `${CRLF}${CRLF}`;
    for (;;) {
      const length = this.#buffer.indexOf(end);
      if (length >= 0 && length <= MAX_HEADERS_BYTES)
        return textOf(this.#taken(length + end.length).subarray(0, length));
      if (this.#buffer.length > MAX_HEADERS_BYTES) throw malformed("the headers of a part are too long");
      await this.#more();
    }
  }

  #taken(length: number): Buffer {
    const bytes = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return bytes;
  }

  async #more(): Promise<void> {
    const piece = await this.#body.next();
    if (piece.done === true) throw malformed("the form ends in the middle");
    this.#buffer =
      this.#buffer.length === 0 ? asBuffer(piece.value) : Buffer.concat([this.#buffer, piece.value]);
  }
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** @throws ApiError `invalid_request` */
function boundaryOf(contentType: string): string {
  const boundary = parseMediaType(contentType)?.parameters.get("boundary") ?? "";
  if (boundary !== "" && boundary.length <= MAX_BOUNDARY_LENGTH) return boundary;
  throw malformed("the header Content-Type is malformed: expected the boundary of the form");
}

function partOf(headers: string): Part {
  const values = new Map<string, string>();
  // A line that begins with white space goes on with the one before it (RFC 5322, section 2.2.3).
  for (const line of headers.replace(/\r\n(?=[ \t])/g, "").split(CRLF)) {
    const colon = line.indexOf(":");
    if (colon > 0) values.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const disposition = parametersOf(values.get("content-disposition") ?? "");
  const name = disposition?.get("name");
  const plain = disposition?.get("filename");
  return {
    name: name === undefined ? null : unescaped(name),
    fileName: extendedValue(disposition?.get("filename*")) ?? (plain === undefined ? null : unescaped(plain)),
    mimeType: parseMediaType(values.get("content-type") ?? "")?.essence ?? null,
  };
}

/**
 * The parameters of `form-data; name="file"; filename="a.pdf"`, by name in lower case; undefined for another disposition. In a
 * quoted value only `\"` and `\\` are escapes, so that a path of Windows stays one.
 */
function parametersOf(disposition: string): ReadonlyMap<string, string> | undefined {
  if (!/^form-data[ \t]*(?:;|$)/i.test(disposition)) return undefined;
  const parameters = new Map<string, string>();
  let at = disposition.indexOf(";");
  while (at >= 0) {
    const equals = disposition.indexOf("=", at);
    if (equals < 0) break;
    const next = disposition.indexOf(";", at + 1);
    if (next >= 0 && next < equals) {
      at = next;
      continue;
    }
    const name = disposition
      .slice(at + 1, equals)
      .trim()
      .toLowerCase();
    const begin = equals + 1 + /^[ \t]*/.exec(disposition.slice(equals + 1))![0].length;
    let value = "";
    let end = begin;
    if (disposition[begin] === '"') {
      for (end = begin + 1; end < disposition.length && disposition[end] !== '"'; end++) {
        if (disposition[end] === "\\" && '"\\'.includes(disposition[end + 1] ?? " ")) end++;
        value += disposition[end];
      }
      end = disposition.indexOf(";", end);
    } else {
      end = disposition.indexOf(";", begin);
      value = disposition.slice(begin, end < 0 ? undefined : end).trim();
    }
    if (!parameters.has(name)) parameters.set(name, value);
    at = end;
  }
  return parameters;
}

/** Browsers escape three characters of a name like this (WHATWG HTML, "multipart form data"), and curl too. */
function unescaped(value: string): string {
  return value.replace(/%(22|0[ad])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** RFC 8187: `UTF-8''na%C3%AFve.txt`. Undefined when it is malformed, since the plain name beside it may be good. */
function extendedValue(text: string | undefined): string | undefined {
  const [, charset, value] =
    /^(utf-8|iso-8859-1)'[^']*'((?:[\w!#$&+.^`|~-]|%[0-9a-f]{2})+)$/i.exec(text ?? "") ?? [];
  if (charset === undefined || value === undefined) return undefined;
  const bytes = value.replace(/%(..)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  try {
    return charset.toLowerCase() === "utf-8"
      ? new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(bytes, "latin1"))
      : bytes;
  } catch {
    return undefined;
  }
}

/** UTF-8, otherwise Latin-1, as older clients write it. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString("latin1");
  }
}

/** Null for a missing name, or one that cannot be shown. */
function shown(name: string | null): string | null {
  const [...characters] = fileName(name ?? "") ?? "";
  return fileName(characters.slice(0, MAX_NAME_LENGTH).join(""));
}

function malformed(message: string): ApiError {
  return new ApiError("invalid_request", message);
}

/** An incoming file: its declared facts and its bytes. */
export interface UploadedFile {
  /** Bounds of the size before the file is read; equal if the size is known. */
  readonly minBytes: number;
  readonly maxBytes: number;
  /** As the upload states; null if it does not. */
  readonly fileName: string | null;
  /** As the upload states, unchecked; null if it does not. */
  readonly mimeType: string | null;
  /**
   * The bytes. They can be read once. Throws BodyTooLargeError, and ApiError `invalid_request` instead of the end when
   * the body is incomplete.
   */
  readonly content: AsyncIterable<Uint8Array>;
}

/** A body without a declared length exceeds the gateway's limit. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}

/** Bytes that one side writes and the other reads, one piece at a time: a write waits until its piece was asked for. */
export class Feed implements AsyncIterable<Uint8Array> {
  #piece: Uint8Array | null = null;
  #isEnded = false;
  #failure: { readonly error: unknown } | null = null;
  readonly #wakers: (() => void)[] = [];

  /** Resolves once the piece was taken. The writer must not change it. @throws the error of `fail`. */
  async write(piece: Uint8Array): Promise<void> {
    this.#check();
    this.#piece = piece;
    this.#wake();
    while (this.#piece === piece) {
      await this.#change();
      this.#check();
    }
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** Ends both sides with an error, unless they have ended. */
  fail(error: unknown): void {
    if (this.#isEnded) return;
    this.#failure ??= { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      this.#check();
      const piece = this.#piece;
      if (piece !== null) {
        this.#piece = null;
        this.#wake();
        yield piece;
      } else if (this.#isEnded) return;
      else await this.#change();
    }
  }

  #check(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#wakers.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#wakers.splice(0)) wake();
  }
}

/**
 * A pool of buffers, allocated when first needed. Each is lent to one task at a time; tasks wait for a free one, the accounts
 * in turn. This bounds how many tasks run at once, and saves allocating memory for each.
 */
export class BufferPool {
  readonly #sizeBytes: number;
  readonly #free: Uint8Array[] = [];
  readonly #queue: FairQueue;

  constructor(count: number, sizeBytes: number) {
    this.#sizeBytes = sizeBytes;
    this.#queue = new FairQueue(count, Number.POSITIVE_INFINITY);
  }

  lend<Result>(accountId: string, work: (buffer: Uint8Array) => Promise<Result>): Promise<Result> {
    return this.#queue.run(accountId, async () => {
      const buffer = this.#free.pop() ?? new Uint8Array(this.#sizeBytes);
      try {
        return await work(buffer);
      } finally {
        this.#free.push(buffer);
      }
    });
  }
}

const UNKNOWN_TYPE = "application/octet-stream";

/** Types that say nothing about a file. curl sends the second for any body. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([UNKNOWN_TYPE, "application/x-www-form-urlencoded"]);

const MAX_LENGTH = 255;

/**
 * The type of an original: the registered type, or the upload's if the registered one says nothing.
 *
 * @returns a media type that is valid in a header.
 */
export function originalType(registered: string, uploaded: string | null): string {
  const [type = UNKNOWN_TYPE] = [registered, uploaded ?? ""].map(withoutLastSemicolons).filter(saysType);
  return type;
}

function saysType(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const type = parseMediaType(text);
  // A range, as in the header Accept, is a question.
  return type !== null && !SAYS_NOTHING.has(type.essence) && !type.essence.includes("*");
}

function withoutLastSemicolons(text: string): string {
  let end = text.length;
  while (end > 0 && "; \t".includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}
