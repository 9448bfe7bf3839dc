import { FormatError } from "@svc-proof/shared/encoding";
import type { PdfErrorCode } from "./error-code.js";

/**
 * Decompresses zlib data (RFC 1950), and stops as soon as there is more than may be.
 *
 * @param offset where the data stands in the file, for errors.
 * @throws FormatError `pdf_stream_too_large`, `pdf_stream_malformed`.
 */
export async function inflate(data: Uint8Array, maxBytes: number, offset: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  // A copy: a stream of the platform takes only what no one shares.
  const source = new Blob([data.slice()]).stream().pipeThrough(new DecompressionStream("deflate"));
  const reader = source.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      sizeBytes += value.length;
      if (sizeBytes > maxBytes) break;
      parts.push(value);
    }
  } catch (cause) {
    throw new FormatError<PdfErrorCode>(
      "pdf_stream_malformed",
      "a stream does not decompress",
      offset,
      null,
      cause,
    );
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (sizeBytes > maxBytes) {
    throw new FormatError<PdfErrorCode>(
      "pdf_stream_too_large",
      `a stream expected at most ${maxBytes} bytes, got more`,
      offset,
    );
  }
  const whole = new Uint8Array(sizeBytes);
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}
