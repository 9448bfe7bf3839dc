/** Any bytes as DER: certificates, revocation lists, OCSP responses, timestamp responses and tokens. */
import { parseTimestampResponse, parseTimestampToken } from "@svc-proof/verifier-lib/rfc3161";
import { parseCertificate, parseCrl, parseOcspResponse } from "@svc-proof/verifier-lib/x509";
import { orThrow } from "./allowed.mjs";

const READERS = [parseCertificate, parseCrl, parseOcspResponse, parseTimestampResponse, parseTimestampToken];

/** @param {Buffer} bytes */
export function fuzz(bytes) {
  for (const read of READERS) {
    try {
      const value = read(new Uint8Array(bytes));
      // The text of a name is computed on access.
      if ("subject" in value) void value.subject.text;
    } catch (error) {
      orThrow(error);
    }
  }
}
