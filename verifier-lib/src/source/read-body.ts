/** Reads the body of an answer up to a size limit, or until a signal aborts. */

import { unlessAborted } from "../work/unless-aborted.js";
import { SourceError } from "./source-error.js";

/** Enough for most answers. Doubled as often as needed. */
const FIRST_BYTES = 4096;

/**
 * Reads a stream to its end. Never leaves the stream open.
 *
 * Copies parts into one array instead of keeping them, because an endpoint may send parts of one byte each.
 *
 * @param question name of the request, for messages.
 * @throws SourceError `source_unreachable` if the stream breaks off, `source_invalid_answer` if it is longer
 * than `maxBytes`; the abort reason of the signal.
 */
export async function readBody(
  question: string,
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  let bytes = new Uint8Array(Math.min(FIRST_BYTES, maxBytes));
  let length = 0;
  try {
    for (;;) {
      const part = await unlessAborted(reader.read(), signal);
      if (part.done) return bytes.slice(0, length);
      const end = length + part.value.length;
      if (end > maxBytes) {
        throw new SourceError(
          "source_invalid_answer",
          `${question}: expected at most ${maxBytes} bytes, got more`,
        );
      }
      if (end > bytes.length) bytes = enlarged(bytes, Math.min(Math.max(end, 2 * bytes.length), maxBytes));
      bytes.set(part.value, length);
      length = end;
    }
  } catch (error) {
    // Closes the connection. Not awaited, because an endpoint could delay it.
    reader.cancel().catch(() => undefined);
    signal.throwIfAborted();
    if (error instanceof SourceError) throw error;
    throw new SourceError("source_unreachable", `${question}: the answer was cut off`, error);
  }
}

function enlarged(bytes: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(sizeBytes);
  larger.set(bytes);
  return larger;
}
