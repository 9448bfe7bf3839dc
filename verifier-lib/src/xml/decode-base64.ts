import { FormatError } from "@svc-proof/shared/encoding";
import type { XmlErrorCode } from "./error-code.js";

/**
 * Decodes `xsd:base64Binary`: RFC 4648, section 4, with white space anywhere. Refuses bits that are set but not
 * used, so that no two texts without white space give the same bytes.
 *
 * @param offset of the value in the input, for the error.
 * @throws FormatError `xml_base64`.
 */
export function decodeBase64(text: string, offset: number): Uint8Array {
  const base64 = text.replace(/[ \t\r\n]/g, "");
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) malformed(offset);
  if (/[^AQgw]==$|[^AEIMQUYcgkosw048=]=$/.test(base64)) malformed(offset);
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

function malformed(offset: number): never {
  throw new FormatError<XmlErrorCode>("xml_base64", "expected base64", offset);
}
