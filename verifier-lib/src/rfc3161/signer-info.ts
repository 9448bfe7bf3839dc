/**
 * Reads the one signer of a token, and what it signs: RFC 5652, sections 5.3, 5.4 and 11; RFC 5035 (signing certificate); RFC
 * 6211. The value of any other attribute is signed with the rest and not looked at: CMS knows no critical attributes.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import { encodeDer } from "../der/encode-der.js";
import {
  contextConstructed,
  contextPrimitive,
  type DerElement,
  DerFields,
  expectTag,
  readObjectIdentifier,
  readSmallInteger,
  TAG,
} from "../der/index.js";
import { readAlgorithmIdentifier } from "../x509/read-algorithm-identifier.js";
import { readGeneralNames } from "../x509/read-general-name.js";
import { readName } from "../x509/read-name.js";
import type { Rfc3161ErrorCode } from "./error-code.js";
import { HASHES } from "./hash-algorithm.js";
import { MAX_LISTED } from "./limits.js";
import { OID } from "./oid.js";
import { readInteger } from "./parse-tst-info.js";
import type {
  AlgorithmProtection,
  EssCertId,
  SignedAttributes,
  SignerIdentifier,
  SignerInfo,
  UnsignedPart,
} from "./timestamp-token.js";

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
