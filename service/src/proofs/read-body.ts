/**
 * The bytes of a request's body, bounded in size and time. hapi's own reading ends an oversized body without a
 * length by closing the connection; here every request is answered.
 */
import type { Readable } from "node:stream";
import { ApiError } from "../api-error.js";

export interface BodyLimits {
  readonly maxBytes: number;
  /** From the call to the last byte. */
  readonly timeoutMs: number;
}

/**
 * Reads a body to its end.
 *
 * @param headers of the request, names in lower case.
 * @throws ApiError `invalid_request` when it is compressed, too large, or not there in time.
 */
export function readBody(
  stream: Readable,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  { maxBytes, timeoutMs }: BodyLimits,
): Promise<Buffer> {
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw new ApiError(
      "invalid_request",
      "the header Content-Encoding is not supported: send the body as it is",
    );
  }
  const tooLarge = () => new ApiError("invalid_request", `the body expected at most ${maxBytes} bytes`);
  if (Number(headers["content-length"] ?? 0) > maxBytes) throw tooLarge();

  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    const settle = (end: () => void) => {
      clearTimeout(timer);
      // What is left unread is the gateway's to discard.
      stream.pause();
      stream.off("data", take).off("end", finish).off("error", fail).off("close", fail);
      end();
    };
    const take = (part: Buffer) => {
      length += part.length;
      if (length > maxBytes) settle(() => reject(tooLarge()));
      else parts.push(part);
    };
    const finish = () => settle(() => resolve(Buffer.concat(parts)));
    const fail = () =>
      settle(() => reject(new ApiError("invalid_request", "the body ended before its time")));
    const timer = setTimeout(
      () => settle(() => reject(new ApiError("invalid_request", "the body did not arrive in time"))),
      timeoutMs,
    );
    stream.on("data", take).once("end", finish).once("error", fail).once("close", fail);
  });
}
