/** The body of an answer, up to a limit. */
import { JoinedBytes } from "@svc-proof/shared/encoding";
import { AnswerError } from "../errors/errors.js";

/**
 * The bytes of a body. A declared length is not believed, except to refuse early.
 *
 * @param onBytes called with each part's end: bytes so far.
 * @throws AnswerError `too_large`; what reading throws if the connection ends early.
 */
export async function readAnswer(
  response: Response,
  maxBytes: number,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    new AnswerError("too_large", response.status, `the answer has more than ${maxBytes} bytes`);
  if (response.body === null) return new Uint8Array();
  const reader = response.body.getReader();
  const read = new JoinedBytes();
  try {
    if (Number(response.headers.get("content-length")) > maxBytes) throw tooLarge();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return read.bytes;
      if (read.length + value.length > maxBytes) throw tooLarge();
      read.push(value);
      onBytes(read.length);
    }
  } catch (error) {
    // Not awaited: a stream that hangs would not end either.
    reader.cancel(error).catch(() => undefined);
    throw error;
  }
}
