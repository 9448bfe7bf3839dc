import { FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import type { Certificate } from "../x509/certificate.js";
import { parseCertificate } from "../x509/parse-certificate.js";
import { findSigner } from "./find-signer.js";
import type { TimestampToken } from "./timestamp-token.js";

/** Whose token it says it is. */
export interface TokenSigner {
  readonly signer: Certificate;
  /** All certificates of the token that can be read. */
  readonly certificates: readonly Certificate[];
}

/**
 * The certificate in a token that its signer names; null if the token has none. Nothing is verified.
 *
 * @param token as `parseTimestampResponse` or `parseTimestampToken` gives it.
 */
export function signerOfToken(token: TimestampToken): TokenSigner | null {
  const certificates: Certificate[] = [];
  for (const der of token.certificates) {
    try {
      certificates.push(parseCertificate(der));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
  const found = findSigner(token.signer, certificates, new WorkBudget());
  return found && { signer: found.signer, certificates };
}
