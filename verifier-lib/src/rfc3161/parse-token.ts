/** SignedData and signed attributes. */

import { FormatError } from "@svc-proof/shared/encoding";
import type { WorkBudget } from "@svc-proof/shared/work";
import { readBer } from "../asn1/ber.js";
import { type ByteRange, contextConstructed, contextPrimitive, type DerElement, TAG } from "../asn1/der.js";
import { DerFields, encodeDer, expectTag, readObjectIdentifier, readSmallInteger } from "../asn1/values.js";
import { MAX_LISTED, RESPONSE_LIMITS } from "../limits.js";
import { readAlgorithmIdentifier } from "../x509/algorithms.js";
import type { ParseOptions } from "../x509/codes.js";
import { readGeneralNames, readName } from "../x509/names.js";
import {
  type AlgorithmProtection,
  type EssCertId,
  HASHES,
  OID,
  type Rfc3161ErrorCode,
  type SignedAttributes,
  type SignerIdentifier,
  type SignerInfo,
  type TimestampToken,
  type TstInfo,
  type UnsignedPart,
} from "./token.js";
import { parseTstInfo, readInteger } from "./tst-info.js";

// Reads the one signer of a token, and what it signs: RFC 5652, sections 5.3, 5.4 and 11; RFC 5035 (signing certificate); RFC
// 6211. The value of any other attribute is signed with the rest and not looked at: CMS knows no critical attributes.

/** @throws FormatError (`Rfc3161ErrorCode`). */
export function readSignerInfo(element: DerElement): {
  readonly signer: SignerInfo;
  readonly unsigned: readonly UnsignedPart[];
} {
  const fields = new DerFields(element);
  const version = fields.required();
  const sid = fields.required();
  const digestAlgorithm = fields.required();
  const signedAttributes = fields.optional(contextConstructed(0));
  const signatureAlgorithm = fields.required();
  const signature = fields.required(TAG.octetString);
  const unsignedAttributes = fields.optional(contextConstructed(1));
  fields.end();
  return {
    signer: {
      version: readCmsVersion(version),
      sid: readSignerIdentifier(sid),
      digestAlgorithm: readAlgorithmIdentifier(digestAlgorithm),
      signedAttributes: signedAttributes === null ? null : readSignedAttributes(signedAttributes),
      signatureAlgorithm: readAlgorithmIdentifier(signatureAlgorithm),
      signature: signature.content,
    },
    unsigned: [
      unsignedPart("version", version),
      unsignedPart("signer_identifier", sid),
      unsignedPart("digest_algorithm", digestAlgorithm),
      unsignedPart("signature_algorithm", signatureAlgorithm),
      ...(unsignedAttributes === null ? [] : [unsignedPart("unsigned_attributes", unsignedAttributes)]),
    ],
  };
}

/** `CMSVersion` ends here: RFC 5652, section 10.2.5. */
const HIGHEST_VERSION = 5;

/**
 * Which of the versions of CMS stands there says nothing: nobody signs it, and libraries write others than the standard's.
 *
 * @throws FormatError (`tsp_version`).
 */
export function readCmsVersion(element: DerElement): number {
  const version = readSmallInteger(element);
  if (version <= HIGHEST_VERSION) return version;
  const message = `expected a version of CMS from 0 to ${HIGHEST_VERSION}, got ${version}`;
  return fail("tsp_version", message, element.offset);
}

/** Names a part of a token that no signature covers. */
export function unsignedPart(part: UnsignedPart["part"], { range }: DerElement): UnsignedPart {
  return { part, ...range };
}

/**
 * Children of a list of a token.
 *
 * @throws FormatError (`tsp_too_many`) if there are more than this library looks at.
 */
export function readList({ children, offset }: DerElement): readonly DerElement[] {
  if (children.length <= MAX_LISTED) return children;
  return fail("tsp_too_many", `expected at most ${MAX_LISTED} elements, got ${children.length}`, offset);
}

function readSignerIdentifier(element: DerElement): SignerIdentifier {
  if (element.tag === contextPrimitive(0)) {
    return { kind: "subjectKeyIdentifier", keyIdentifier: element.content };
  }
  const fields = new DerFields(element);
  const issuer = readName(fields.required());
  const serialNumber = readInteger(fields.required());
  fields.end();
  return { kind: "issuerAndSerialNumber", issuer, serialNumber };
}

function readSignedAttributes(element: DerElement): SignedAttributes {
  const children = readList(element);
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
  const certIds = [
    read(OID.signingCertificate, (value) => readCertIds(value, readEssCertId)),
    read(OID.signingCertificateV2, (value) => readCertIds(value, readEssCertIdV2)),
  ];
  return {
    // RFC 5652, section 5.4: the tag of SET OF in place of `[0]`.
    der: retagged(element.der, TAG.set),
    derInOrder: inOrder(children),
    contentType: read(OID.contentType, (value) => readObjectIdentifier(value)),
    messageDigest: read(OID.messageDigest, readOctets),
    signingCertificates: certIds.flatMap((ofAttribute) => ofAttribute?.[0] ?? []),
    otherCertificates: certIds.flatMap((ofAttribute) => ofAttribute?.slice(1) ?? []),
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

/** The first identifies the signer; others limit the certificates of its path (RFC 5035, section 5.4). */
function readCertIds(element: DerElement, read: (element: DerElement) => EssCertId): readonly EssCertId[] {
  const fields = new DerFields(element);
  const list = fields.required(TAG.sequence);
  fields.optional(TAG.sequence);
  fields.end();
  const certIds = readList(list).map(read);
  return certIds.length > 0
    ? certIds
    : fail("tsp_attribute_malformed", "expected a certificate", list.offset);
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

// Reads a token: RFC 3161, section 2.4.2, in CMS (RFC 5652, section 5). Certificates and revocation data are not
// parsed here. `verifyTimestamp` checks that the parts match.

/**
 * Reads a bare token (`ContentInfo`), at most 1 MiB.
 *
 * @throws FormatError (`Rfc3161ErrorCode`) if the bytes are not a token in DER or in the BER of RFC 5652; `work_limit_exceeded`.
 */
export function parseTimestampToken(der: Uint8Array, { work }: ParseOptions = {}): TimestampToken {
  return readTolerantly(der, work, (element) => readTimestampToken(element, null));
}

/**
 * Reads a response or a token: in DER, or the BER of RFC 5652. What nobody signs, or is signed by itself, may be of any encoding.
 *
 * @throws FormatError (`DerErrorCode`, those of `read`, `work_limit_exceeded`).
 */
export function readTolerantly<Value>(
  bytes: Uint8Array,
  work: WorkBudget | undefined,
  read: (element: DerElement) => Value,
): Value {
  return readBer(bytes, RESPONSE_LIMITS, work, read, isOpaque);
}

/** `[0]`: what a ContentInfo holds; in SignedData the certificates. `[1]`: revocation data; in it, what is no list. */
const CONTENT: number = contextConstructed(0);
const REVOCATION: number = contextConstructed(1);

/** Certificates and lists have parsers of their own; nothing reads an unsigned attribute, and nothing rests on words of a status. */
function isOpaque(tags: readonly number[]): boolean {
  const isResponse = tags[1] !== CONTENT;
  const at = isResponse ? 4 : 3;
  const [part, member, inner] = [tags[at], tags[at + 1], tags[at + 2]];
  switch (tags.length - at) {
    case -1:
      return isResponse && tags[2] === TAG.bitString;
    case 0:
      return isResponse && tags[2] === TAG.sequence;
    case 2:
      return part === CONTENT || (part === REVOCATION && member !== REVOCATION);
    case 3:
      if (part === REVOCATION) return inner !== TAG.objectIdentifier;
      return part === TAG.set && inner === contextConstructed(1);
    default:
      return false;
  }
}

/**
 * Whether bytes are a bare token instead of a response. A token starts with an OBJECT IDENTIFIER, a response with a
 * SEQUENCE. Does not check that either is well-formed.
 */
export function isBareToken(der: Uint8Array): boolean {
  const length = der[1] ?? 0;
  return der[2 + (length > 0x80 ? length & 0x7f : 0)] === 0x06;
}

/** @param status where `PKIStatusInfo` stands before the token; null for a bare one. */
export function readTimestampToken(element: DerElement, status: ByteRange | null): TimestampToken {
  const contentInfo = new DerFields(element);
  const type = contentInfo.required(TAG.objectIdentifier);
  if (readObjectIdentifier(type) !== OID.signedData) {
    fail("tsp_not_signed_data", "expected the content type id-signedData", type.offset);
  }
  const signedData = readExplicit(contentInfo.required());
  contentInfo.end();

  const fields = new DerFields(signedData);
  const versionElement = fields.required();
  const digestAlgorithms = readList(fields.required(TAG.set));
  const tstInfo = readEncapsulated(fields.required(TAG.sequence));
  const certificateSet = fields.optional(contextConstructed(0));
  const revocationSet = fields.optional(contextConstructed(1));
  const signerSet = fields.required(TAG.set);
  fields.end();

  const [signerElement, ...otherSigners] = signerSet.children;
  if (signerElement === undefined || otherSigners.length > 0) {
    return fail(
      "tsp_signer_count",
      `expected one signer, got ${signerSet.children.length}`,
      signerSet.offset,
    );
  }
  const certificates = certificateSet === null ? [] : readList(certificateSet);
  const revocation = revocationSet === null ? [] : readList(revocationSet);
  const { signer, unsigned } = readSignerInfo(signerElement);
  return {
    der: element.given,
    tstInfo,
    version: readCmsVersion(versionElement),
    digestAlgorithms: digestAlgorithms.map((one) => readAlgorithmIdentifier(one).oid),
    // Signed as they stand, whatever surrounds them.
    certificates: certificates.filter(({ tag }) => tag === TAG.sequence).map(({ given }) => given),
    crls: revocation.filter(({ tag }) => tag === TAG.sequence).map(({ given }) => given),
    ocspResponses: revocation.flatMap(readOcspResponse),
    signer,
    unsigned: [
      ...(status === null ? [] : [{ part: "status", ...status } as const]),
      unsignedPart("version", versionElement),
      ...digestAlgorithms.map((one) => unsignedPart("digest_algorithm", one)),
      ...certificates.map((one) => unsignedPart("certificate", one)),
      ...revocation.map((one) => unsignedPart("revocation_data", one)),
      ...unsigned,
    ],
  };
}

/** What stands alone in a `[0]`. */
function readExplicit(element: DerElement): DerElement {
  const fields = new DerFields(element, contextConstructed(0));
  const inner = fields.required();
  fields.end();
  return inner;
}

function readEncapsulated(element: DerElement): TstInfo {
  const fields = new DerFields(element);
  const type = fields.required(TAG.objectIdentifier);
  const content = fields.optional(contextConstructed(0));
  fields.end();
  if (readObjectIdentifier(type) !== OID.tstInfo) {
    fail("tsp_not_a_timestamp", "expected the content type id-ct-TSTInfo", type.offset);
  }
  if (content === null)
    return fail("tsp_not_a_timestamp", "expected a TSTInfo, got a detached one", element.offset);
  const octets = readExplicit(content);
  expectTag(octets, TAG.octetString);
  try {
    return parseTstInfo(octets.content, octets.work);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const start = octets.offset + octets.der.length - octets.content.length;
    throw new FormatError(error.code, error.message, start + error.offset, null, error);
  }
}

/** RFC 5940. Other kinds of revocation data are ignored, as CMS requires for unknown kinds. */
function readOcspResponse(element: DerElement): Uint8Array[] {
  if (element.tag !== contextConstructed(1)) return [];
  const fields = new DerFields(element, contextConstructed(1));
  const format = readObjectIdentifier(fields.required());
  const info = fields.required();
  fields.end();
  return format === OID.ocspResponse ? [info.given] : [];
}
