/**
 * What one OCSP response says of one certificate: RFC 6960, sections 3.2 and 4.2.2. The responder is the issuer itself, or
 * one that the issuer has delegated; locally configured responders are not known here.
 */

import { isSameBytes } from "../der/is-same-bytes.js";
import type { Certificate } from "./certificate.js";
import { criticalityFault } from "./certificate-fault.js";
import { isRevokedAt } from "./is-revoked-at.js";
import { NOT_CHECKED } from "./not-checked.js";
import { OCSP_NO_CHECK, PURPOSE } from "./object-identifiers.js";
import type { PathParameters, RevocationState } from "./path-result.js";
import { isSameName } from "./read-name.js";
import type { OcspResponse, SingleOcspResponse } from "./revocation-data.js";
import type { SignatureChecks } from "./signature-checks.js";

/** Names and keys are hashed to be named, not to be proven: SHA-1 is what RFC 5019 demands of all. */
const HASHES: Readonly<Record<string, string>> = {
  "1.3.14.3.2.26": "SHA-1",
  "2.16.840.1.101.3.4.2.1": "SHA-256",
  "2.16.840.1.101.3.4.2.2": "SHA-384",
  "2.16.840.1.101.3.4.2.3": "SHA-512",
};

export async function ocspState(
  response: OcspResponse,
  certificate: Certificate,
  issuer: Certificate,
  { time, existedBy }: Pick<PathParameters, "time" | "existedBy">,
  signatures: SignatureChecks,
): Promise<RevocationState> {
  const answer = await answerAbout(response, certificate, issuer);
  if (answer === null) return NOT_CHECKED;
  const asOf = answer.thisUpdate;
  const found: RevocationState = { ...NOT_CHECKED, source: "ocsp", asOf };
  if (answer.hasUnknownCritical) {
    return { ...found, status: "undetermined", message: "the response has an unknown critical extension" };
  }
  const fault = await responderFault(response, issuer, signatures);
  if (fault !== null) return { ...found, status: "undetermined", message: fault };
  if (answer.status === "unknown") {
    return { ...found, status: "undetermined", message: "the responder does not know the certificate" };
  }
  const { revokedAt, reason } = answer;
  if (revokedAt !== null) {
    return {
      ...found,
      status: isRevokedAt({ revokedAt, reason, invalidityDate: null }, time, existedBy) ? "revoked" : "good",
      revokedAt,
      reason,
    };
  }
  // Without nextUpdate newer answers are to be had at any time (section 2.4): it speaks of its own moment.
  if ((answer.nextUpdate ?? answer.thisUpdate) < time) {
    return { ...found, message: "the response is older than the time asked about" };
  }
  if (answer.thisUpdate > certificate.notAfter) {
    return { ...found, message: "the response was made after the certificate expired" };
  }
  return { ...found, status: "good" };
}

async function answerAbout(
  { responses }: OcspResponse,
  { serialNumberHex }: Certificate,
  { subject, spki }: Certificate,
): Promise<SingleOcspResponse | null> {
  for (const answer of responses) {
    if (answer.serialNumberHex !== serialNumberHex) continue;
    const hash = HASHES[answer.hashAlgorithm];
    if (hash === undefined) continue;
    const isAbout =
      isSameBytes(await digest(hash, subject.der), answer.issuerNameHash) &&
      isSameBytes(await digest(hash, spki.publicKey), answer.issuerKeyHash);
    if (isAbout) return answer;
  }
  return null;
}

/** Section 4.2.2.2. */
async function responderFault(
  response: OcspResponse,
  issuer: Certificate,
  signatures: SignatureChecks,
): Promise<string | null> {
  if (await isResponder(response, issuer)) {
    const verdict = await signatures.verify(response, issuer);
    return verdict === "valid" ? null : `signature: ${verdict ?? "not verified"}`;
  }
  for (const delegate of response.certificates) {
    if (!(await isResponder(response, delegate))) continue;
    const fault = delegateFault(delegate, issuer, response.producedAt);
    if (fault !== null) return fault;
    if ((await signatures.verify(delegate, issuer)) !== "valid") return "the responder is not the issuer's";
    const verdict = await signatures.verify(response, delegate);
    return verdict === "valid" ? null : `signature: ${verdict ?? "not verified"}`;
  }
  return "the responder's certificate is not at hand";
}

function delegateFault(delegate: Certificate, issuer: Certificate, producedAt: Date): string | null {
  if (!isSameName(delegate.issuer, issuer.subject)) return "the responder is not the issuer's";
  if (delegate.extendedKeyUsages?.includes(PURPOSE.ocspSigning) !== true) return "not for OCSP signing";
  if (delegate.keyUsage !== null && !delegate.keyUsage.has("digitalSignature"))
    return "may not sign responses";
  if (criticalityFault(delegate, [OCSP_NO_CHECK]) !== null) return "an unknown critical extension";
  if (producedAt < delegate.notBefore || producedAt > delegate.notAfter) return "the responder had expired";
  return null;
}

async function isResponder({ responder }: OcspResponse, candidate: Certificate): Promise<boolean> {
  if ("name" in responder) return isSameName(responder.name, candidate.subject);
  return isSameBytes(await digest("SHA-1", candidate.spki.publicKey), responder.keyHash);
}

async function digest(hash: string, bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest(hash, bytes as Uint8Array<ArrayBuffer>));
}
