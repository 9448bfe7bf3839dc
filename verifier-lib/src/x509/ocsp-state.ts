/**
 * Evaluates one certificate against one OCSP response: RFC 6960, sections 3.2 and 4.2.2. The responder is the
 * issuer or a delegate of the issuer. Locally configured responders are not supported.
 */

import { isSameBytes } from "@svc-proof/shared/encoding";
import { OCSP_NO_CHECK, PURPOSE } from "./algorithms.js";
import type { Certificate } from "./certificate.js";
import { criticalityFault } from "./certificate-fault.js";
import type { CertificateInPath } from "./crl-state.js";
import { isSameName } from "./names.js";
import type { OcspResponse, PathParameters, SingleOcspResponse } from "./path-types.js";
import {
  gravestWord,
  isOfFuture,
  isPastSecond,
  isRevokedAt,
  type OcspAnswers,
  type RevocationSearch,
  type RevocationWord,
  revocationWord,
} from "./revocation.js";

/** The revocation data against a responder's certificate, at the time of its answer. */
export type AskOfDelegate = (delegate: Certificate, producedAt: Date) => Promise<RevocationWord>;

export async function ocspState(
  { response, answers }: OcspAnswers,
  place: CertificateInPath,
  asked: Pick<PathParameters, "time" | "existedBy" | "now">,
  search: RevocationSearch,
  askOfDelegate: AskOfDelegate,
): Promise<RevocationWord> {
  const { fault, isItsWord } = await responderFault(response, place.issuer, search, askOfDelegate);
  return gravestWord(
    answers.map((answer) => wordOfAnswer(answer, place.certificate, asked, { fault, isItsWord })),
  );
}

interface Responder {
  /** Why the response must not be relied on; null if it may be. */
  readonly fault: string | null;
  /** Whether the response at least comes from a responder the issuer has delegated. */
  readonly isItsWord: boolean;
}

function wordOfAnswer(
  answer: SingleOcspResponse,
  { notAfter }: Certificate,
  { time, existedBy, now }: Pick<PathParameters, "time" | "existedBy" | "now">,
  responder: Responder,
): RevocationWord {
  const { revokedAt, reason, invalidityDate, thisUpdate: asOf } = answer;
  const word = (weight: RevocationWord["weight"], message: string | null) =>
    revocationWord(weight, { source: "ocsp", asOf, message });
  const fault = answer.hasUnknownCritical
    ? "the response has an unknown critical extension"
    : responder.fault;
  // What nobody said whom the issuer has asked to speak says nothing.
  if (responder.fault !== null && !responder.isItsWord) return word("silent", responder.fault);
  if (revokedAt !== null) {
    const revocation = { revokedAt, reason, invalidityDate };
    const counts = isRevokedAt(revocation, time, existedBy);
    if (fault !== null) return word(counts ? "doubtful" : "unusable", fault);
    const said = { source: "ocsp", revokedAt, reason, asOf } as const;
    if (counts) return revocationWord("revoked", said);
    return isOfFuture(asOf, now)
      ? word("silent", OF_FUTURE)
      : revocationWord("good", said, isRevokedAt(revocation, time));
  }
  if (fault !== null) return word("unusable", fault);
  if (answer.status === "unknown") return word("unusable", "the responder does not know the certificate");
  // Without nextUpdate, newer answers are always available (section 2.4), so the answer is valid only at its
  // own time.
  if (isPastSecond(time, answer.nextUpdate ?? answer.thisUpdate)) {
    return word("silent", "the response is too old for the requested time");
  }
  if (isOfFuture(answer.thisUpdate, now)) return word("silent", OF_FUTURE);
  if (isPastSecond(answer.thisUpdate, notAfter)) {
    return word("silent", "the response was made after the certificate expired");
  }
  return word("good", null);
}

const OF_FUTURE = "the response is of a time that is still to come";

/** Section 4.2.2.2. Of several possible responders, the one that signed; of those, the one that is authorised. */
async function responderFault(
  response: OcspResponse,
  issuer: Certificate,
  search: RevocationSearch,
  askOfDelegate: AskOfDelegate,
): Promise<Responder> {
  const { signatures } = search;
  let found: Responder = { fault: "the responder's certificate is missing", isItsWord: false };
  if (isResponder(response, issuer, search)) {
    const authenticity = await signatures.authenticity(response, issuer);
    if (authenticity === "valid") return { fault: null, isItsWord: true };
    found = { fault: `signature: ${authenticity}`, isItsWord: authenticity === "weak" };
  }
  for (const delegate of candidates(response, search)) {
    const tried = await delegateFault(delegate, response, issuer, search, askOfDelegate);
    if (tried.fault === null) return tried;
    if (tried.isItsWord || !found.isItsWord) found = tried;
  }
  return found;
}

/** Certificates in the response, then all others available. */
function* candidates(response: OcspResponse, search: RevocationSearch): Generator<Certificate> {
  for (const delegate of response.certificates) {
    search.work.spend(1);
    if (isResponder(response, delegate, search)) yield delegate;
  }
  const { certificates } = search;
  const others =
    "name" in response.responder ? certificates.named(response.responder.name) : certificates.all;
  for (const { certificate } of others) {
    search.work.spend(1);
    if (isResponder(response, certificate, search)) yield certificate;
  }
}

async function delegateFault(
  delegate: Certificate,
  response: OcspResponse,
  issuer: Certificate,
  { signatures }: RevocationSearch,
  askOfDelegate: AskOfDelegate,
): Promise<Responder> {
  const nobody = (fault: string): Responder => ({ fault, isItsWord: false });
  if (!isSameName(delegate.issuer, issuer.subject))
    return nobody("the issuer did not authorize the responder");
  if (delegate.extendedKeyUsages?.includes(PURPOSE.ocspSigning) !== true)
    return nobody("the responder's certificate is not for OCSP signing");
  const ofDelegate = await signatures.authenticity(delegate, issuer);
  if (ofDelegate === "false" || ofDelegate === "unknown")
    return nobody("the issuer did not authorize the responder");
  const ofResponse = await signatures.authenticity(response, delegate);
  if (ofResponse === "false" || ofResponse === "unknown")
    return nobody(`signature: ${ofResponse === "false" ? "invalid" : ofResponse}`);
  const fault =
    (ofDelegate === "weak" ? "the signature of the responder's certificate is too weak" : null) ??
    (ofResponse === "valid" ? null : `signature: ${ofResponse}`) ??
    delegateProfileFault(delegate, response.producedAt);
  if (fault !== null) return { fault, isItsWord: true };
  const { weight } = await askOfDelegate(delegate, response.producedAt);
  if (weight === "revoked") return { fault: "the responder's certificate is revoked", isItsWord: true };
  if (weight === "doubtful") return { fault: "the responder's certificate may be revoked", isItsWord: true };
  return { fault: null, isItsWord: true };
}

function delegateProfileFault(delegate: Certificate, producedAt: Date): string | null {
  if (delegate.keyUsage !== null && !delegate.keyUsage.has("digitalSignature"))
    return "the responder's key is not for signatures";
  if (criticalityFault(delegate, [OCSP_NO_CHECK]) !== null)
    return "the responder's certificate has an unknown critical extension";
  if (producedAt < delegate.notBefore || isPastSecond(producedAt, delegate.notAfter)) {
    return "the responder's certificate was not valid when it signed";
  }
  return null;
}

function isResponder({ responder }: OcspResponse, candidate: Certificate, search: RevocationSearch): boolean {
  if ("name" in responder) return isSameName(responder.name, candidate.subject);
  return isSameBytes(search.keyHashOf(candidate), responder.keyHash);
}
