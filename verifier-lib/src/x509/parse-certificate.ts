import type { Certificate } from "./certificate.js";
/** Reads one certificate. @throws FormatError (`X509ErrorCode`). */
export function parseCertificate(_der: Uint8Array): Certificate {
  throw new Error("not yet");
}
