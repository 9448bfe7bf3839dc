import type { Certificate } from "./certificate.js";
/** Reads every certificate of a PEM text (RFC 7468), in its order. @throws FormatError (`X509ErrorCode`). */
export function parsePemCertificates(_text: string): Certificate[] {
  throw new Error("not yet");
}
