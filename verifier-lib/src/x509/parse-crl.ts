import type { Crl } from "./revocation-data.js";
/** Reads one revocation list. @throws FormatError (`X509ErrorCode`). */
export function parseCrl(_der: Uint8Array): Crl {
  throw new Error("not yet");
}
