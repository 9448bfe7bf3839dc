/** OCSP responses and requests. */

import { sha1 } from "@noble/hashes/legacy.js";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import {
  contextConstructed,
  contextPrimitive,
  type DerElement,
  parseDer,
  parseDerCopy,
  TAG,
} from "../asn1/der.js";
import {
  DerFields,
  encodeDer,
  encodeObjectIdentifier,
  expectTag,
  onlyChild,
  readBitStringBytes,
  readGeneralizedTime,
  readObjectIdentifier,
  readSmallInteger,
} from "../asn1/values.js";
import { OCSP_LIMITS } from "../limits.js";
import { isWorkLimit } from "../work/work.js";
import { EXTENSION, OCSP_BASIC_RESPONSE, readAlgorithmIdentifier } from "./algorithms.js";
import type { Certificate } from "./certificate.js";
import type { ParseOptions } from "./codes.js";
import { readExtension, readExtensions, readRevocationReason } from "./extensions.js";
import { readName } from "./names.js";
import { readCertificate } from "./parse-certificate.js";
import type { OcspResponse, RevocationReason, SingleOcspResponse } from "./path-types.js";

// Parses OCSP responses: RFC 6960, section 4.2. Checks only the syntax; ocsp-state.ts decides whether to rely
// on a response.

/**
 * Parses an OCSPResponse, or only its BasicOCSPResponse, as embedded in CMS and CAdES; at most 128 kB.
 *
 * @param der is copied.
 * @throws FormatError (`X509ErrorCode`, `work_limit_exceeded`).
 */
export function parseOcspResponse(der: Uint8Array, { work }: ParseOptions = {}): OcspResponse {
  const element = parseDerCopy(der, OCSP_LIMITS, work);
  expectTag(element, TAG.sequence);
  return element.children[0]?.tag === TAG.enumerated ? readResponse(element) : readBasicResponse(element);
}

function readResponse(element: DerElement): OcspResponse {
  const fields = new DerFields(element);
  const status = readSmallInteger(fields.required(), TAG.enumerated);
  const bytes = fields.optional(contextConstructed(0));
  fields.end();
  if (status !== 0 || bytes === null) noResponse(`status ${status}`, element);
  const typed = new DerFields(onlyChild(bytes));
  const type = readObjectIdentifier(typed.required());
  const response = typed.required(TAG.octetString);
  typed.end();
  if (type !== OCSP_BASIC_RESPONSE) noResponse(`type ${type}`, element);
  return readBasicResponse(parseDer(response.content, OCSP_LIMITS, element.work));
}

function readBasicResponse(element: DerElement): OcspResponse {
  const outer = new DerFields(element);
  const tbs = outer.required(TAG.sequence);
  const signatureAlgorithm = readAlgorithmIdentifier(outer.required());
  const signature = readBitStringBytes(outer.required());
  const certificates = outer.optional(contextConstructed(0));
  outer.end();

  const fields = new DerFields(tbs);
  const version = fields.optional(contextConstructed(0));
  if (version !== null && readSmallInteger(onlyChild(version)) !== 0) {
    throw new FormatError("x509_version", "expected version 1", version.offset);
  }
  const responder = readResponder(fields.required());
  const producedAt = readGeneralizedTime(fields.required());
  const list = fields.required(TAG.sequence);
  const extensions = fields.optional(contextConstructed(1));
  fields.end();
  const hasUnknownCritical = hasCritical(extensions);
  const given = certificates === null ? [] : onlySequence(certificates).children;
  const read = given.flatMap(readOr);
  return {
    der: element.der,
    tbs: tbs.der,
    signatureAlgorithm,
    signature,
    responder,
    producedAt,
    responses: list.children.map((child) => readSingleResponse(child, hasUnknownCritical)),
    certificates: read,
    hasUnreadCertificates: read.length < given.length,
  };
}

/** Nobody signs which certificates are there: one that cannot be read may be that of another. */
function readOr(element: DerElement): Certificate[] {
  try {
    return [readCertificate(element)];
  } catch (error) {
    if (error instanceof FormatError && !isWorkLimit(error)) return [];
    throw error;
  }
}

function readResponder(element: DerElement): OcspResponse["responder"] {
  const inner = onlyChild(element);
  if (element.tag === contextConstructed(1)) return { name: readName(inner) };
  expectTag(element, contextConstructed(2));
  expectTag(inner, TAG.octetString);
  return { keyHash: inner.content };
}

function readSingleResponse(element: DerElement, isCriticalOutside: boolean): SingleOcspResponse {
  const fields = new DerFields(element);
  const id = new DerFields(fields.required());
  const hashAlgorithm = readAlgorithmIdentifier(id.required()).oid;
  const issuerNameHash = id.required(TAG.octetString).content;
  const issuerKeyHash = id.required(TAG.octetString).content;
  const serialNumberHex = bytesToHex(id.required(TAG.integer).content).toUpperCase();
  id.end();
  const { reason: ofStatus, ...status } = readStatus(fields.required());
  const thisUpdate = readGeneralizedTime(fields.required());
  const nextUpdate = fields.optional(contextConstructed(0));
  const list = fields.optional(contextConstructed(1));
  fields.end();
  const extensions = list === null ? [] : readExtensions(onlyChild(list));
  const read = <Value>(oid: string, reader: (value: DerElement) => Value) =>
    readExtension(extensions, oid, reader, { work: element.work });
  const ofExtension = read(EXTENSION.reasonCode, readRevocationReason);
  const [reason = null, ...otherReasons] = new Set([ofStatus, ofExtension].filter((one) => one !== null));
  return {
    hashAlgorithm,
    issuerNameHash,
    issuerKeyHash,
    serialNumberHex,
    ...status,
    // If two different reasons are stated, neither may excuse the revocation.
    reason: otherReasons.length > 0 || reason === "unknown" ? null : reason,
    invalidityDate: read(EXTENSION.invalidityDate, (value) => readGeneralizedTime(value)),
    thisUpdate,
    nextUpdate: nextUpdate === null ? null : readGeneralizedTime(onlyChild(nextUpdate)),
    hasUnknownCritical:
      isCriticalOutside || extensions.some(({ isCritical, oid }) => isCritical && !PROCESSED.has(oid)),
  };
}

function readStatus(element: DerElement): Pick<SingleOcspResponse, "status" | "revokedAt"> & {
  readonly reason: RevocationReason | "unknown" | null;
} {
  if (element.tag === contextPrimitive(0)) return { status: "good", revokedAt: null, reason: null };
  if (element.tag === contextPrimitive(2)) return { status: "unknown", revokedAt: null, reason: null };
  const fields = new DerFields(element, contextConstructed(1));
  const revokedAt = readGeneralizedTime(fields.required());
  const stated = fields.optional(contextConstructed(0));
  fields.end();
  const reason = stated === null ? null : readRevocationReason(onlyChild(stated));
  return { status: "revoked", revokedAt, reason };
}

/** Extensions of CRL entries that an answer may have too: RFC 6960, section 4.4.5. */
const PROCESSED: ReadonlySet<string> = new Set([EXTENSION.reasonCode, EXTENSION.invalidityDate]);

/** No response extension changes the meaning (RFC 6960, section 4.4), but a critical one must be understood. */
function hasCritical(element: DerElement | null): boolean {
  return element !== null && readExtensions(onlyChild(element)).some(({ isCritical }) => isCritical);
}

function onlySequence(element: DerElement): DerElement {
  const child = onlyChild(element);
  expectTag(child, TAG.sequence);
  return child;
}

function noResponse(message: string, { offset }: DerElement): never {
  throw new FormatError("ocsp_no_response", message, offset);
}

/** Writes what an OCSP responder is asked: RFC 6960, section 4.1, in the profile of RFC 5019. */
const SHA_1 = "1.3.14.3.2.26";

/** How a request names an issuer, and its answer too: RFC 6960, section 4.1.1. */
export interface OcspIssuerId {
  /** Dotted decimal. */
  readonly hashAlgorithm: string;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
}

export function ocspIssuerId({ subject, spki }: Certificate): OcspIssuerId {
  return {
    hashAlgorithm: SHA_1,
    issuerNameHash: sha1(subject.der),
    issuerKeyHash: sha1(spki.publicKey),
  };
}

/**
 * DER of an `OCSPRequest` about one certificate. Without a nonce, as the profile has it: many responders sign their answers
 * in advance, and an answer says itself of which time it is. SHA-1 only names the issuer, and every responder knows it.
 */
export function encodeOcspRequest(certificate: Certificate, issuer: Certificate): Uint8Array<ArrayBuffer> {
  const sequence = (...parts: readonly Uint8Array[]) => encodeDer(TAG.sequence, ...parts);
  const octets = (bytes: Uint8Array) => encodeDer(TAG.octetString, bytes);
  const { hashAlgorithm, issuerNameHash, issuerKeyHash } = ocspIssuerId(issuer);
  const id = sequence(
    sequence(encodeObjectIdentifier(hashAlgorithm), encodeDer(TAG.null)),
    octets(issuerNameHash),
    octets(issuerKeyHash),
    encodeDer(TAG.integer, certificate.serialNumber),
  );
  return sequence(sequence(sequence(sequence(id))));
}
