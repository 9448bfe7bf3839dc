/**
 * Parses certificates: RFC 5280, section 4. Checks only the syntax; `validatePath` checks the profile and the
 * trust.
 */

import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { contextConstructed, contextPrimitive, type DerElement, parseDerCopy, TAG } from "../asn1/der.js";
import { DerFields, onlyChild, readBitStringBytes, readSmallInteger, readTime } from "../asn1/values.js";
import { CERTIFICATE_LIMITS } from "../limits.js";
import { isSameAlgorithm, readAlgorithmIdentifier, readSubjectPublicKeyInfo } from "./algorithms.js";
import type { AlgorithmIdentifier, Certificate } from "./certificate.js";
import type { ParseOptions } from "./codes.js";
import { readCertificateExtensions, readExtensions } from "./extensions.js";
import { isSameName, readName } from "./names.js";

/**
 * Parses one certificate of at most 65,536 bytes. Strict DER without trailing bytes.
 *
 * @param der is copied, so later changes to it do not affect the result.
 * @throws FormatError (`X509ErrorCode`, `work_limit_exceeded`).
 *
 * @example
 * const { subject, notAfter } = parseCertificate(await readFile("tsa.der"));
 */
export function parseCertificate(der: Uint8Array, { work }: ParseOptions = {}): Certificate {
  return readCertificate(parseDerCopy(der, CERTIFICATE_LIMITS, work));
}

/** Reads a certificate inside another value. */
export function readCertificate(element: DerElement): Certificate {
  const signed = readSigned(element);
  const { tbs, signature } = signed;
  const fields = new DerFields(tbs);
  const version = readVersion(fields.optional(contextConstructed(0)));
  const serialNumber = fields.required(TAG.integer).content;
  const signatureAlgorithm = readSignedAlgorithm(fields.required(), signed);
  const issuer = readName(fields.required());
  const validity = new DerFields(fields.required());
  const notBefore = readTime(validity.required());
  const notAfter = readTime(validity.required());
  validity.end();
  const subject = readName(fields.required());
  const spki = readSubjectPublicKeyInfo(fields.required());
  const issuerUniqueId = fields.optional(contextPrimitive(1));
  const subjectUniqueId = fields.optional(contextPrimitive(2));
  const extensionList = fields.optional(contextConstructed(3));
  fields.end();
  if (version < 2 && (issuerUniqueId !== null || subjectUniqueId !== null)) wrongVersion(tbs);
  if (version < 3 && extensionList !== null) wrongVersion(tbs);
  const extensions = extensionList === null ? [] : readExtensions(onlyChild(extensionList));
  return {
    der: element.der,
    tbs: tbs.der,
    version,
    serialNumber,
    serialNumberHex: bytesToHex(serialNumber).toUpperCase(),
    signatureAlgorithm,
    signature,
    issuer,
    subject,
    notBefore,
    notAfter,
    spki,
    extensions,
    isSelfIssued: isSameName(issuer, subject),
    ...readCertificateExtensions(extensions, element.work),
  };
}

/** v1 is the default, but some certificates encode it explicitly. */
function readVersion(element: DerElement | null): 1 | 2 | 3 {
  if (element === null) return 1;
  const version = readSmallInteger(onlyChild(element)) + 1;
  return version === 1 || version === 2 || version === 3 ? version : wrongVersion(element);
}

function wrongVersion({ offset }: DerElement): never {
  throw new FormatError("x509_version", "expected a version that has these fields", offset);
}

export interface Signed {
  /** The signed part. */
  readonly tbs: DerElement;
  readonly algorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
}

/** @throws FormatError (`DerErrorCode`, `X509ErrorCode`). */
export function readSigned(element: DerElement): Signed {
  const fields = new DerFields(element);
  const tbs = fields.required(TAG.sequence);
  const algorithm = readAlgorithmIdentifier(fields.required());
  const signature = readBitStringBytes(fields.required());
  fields.end();
  return { tbs, algorithm, signature };
}

/**
 * Reads the algorithm inside the signed part. It must repeat the outer one, which is not signed.
 *
 * @throws FormatError `x509_signature_algorithm_mismatch`.
 */
export function readSignedAlgorithm(element: DerElement, { tbs, algorithm }: Signed): AlgorithmIdentifier {
  const inner = readAlgorithmIdentifier(element);
  if (isSameAlgorithm(inner.der, algorithm.der)) return inner;
  const message = `expected the outer algorithm ${algorithm.oid} inside too, got ${inner.oid}`;
  throw new FormatError("x509_signature_algorithm_mismatch", message, tbs.offset);
}
