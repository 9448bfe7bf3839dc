import { FormatError } from "@svc-proof/shared/encoding";
import { isWorkLimit } from "../work/is-work-limit.js";
import type { Work } from "../work/work.js";
import type { Certificate } from "./certificate.js";
import { CertificateIndex } from "./certificate-index.js";
import { MAX_PATH_CERTIFICATES } from "./limits.js";
import { type Found, SignatureChecks } from "./signature-checks.js";
import type { SignaturePolicy } from "./signature-policy.js";

/** A link of a chain that proves nothing may be signed with a short key or SHA-1. */
const SHOWN: SignaturePolicy = { minRsaBits: 1024, allowSha1: true };

/**
 * Follows the issuers of a certificate upwards, as far as those at hand go. Each certificate is signed by the next one;
 * nothing else is checked, so the result says where a chain leads, and not that it may be trusted.
 *
 * @param issuers certificates at hand, in any order.
 * @param found those of them that were found and not stated. Default: none.
 * @returns from the leaf upwards, never empty.
 * @throws FormatError `work_limit_exceeded`; the abort reason of the signal.
 */
export async function followIssuers(
  leaf: Certificate,
  issuers: readonly Certificate[],
  work: Work,
  found: Required<Found>["found"] = new Set(),
): Promise<readonly Certificate[]> {
  const certificates = await CertificateIndex.of([], issuers, work, found);
  const signatures = new SignatureChecks({ ...SHOWN, found }, work);
  const chain = [leaf];
  const entities = new Set([certificates.entityOf(leaf)]);
  try {
    for (let next = await issuerOf(leaf); next !== null; next = await issuerOf(next)) {
      chain.push(next);
      if (chain.length === MAX_PATH_CERTIFICATES) break;
      entities.add(certificates.entityOf(next));
    }
  } catch (error) {
    // Too many look-alikes of an issuer: the chain is known up to there.
    if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
  }
  return chain;

  async function issuerOf(certificate: Certificate): Promise<Certificate | null> {
    for (const { certificate: issuer, entity } of certificates.issuersOf(certificate)) {
      work.spend(1);
      if (entities.has(entity)) continue;
      if ((await signatures.verify(certificate, issuer)) === "valid") return issuer;
    }
    return null;
  }
}
