/** The whole of a small body. */
import { ApiError } from "../api-error.js";
import type { RequestBody } from "./request-body.js";

/**
 * Reads a body to its end.
 *
 * @throws ApiError `invalid_request` when it is compressed, too large, or not whole; `request_timeout`.
 */
export async function readBody(body: RequestBody, maxBytes: number): Promise<Buffer> {
  try {
    return await readWhole(body, maxBytes);
  } finally {
    body.close();
  }
}

async function readWhole(body: RequestBody, maxBytes: number): Promise<Buffer> {
  const encoding = body.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw new ApiError(
      "invalid_request",
      "the header Content-Encoding is not supported: send the body as it is",
    );
  }
  const tooLarge = () => new ApiError("invalid_request", `expected a body of at most ${maxBytes} bytes`);
  if (Number(body.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();

  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > maxBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
