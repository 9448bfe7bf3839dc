/**
 * Parses revocation lists: RFC 5280, section 5. Checks only the syntax; crl-state.ts decides whether to rely
 * on a list.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import type { DerElement } from "../der/der-element.js";
import { DerFields, expectTag, onlyChild } from "../der/der-fields.js";
import { parseDerCopy } from "../der/parse-der-copy.js";
import { readGeneralizedTime, readImplicitBoolean, readSmallInteger, readTime } from "../der/read-value.js";
import { contextConstructed, contextPrimitive, TAG } from "../der/tag.js";
import { runSteps, runStepsPausing } from "../work/run-steps.js";
import type { Work } from "../work/work.js";
import { CRL_LIMITS } from "./limits.js";
import { EXTENSION } from "./object-identifiers.js";
import type { ParseOptions } from "./parse-options.js";
import { derOfPem } from "./parse-pem-certificates.js";
import { readAuthorityKeyIdentifier, readDistributionPointName } from "./read-certificate-extensions.js";
import { readExtension, readExtensions } from "./read-extensions.js";
import { readName } from "./read-name.js";
import { readSigned, readSignedAlgorithm } from "./read-signed.js";
import type { Crl, IssuingDistributionPoint } from "./revocation-data.js";
import { RevokedList } from "./revoked-list.js";

/**
 * Parses one revocation list of at most 8 MB, in DER or PEM.
 *
 * @param der is copied.
 * @throws FormatError (`X509ErrorCode`, `work_limit_exceeded`).
 */
export function parseCrl(der: Uint8Array, options: ParseOptions = {}): Crl {
  return runSteps(crlSteps(der, options));
}

/**
 * As `parseCrl`, with pauses: a list of 8 MB can take half a second.
 *
 * @throws FormatError, as `parseCrl`; the abort reason of `work`.
 */
export function parseCrlPausing(der: Uint8Array, { work }: { readonly work: Work }): Promise<Crl> {
  return runStepsPausing(crlSteps(der, { work }), work);
}

function* crlSteps(der: Uint8Array, { work }: ParseOptions): Generator<void, Crl> {
  const element = parseDerCopy(derOfPem(der, "X509 CRL", CRL_LIMITS.maxBytes, work) ?? der, CRL_LIMITS, work);
  const signed = readSigned(element);
  const { tbs, signature } = signed;
  const fields = new DerFields(tbs);
  const version = fields.optional(TAG.integer);
  if (version !== null && readSmallInteger(version) > 1) {
    throw new FormatError("x509_version", "expected version 1 or 2", version.offset);
  }
  const signatureAlgorithm = readSignedAlgorithm(fields.required(), signed);
  const issuer = readName(fields.required());
  const thisUpdate = readTime(fields.required());
  const nextUpdate = fields.optional(TAG.utcTime, TAG.generalizedTime);
  const entries = fields.optional(TAG.sequence);
  const extensionList = fields.optional(contextConstructed(0));
  fields.end();

  const read = <Value>(oid: string, reader: (value: DerElement) => Value) =>
    readExtension(extensions, oid, reader, { work: element.work });
  const extensions = extensionList === null ? [] : readExtensions(onlyChild(extensionList));
  const revoked = yield* RevokedList.read(entries);
  return {
    der: element.der,
    tbs: tbs.der,
    signatureAlgorithm,
    signature,
    issuer,
    thisUpdate,
    nextUpdate: nextUpdate === null ? null : readTime(nextUpdate),
    revoked,
    hasUnknownCriticalEntry: revoked.hasUnknownCritical,
    extensions,
    crlNumber: read(EXTENSION.crlNumber, (value) => {
      expectTag(value, TAG.integer);
      return value.content;
    }),
    // A delta list is one even if the extension is not marked as critical.
    isDelta: extensions.some(({ oid }) => oid === EXTENSION.deltaCrlIndicator),
    authorityKeyIdentifier:
      read(EXTENSION.authorityKeyIdentifier, readAuthorityKeyIdentifier)?.keyIdentifier ?? null,
    issuingDistributionPoint: read(EXTENSION.issuingDistributionPoint, readIssuingDistributionPoint),
    expiredCertificatesSince: read(EXTENSION.expiredCertsOnCrl, (value) => readGeneralizedTime(value)),
  };
}

/** RFC 5280, section 5.2.5. */
function readIssuingDistributionPoint(element: DerElement): IssuingDistributionPoint {
  const fields = new DerFields(element);
  const point = fields.optional(contextConstructed(0));
  const flag = (number: number) => readImplicitBoolean(fields.optional(contextPrimitive(number)));
  const isForUserCertificatesOnly = flag(1);
  const isForAuthoritiesOnly = flag(2);
  const isForSomeReasonsOnly = fields.optional(contextPrimitive(3)) !== null;
  const isIndirect = flag(4);
  const isForAttributeCertificatesOnly = flag(5);
  fields.end();
  return {
    fullNames: point === null ? null : readDistributionPointName(point),
    isForUserCertificatesOnly,
    isForAuthoritiesOnly,
    isForAttributeCertificatesOnly,
    isIndirect,
    isForSomeReasonsOnly,
  };
}
