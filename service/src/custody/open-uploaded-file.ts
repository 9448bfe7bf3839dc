/**
 * The file in the body of a deposit: interface, `PUT /proofs/{id}/original`: the body itself, or the field `file` of a
 * `multipart/form-data` body. It is a stream; what a body is not, shows while it is read.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { ApiError } from "../api-error.js";
import { MAX_BODY_BYTES } from "../gateway/gateway.js";
import { parseMultipartFile } from "./multipart-file.js";
import { BodyTooLargeError, type UploadedFile } from "./uploaded-file.js";

/**
 * Begins to read a body.
 *
 * @throws ApiError `invalid_request` when it is no such body.
 */
export async function openUploadedFile(
  request: Readable & { readonly headers: IncomingHttpHeaders },
): Promise<UploadedFile> {
  const { headers } = request;
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
  const body = boundedBody(request);
  if (type !== null && /^multipart\/form-data(?:[;\s]|$)/i.test(type)) {
    const file = await parseMultipartFile(body, type);
    return { ...file, minBytes: 1, maxBytes: bodyBytes ?? MAX_BODY_BYTES };
  }
  return {
    minBytes: bodyBytes ?? 1,
    maxBytes: bodyBytes ?? MAX_BODY_BYTES,
    fileName: null,
    mimeType: type,
    content: body,
  };
}

/** What is left unread when the iteration ends before its time is the gateway's to discard. */
async function* boundedBody(request: Readable): AsyncGenerator<Uint8Array> {
  let length = 0;
  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const { done, value } = await pieces.next().catch(() => {
        throw new ApiError("invalid_request", "the body ended before its time");
      });
      if (done) return;
      length += value.length;
      if (length > MAX_BODY_BYTES) throw new BodyTooLargeError(`a body has at most ${MAX_BODY_BYTES} bytes`);
      yield value;
    }
  } finally {
    await pieces.return?.();
  }
}
