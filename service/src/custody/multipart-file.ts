/**
 * Streams the field `file` of a `multipart/form-data` body (RFC 7578). Other fields are ignored, within limits. This
 * file hides the events of the parser, @fastify/busboy.
 */
import { once } from "node:events";
import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { ApiError } from "../api-error.js";
import { fileName } from "../resources/file-name.js";
import type { UploadedFile } from "./uploaded-file.js";

const FIELD = "file";

/** Enough for a file and some small fields. Longer part headers are truncated. */
const LIMITS = { headerPairs: 20, headerSize: 8_192, parts: 20, fields: 20, fieldSize: 8_192 } as const;

/** Longer names are cut: docs/interface.md, `POST /proofs`, field `name`. */
const MAX_NAME_LENGTH = 200;

type Parser = InstanceType<typeof Busboy>;

interface FilePart extends Pick<UploadedFile, "fileName" | "mimeType"> {
  readonly stream: Readable;
}

export interface MultipartFile extends Pick<UploadedFile, "fileName" | "mimeType" | "content"> {
  /** The small fields before the file, each cut to 8 KiB. */
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * Reads a body up to the first byte of its file.
 *
 * @param ended aborted when the body ends early, so that nothing waits for the parser.
 * @throws ApiError `invalid_request`, here or from `content`, when the body is malformed or has not exactly one field
 * `file`; also any error of reading the body.
 */
export async function parseMultipartFile(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  ended: AbortSignal,
): Promise<MultipartFile> {
  const parser = newParser(contentType);
  const reading = new AbortController();
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    reading.abort(failure);
  };
  let first: Readable | undefined;
  const fields = new Map<string, string>();
  parser
    .on("field", (name, value) => fields.set(name, value))
    .on("partsLimit", () => fail(malformed("the form has too many parts")))
    .on("error", (error: unknown) => fail(malformed(`the form is malformed: ${(error as Error).message}`)));
  const finished = once(parser, "finish", { signal: reading.signal });
  const begun = new Promise<FilePart>((resolve, reject) => {
    parser.on("file", (field, stream, name, _encoding, type) => {
      // The parser reports the error.
      stream.on("error", () => {});
      if (field !== FIELD) stream.resume();
      else if (first === undefined) {
        first = stream;
        resolve({ stream, fileName: shown(name), mimeType: type });
      } else {
        stream.resume();
        fail(malformed(`the field ${FIELD} was given more than once`));
      }
    });
    finished.then(
      () => reject(malformed(`the form has no field ${FIELD}`)),
      () => reject(failure),
    );
  });
  const fallShort = () => fail(ended.reason);
  ended.addEventListener("abort", fallShort, { once: true });
  if (ended.aborted) fallShort();
  const pumped = pump(body, parser, reading.signal).catch(fail);
  const { stream, ...file } = await begun;

  const content = async function* () {
    try {
      // A truncated part does not end by itself.
      reading.signal.addEventListener("abort", () => stream.destroy(), { once: true });
      reading.signal.throwIfAborted();
      for await (const piece of stream) yield piece as Uint8Array;
      await finished;
    } catch (error) {
      throw failure ?? error;
    } finally {
      fail(malformed("the form was not read completely"));
      await pumped;
    }
  };
  return { ...file, fields: new Map(fields), content: content() };
}

function newParser(contentType: string): Parser {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: LIMITS,
      isPartAFile: (field) => field === FIELD,
    });
  } catch (error) {
    throw malformed(`the header Content-Type is malformed: ${(error as Error).message}`);
  }
}

async function pump(body: AsyncIterable<Uint8Array>, parser: Parser, signal: AbortSignal): Promise<void> {
  for await (const piece of body) {
    signal.throwIfAborted();
    if (!parser.write(piece)) await once(parser, "drain", { signal });
  }
  parser.end();
}

/** Null for a missing name, or one that cannot be shown. */
function shown(name: string | undefined): string | null {
  const [...characters] = fileName(name ?? "") ?? "";
  return fileName(characters.slice(0, MAX_NAME_LENGTH).join(""));
}

function malformed(message: string): ApiError {
  return new ApiError("invalid_request", message);
}
