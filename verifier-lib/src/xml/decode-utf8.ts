import { FormatError } from "@svc-proof/shared/encoding";
import type { XmlErrorCode } from "./error-code.js";

/**
 * Decodes UTF-8 strictly. A second byte order mark is a character.
 *
 * @param offset of the bytes in the input, for the error.
 * @throws FormatError `xml_encoding`, with the offset of the first character that is not UTF-8.
 */
export function decodeUtf8(bytes: Uint8Array, offset: number): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch {
    throw new FormatError<XmlErrorCode>("xml_encoding", "expected UTF-8", offset + firstFault(bytes));
  }
}

/** Where the complete characters before the fault end. */
function firstFault(bytes: Uint8Array): number {
  let complete = 0;
  for (let good = 0, bad = bytes.length + 1; bad - good > 1; ) {
    const middle = (good + bad) >> 1;
    try {
      // `stream`: a character that is cut off at the end of a prefix is no fault, but is not decoded.
      const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
      const text = decoder.decode(bytes.subarray(0, middle), { stream: true });
      complete = new TextEncoder().encode(text).length;
      good = middle;
    } catch {
      bad = middle;
    }
  }
  return complete;
}
