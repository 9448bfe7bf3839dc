/** The whole of a small body. */
import { JoinedBytes } from "@svc-proof/shared/encoding";
import { ApiError } from "../api-error.js";
import type { RequestBody } from "./request-body.js";

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
