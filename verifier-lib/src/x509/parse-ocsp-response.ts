import type { OcspResponse } from "./revocation-data.js";
/** Reads an OCSPResponse or a BasicOCSPResponse. @throws FormatError (`X509ErrorCode`). */
export function parseOcspResponse(_der: Uint8Array): OcspResponse {
  throw new Error("not yet");
}
