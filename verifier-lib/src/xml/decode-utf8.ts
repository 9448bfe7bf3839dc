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

/** What decodes without replacement characters is as long as what was decoded: the longest such prefix ends at the fault. */
function firstFault(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  // A prefix that ends inside a character is not faulty yet: `stream` keeps its bytes back.
  const isGood = (end: number) => {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, end), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isGood(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
