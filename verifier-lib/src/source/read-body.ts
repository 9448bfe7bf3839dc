/** The body of an answer, read within a size and until a signal aborts. */
import { SourceError } from "./source-error.js";
import { unlessAborted } from "./unless-aborted.js";

/** Room for most answers; doubled as often as needed. */
const FIRST_BYTES = 4096;

/**
 * Reads a stream to its end. However it ends, nothing of the stream is left open.
 *
 * Parts are copied into one array and not kept: an endpoint may send them of one byte each.
 *
 * @param question its name, for messages.
 * @throws SourceError `source_unreachable` when the stream breaks off, `source_invalid_answer` when it is longer than
 *   `maxBytes`; what aborted the signal.
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
        throw new SourceError("source_invalid_answer", `${question}: got more than ${maxBytes} bytes`);
      }
      if (end > bytes.length) bytes = enlarged(bytes, Math.min(Math.max(end, 2 * bytes.length), maxBytes));
      bytes.set(part.value, length);
      length = end;
    }
  } catch (error) {
    // Closes the connection. Not awaited: an endpoint could keep us waiting.
    reader.cancel().catch(() => undefined);
    signal.throwIfAborted();
    if (error instanceof SourceError) throw error;
    throw new SourceError("source_unreachable", `${question}: the answer broke off`, error);
  }
}

function enlarged(bytes: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(sizeBytes);
  larger.set(bytes);
  return larger;
}
