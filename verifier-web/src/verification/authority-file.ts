/**
 * Files of an authority in DER: a certificate, a revocation list, an OCSP response. A separate module, so that the parsers are
 * loaded with the first such file.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import { parseCertificate, parseCrl, parseOcspResponse } from "@svc-proof/verifier-lib/x509";
import type { FileRole } from "../model/file-role.js";

/** Null unless it can be parsed whole: anything else in DER may be an original. */
export function authorityRole(der: Uint8Array): Extract<FileRole, "authority" | "crl" | "ocsp"> | null {
  return PARSERS.find(([, parse]) => isParsed(der, parse))?.[0] ?? null;
}

const PARSERS = [
  ["authority", parseCertificate],
  ["crl", parseCrl],
  ["ocsp", parseOcspResponse],
] as const;

function isParsed(der: Uint8Array, parse: (der: Uint8Array) => unknown): boolean {
  try {
    parse(der);
    return true;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}
