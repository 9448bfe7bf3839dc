/**
 * Reads what a signer signs: RFC 5652, sections 5.3, 5.4 and 11; RFC 5035 (signing certificate); RFC 6211. The value of
 * any other attribute is signed with the rest and not looked at: CMS knows no critical attributes.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import { encodeDer } from "../der/encode-der.js";
import {
  contextConstructed,
  type DerElement,
  DerFields,
  expectTag,
  readObjectIdentifier,
  TAG,
} from "../der/index.js";
import { readAlgorithmIdentifier } from "../x509/read-algorithm-identifier.js";
import { readGeneralNames } from "../x509/read-general-name.js";
import type { Rfc3161ErrorCode } from "./error-code.js";
import { HASHES } from "./hash-algorithm.js";
import { MAX_ATTRIBUTES, MAX_ESS_CERT_IDS } from "./limits.js";
import { OID } from "./oid.js";
import { readInteger } from "./read-integer.js";
import type { AlgorithmProtection, EssCertId, SignedAttributes } from "./timestamp-token.js";

/** @throws FormatError (`Rfc3161ErrorCode`). */
export function readSignedAttributes(element: DerElement): SignedAttributes {
  const { children, offset } = element;
  if (children.length > MAX_ATTRIBUTES) {
    fail("tsp_too_many", `expected at most ${MAX_ATTRIBUTES} attributes, got ${children.length}`, offset);
  }
  const values = new Map<string, DerElement>();
  for (const child of children) {
    const { type, value } = readAttribute(child);
    if (values.has(type)) fail("tsp_attribute_duplicate", type, child.offset);
    values.set(type, value);
  }
  const read = <Value>(type: string, reader: (value: DerElement) => Value): Value | null => {
    const value = values.get(type);
    return value === undefined ? null : reader(value);
  };
  return {
    // RFC 5652, section 5.4: the tag of SET OF in place of `[0]`.
    der: retagged(element.der, TAG.set),
    derInOrder: inOrder(children),
    contentType: read(OID.contentType, (value) => readObjectIdentifier(value)),
    messageDigest: read(OID.messageDigest, readOctets),
    signingCertificates: [
      read(OID.signingCertificate, (value) => readFirstCertId(value, readEssCertId)),
      read(OID.signingCertificateV2, (value) => readFirstCertId(value, readEssCertIdV2)),
    ].filter((certId) => certId !== null),
    algorithmProtection: read(OID.algorithmProtection, readAlgorithmProtection),
  };
}

/** X.690, section 11.6: DER of the same attributes in order; null if they are. */
function inOrder(attributes: readonly DerElement[]): Uint8Array | null {
  const isOrdered = attributes.every(({ der }, i) => i === 0 || isAtMost(attributes[i - 1]!.der, der));
  if (isOrdered) return null;
  const sorted = attributes.map(({ der }) => der).sort((a, b) => (isAtMost(a, b) ? -1 : 1));
  return encodeDer(TAG.set, ...sorted);
}

/** Of two values, neither is the beginning of the other: both state their lengths first. */
function isAtMost(a: Uint8Array, b: Uint8Array): boolean {
  const at = a.findIndex((byte, i) => byte !== b[i]);
  return at < 0 || a[at]! < b[at]!;
}

/** Every attribute that is known here has one value. */
function readAttribute(element: DerElement): { readonly type: string; readonly value: DerElement } {
  const fields = new DerFields(element);
  const type = readObjectIdentifier(fields.required());
  const { children } = fields.required(TAG.set);
  fields.end();
  const [value, ...more] = children;
  if (value === undefined || (more.length > 0 && READ.includes(type))) {
    return fail("tsp_attribute_malformed", `${type}: expected one value`, element.offset);
  }
  return { type, value };
}

const READ: readonly string[] = [
  OID.contentType,
  OID.messageDigest,
  OID.signingCertificate,
  OID.signingCertificateV2,
  OID.algorithmProtection,
];

function readOctets(element: DerElement): Uint8Array {
  expectTag(element, TAG.octetString);
  return element.content;
}

/** The first identifies the signer; others may name its issuers (RFC 5035, section 5.4). */
function readFirstCertId(element: DerElement, read: (element: DerElement) => EssCertId): EssCertId {
  const fields = new DerFields(element);
  const { children, offset } = fields.required(TAG.sequence);
  fields.optional(TAG.sequence);
  fields.end();
  if (children.length > MAX_ESS_CERT_IDS) {
    fail("tsp_too_many", `expected at most ${MAX_ESS_CERT_IDS} certificates, got ${children.length}`, offset);
  }
  const [first] = children.map(read);
  return first ?? fail("tsp_attribute_malformed", "expected a certificate", offset);
}

function readEssCertId(element: DerElement): EssCertId {
  const fields = new DerFields(element);
  const certHash = readOctets(fields.required());
  const issuerSerial = readIssuerSerial(fields.optional());
  fields.end();
  return { version: 1, hashOid: HASHES["SHA-1"].oid, certHash, issuerSerial };
}

function readEssCertIdV2(element: DerElement): EssCertId {
  const fields = new DerFields(element);
  const hashAlgorithm = fields.optional(TAG.sequence);
  const certHash = readOctets(fields.required());
  const issuerSerial = readIssuerSerial(fields.optional());
  fields.end();
  const hashOid = hashAlgorithm === null ? HASHES["SHA-256"].oid : readAlgorithmIdentifier(hashAlgorithm).oid;
  return { version: 2, hashOid, certHash, issuerSerial };
}

function readIssuerSerial(element: DerElement | null): EssCertId["issuerSerial"] {
  if (element === null) return null;
  const fields = new DerFields(element);
  const issuer = readGeneralNames(fields.required());
  const serialNumber = readInteger(fields.required());
  fields.end();
  return { issuer, serialNumber };
}

/** RFC 6211, section 2: of `[1]` and `[2]` one is there; the second, a MAC, has no place in a timestamp. */
function readAlgorithmProtection(element: DerElement): AlgorithmProtection {
  const fields = new DerFields(element);
  const digestAlgorithm = fields.required(TAG.sequence).der;
  const signatureAlgorithm = fields.required(contextConstructed(1)).der;
  fields.end();
  return { digestAlgorithm, signatureAlgorithm: retagged(signatureAlgorithm, TAG.sequence) };
}

/** The type's own tag in place of an implicit one. */
function retagged(der: Uint8Array, tag: number): Uint8Array {
  const copy = der.slice();
  copy[0] = tag;
  return copy;
}

function fail(code: Rfc3161ErrorCode, message: string, offset: number): never {
  throw new FormatError(code, message, offset);
}
