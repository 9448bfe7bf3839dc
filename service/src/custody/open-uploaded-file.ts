/**
 * The file in the body of a deposit (docs/interface.md, `PUT /proofs/{id}/original`): the body itself, or the field
 * `file` of a `multipart/form-data` body. It is a stream, so a malformed body may only be noticed while it is read.
 */
import { ApiError } from "../api-error.js";
import type { RequestBody } from "../connections/request-body.js";
import { MAX_BODY_BYTES } from "../gateway/gateway.js";
import { type MultipartFile, parseMultipartFile } from "./multipart-file.js";
import { BodyTooLargeError, type UploadedFile } from "./uploaded-file.js";

/**
 * Starts to read a body. The caller must close it, because it may never be read.
 *
 * @throws ApiError `invalid_request` when the body is malformed; also any error of reading it.
 */
export async function openUploadedFile(
  body: RequestBody,
): Promise<UploadedFile & Pick<MultipartFile, "fields">> {
  const { headers } = body;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw new ApiError(
      "invalid_request",
      "the header Content-Encoding is not supported: send the file as it is",
    );
  }
  const length = headers["content-length"];
  const bodyBytes = length === undefined ? null : Number(length);
  if (bodyBytes === 0) throw new ApiError("invalid_request", "the file is empty");
  const type = headers["content-type"] ?? null;
  const content = boundedBody(body);
  if (type !== null && /^multipart\/form-data(?:[;\s]|$)/i.test(type)) {
    const file = await parseMultipartFile(content, type);
    return { ...file, minBytes: 1, maxBytes: bodyBytes ?? MAX_BODY_BYTES };
  }
  return {
    minBytes: bodyBytes ?? 1,
    maxBytes: bodyBytes ?? MAX_BODY_BYTES,
    fileName: null,
    mimeType: type,
    content,
    fields: new Map(),
  };
}

async function* boundedBody(body: RequestBody): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > MAX_BODY_BYTES)
      throw new BodyTooLargeError(`expected a body of at most ${MAX_BODY_BYTES} bytes`);
    yield piece;
  }
}
