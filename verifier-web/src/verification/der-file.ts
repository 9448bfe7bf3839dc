/**
 * Files in DER: the token inside an RFC 3161 response; a certificate, a revocation list or an OCSP response of an authority. A separate
 * module, so that the parsers are loaded with the first such file.
 */

import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { parseTimestampResponse } from "@svc-proof/verifier-lib/rfc3161";
import { parseCertificate, parseCrl, parseOcspResponse } from "@svc-proof/verifier-lib/x509";
import type { FileRole } from "../model.js";

/** SHA-256 of the inner token, lower-case hexadecimal, which a timestamp of a seal may cover; null without one, as for a bare token. */
export function tokenHash(seal: Uint8Array): string | null {
  const token = parsed(seal, parseTimestampResponse)?.token ?? null;
  return token === null ? null : bytesToHex(sha256(token.der));
}

/** Null unless it can be parsed whole: anything else in DER may be an original. */
export function authorityRole(der: Uint8Array): Extract<FileRole, "authority" | "crl" | "ocsp"> | null {
  return PARSERS.find(([, parse]) => parsed<unknown>(der, parse) !== null)?.[0] ?? null;
}

const PARSERS = [
  ["authority", parseCertificate],
  ["crl", parseCrl],
  ["ocsp", parseOcspResponse],
] as const;

function parsed<Value>(der: Uint8Array, parse: (der: Uint8Array) => Value): Value | null {
  try {
    return parse(der);
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}
