/** SignedInfo, digests, methods, properties. */

import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import type { Hash, SignatureScheme } from "../x509/algorithms.js";
import type { Canonicalization } from "./canonical-xml.js";
import {
  ENVELOPED_SIGNATURE,
  EXCLUSIVE_C14N,
  elementsOf,
  INCLUSIVE_C14N,
  Parts,
  refuse,
  requiredAttribute,
  requiredBytes,
  requiredText,
  XADES,
  XMLDSIG,
} from "./signature-structure.js";
import { attributeValue, childElements, textOf, type XmlElement } from "./xml-document.js";

/** SignatureMethod: XML Signature 1.1, section 4.4.2; RFC 9231, sections 2.3.2 to 2.3.10. */
const MORE_2001 = "http://www.w3.org/2001/04/xmldsig-more#";
const MORE_2007 = "http://www.w3.org/2007/05/xmldsig-more#";
const MGF1 = `${MORE_2007}MGF1`;
const RSA_PSS = `${MORE_2007}rsa-pss`;

/** Without parameters: the salt is as long as the hash. */
const SCHEMES: ReadonlyMap<string, SignatureScheme> = new Map<string, SignatureScheme>([
  [`${MORE_2001}rsa-sha256`, { kind: "rsa-pkcs1", hash: "SHA-256" }],
  [`${MORE_2001}rsa-sha384`, { kind: "rsa-pkcs1", hash: "SHA-384" }],
  [`${MORE_2001}rsa-sha512`, { kind: "rsa-pkcs1", hash: "SHA-512" }],
  [`${MORE_2001}ecdsa-sha256`, { kind: "ecdsa", hash: "SHA-256" }],
  [`${MORE_2001}ecdsa-sha384`, { kind: "ecdsa", hash: "SHA-384" }],
  [`${MORE_2001}ecdsa-sha512`, { kind: "ecdsa", hash: "SHA-512" }],
  [`${MORE_2007}sha256-rsa-MGF1`, { kind: "rsa-pss", hash: "SHA-256", saltLengthBytes: 32 }],
  [`${MORE_2007}sha384-rsa-MGF1`, { kind: "rsa-pss", hash: "SHA-384", saltLengthBytes: 48 }],
  [`${MORE_2007}sha512-rsa-MGF1`, { kind: "rsa-pss", hash: "SHA-512", saltLengthBytes: 64 }],
]);

/** With SHA-1 or MD5. */
const BROKEN: ReadonlySet<string> = new Set([
  `${XMLDSIG}rsa-sha1`,
  `${XMLDSIG}dsa-sha1`,
  `${MORE_2001}ecdsa-sha1`,
  `${MORE_2001}rsa-md5`,
  `${MORE_2007}sha1-rsa-MGF1`,
]);

interface PssHash {
  readonly hash: Hash;
  readonly sizeBytes: number;
}
const SHA256: PssHash = { hash: "SHA-256", sizeBytes: 32 };
const HASHES: ReadonlyMap<string, PssHash> = new Map<string, PssHash>([
  ["http://www.w3.org/2001/04/xmlenc#sha256", SHA256],
  ["http://www.w3.org/2001/04/xmldsig-more#sha384", { hash: "SHA-384", sizeBytes: 48 }],
  ["http://www.w3.org/2001/04/xmlenc#sha512", { hash: "SHA-512", sizeBytes: 64 }],
]);

/** @throws FormatError `xml_signature_hash_too_weak`, `_algorithm_unsupported`, `_algorithm_mismatch`, `_malformed`. */
export function readSignatureMethod(method: XmlElement): SignatureScheme {
  const algorithm = requiredAttribute(method, "Algorithm");
  const parts = new Parts(method);
  if (algorithm === RSA_PSS) {
    const parameters = parts.optional(MORE_2007, "RSAPSSParams");
    parts.end();
    return parameters === null ? pssOf(SHA256) : readPssParameters(parameters);
  }
  const scheme = SCHEMES.get(algorithm);
  if (scheme === undefined) {
    if (BROKEN.has(algorithm)) {
      refuse("xml_signature_hash_too_weak", `expected SHA-256 or stronger, got ${algorithm}`, method);
    }
    refuse("xml_signature_algorithm_unsupported", "expected RSA, RSA-PSS or ECDSA with SHA-2", method);
  }
  parts.end();
  return scheme;
}

/** RFC 9231, section 2.3.9. What is absent follows from the hash, as in Java's and Apache's implementations. */
function readPssParameters(parameters: XmlElement): SignatureScheme {
  const parts = new Parts(parameters);
  const digestMethod = parts.optional(XMLDSIG, "DigestMethod");
  const mask = parts.optional(MORE_2007, "MaskGenerationFunction");
  const salt = parts.optional(MORE_2007, "SaltLength");
  const trailer = parts.optional(MORE_2007, "TrailerField");
  parts.end();
  const digest = digestMethod === null ? SHA256 : hashOf(digestMethod);
  if (mask !== null) {
    if (requiredAttribute(mask, "Algorithm") !== MGF1) {
      refuse("xml_signature_algorithm_unsupported", "expected MGF1", mask);
    }
    const maskParts = new Parts(mask);
    const maskMethod = maskParts.optional(XMLDSIG, "DigestMethod");
    maskParts.end();
    // The RFC lets the two hashes differ; WebCrypto does not.
    if (maskMethod !== null && hashOf(maskMethod) !== digest) {
      refuse("xml_signature_algorithm_unsupported", "expected the same hash in MGF1", maskMethod);
    }
  }
  if (trailer !== null && textOf(trailer)?.trim() !== "1") {
    refuse("xml_signature_algorithm_mismatch", "expected the trailer field 1", trailer);
  }
  return pssOf(digest, salt === null ? digest.sizeBytes : readSaltLength(salt));
}

function pssOf({ hash, sizeBytes }: PssHash, saltLengthBytes: number = sizeBytes): SignatureScheme {
  return { kind: "rsa-pss", hash, saltLengthBytes };
}

function hashOf(method: XmlElement): PssHash {
  const algorithm = requiredAttribute(method, "Algorithm");
  const hash = HASHES.get(algorithm);
  if (hash !== undefined) return hash;
  if (algorithm === `${XMLDSIG}sha1`) {
    refuse("xml_signature_hash_too_weak", "expected SHA-256 or stronger, got SHA-1", method);
  }
  refuse("xml_signature_algorithm_unsupported", "expected SHA-256, SHA-384 or SHA-512", method);
}

function readSaltLength(element: XmlElement): number {
  const text = textOf(element)?.trim() ?? "";
  // No key of 8,192 bits has room for more.
  if (!/^[0-9]{1,3}$/.test(text)) {
    refuse("xml_signature_algorithm_mismatch", "expected a length of at most 999 bytes", element);
  }
  return Number(text);
}

// SignedInfo: XML Signature 1.1, section 4.4.

/** What a reference without a canonicalisation uses: XML Signature 1.1, section 4.4.3.2. */
export const DEFAULT_CANONICALIZATION: Canonicalization = { isExclusive: false, inclusivePrefixes: [] };

const MAX_PREFIXES = 128;

/**
 * Reads a CanonicalizationMethod or a Transform. Null for another algorithm. The methods that keep comments are not
 * known here: the reader drops comments.
 *
 * @throws FormatError `xml_signature_malformed`.
 */
export function readCanonicalization(element: XmlElement): Canonicalization | null {
  const algorithm = requiredAttribute(element, "Algorithm");
  if (algorithm === INCLUSIVE_C14N) {
    if (elementsOf(element).length > 0) {
      refuse("xml_signature_malformed", "expected no parameters of the canonicalisation", element);
    }
    return DEFAULT_CANONICALIZATION;
  }
  if (algorithm !== EXCLUSIVE_C14N) return null;
  const parts = new Parts(element);
  const list = parts.optional(EXCLUSIVE_C14N, "InclusiveNamespaces");
  parts.end();
  return { isExclusive: true, inclusivePrefixes: list === null ? [] : readPrefixes(list) };
}

/** Exclusive XML Canonicalization 1.0, section 4: NMTOKENS, where `#default` is the default namespace. */
function readPrefixes(list: XmlElement): string[] {
  const prefixes = requiredAttribute(list, "PrefixList")
    .split(/[ \t\r\n]/)
    .filter((token) => token !== "")
    .map((token) => (token === "#default" ? "" : token));
  if (prefixes.length > MAX_PREFIXES) {
    refuse("xml_signature_malformed", `expected at most ${MAX_PREFIXES} prefixes`, list);
  }
  return prefixes;
}

// DigestMethod and DigestValue: XML Signature 1.1, sections 4.4.3.5 and 4.4.3.6; RFC 9231, section 2.1.

/** A hash that is fed piece by piece. */
export interface StreamingHash {
  update(piece: Uint8Array): StreamingHash;
  digest(): Uint8Array;
}

interface DigestMethod {
  readonly sizeBytes: number;
  readonly create: () => StreamingHash;
}

export interface StatedDigest extends DigestMethod {
  readonly value: Uint8Array;
}

const SHA1 = "http://www.w3.org/2000/09/xmldsig#sha1";
const MD5 = "http://www.w3.org/2001/04/xmldsig-more#md5";

const METHODS: ReadonlyMap<string, DigestMethod> = new Map([
  ["http://www.w3.org/2001/04/xmlenc#sha256", { sizeBytes: 32, create: () => sha256.create() }],
  ["http://www.w3.org/2001/04/xmldsig-more#sha384", { sizeBytes: 48, create: () => sha384.create() }],
  ["http://www.w3.org/2001/04/xmlenc#sha512", { sizeBytes: 64, create: () => sha512.create() }],
]);
const WITH_SHA1: DigestMethod = { sizeBytes: 20, create: () => sha1.create() };

/**
 * @param isSha1Allowed for a digest that only tells which of the expected certificates is meant.
 * @throws FormatError `xml_signature_hash_too_weak`, `_algorithm_unsupported`, `_malformed`.
 */
export function readDigest(method: XmlElement, value: XmlElement, isSha1Allowed = false): StatedDigest {
  const algorithm = requiredAttribute(method, "Algorithm");
  const known = isSha1Allowed && algorithm === SHA1 ? WITH_SHA1 : METHODS.get(algorithm);
  if (known === undefined) {
    if (algorithm === SHA1 || algorithm === MD5) {
      refuse("xml_signature_hash_too_weak", `expected SHA-256 or stronger, got ${algorithm}`, method);
    }
    refuse("xml_signature_algorithm_unsupported", "expected SHA-256, SHA-384 or SHA-512", method);
  }
  const bytes = requiredBytes(value);
  if (bytes.length !== known.sizeBytes) {
    refuse("xml_signature_malformed", `expected ${known.sizeBytes} bytes, got ${bytes.length}`, value);
  }
  return { ...known, value: bytes };
}

export interface SignedInfo {
  readonly element: XmlElement;
  readonly canonicalization: Canonicalization;
  readonly scheme: SignatureScheme;
  readonly references: readonly Reference[];
}

export interface Reference {
  readonly element: XmlElement;
  readonly uri: string;
  readonly type: string | null;
  /** Whether the signature is left out of what is hashed. */
  readonly isEnveloped: boolean;
  readonly canonicalization: Canonicalization;
  readonly digest: StatedDigest;
}

/** The document, the signed properties, and the KeyInfo. */
const MAX_REFERENCES = 3;

/** @throws FormatError (`XmlSignatureErrorCode`). */
export function readSignedInfo(element: XmlElement): SignedInfo {
  const parts = new Parts(element);
  const canonicalizationMethod = parts.required(XMLDSIG, "CanonicalizationMethod");
  const signatureMethod = parts.required(XMLDSIG, "SignatureMethod");
  const references = parts.several(XMLDSIG, "Reference");
  parts.end();
  const extra = references[MAX_REFERENCES];
  if (extra !== undefined) {
    refuse("xml_signature_reference", `expected at most ${MAX_REFERENCES} references`, extra);
  }
  const canonicalization =
    readCanonicalization(canonicalizationMethod) ??
    refuse(
      "xml_signature_canonicalization",
      "expected canonical XML 1.0, inclusive or exclusive, without comments",
      canonicalizationMethod,
    );
  return {
    element,
    canonicalization,
    scheme: readSignatureMethod(signatureMethod),
    references: references.map(readReference),
  };
}

function readReference(element: XmlElement): Reference {
  const parts = new Parts(element);
  const transforms = parts.optional(XMLDSIG, "Transforms");
  const digestMethod = parts.required(XMLDSIG, "DigestMethod");
  const digestValue = parts.required(XMLDSIG, "DigestValue");
  parts.end();
  return {
    element,
    uri: requiredAttribute(element, "URI"),
    type: attributeValue(element, "Type"),
    ...(transforms === null
      ? { isEnveloped: false, canonicalization: DEFAULT_CANONICALIZATION }
      : readTransforms(transforms)),
    digest: readDigest(digestMethod, digestValue),
  };
}

/** At most one of each: first the enveloped signature, then a canonicalisation. */
function readTransforms(transforms: XmlElement): Pick<Reference, "isEnveloped" | "canonicalization"> {
  const parts = new Parts(transforms);
  const list = parts.several(XMLDSIG, "Transform");
  parts.end();
  const isEnveloped = requiredAttribute(list[0]!, "Algorithm") === ENVELOPED_SIGNATURE;
  if (isEnveloped) new Parts(list[0]!).end();
  const [transform, extra] = isEnveloped ? list.slice(1) : list;
  if (extra !== undefined) refuse("xml_signature_transform", "expected no further transform", extra);
  if (transform === undefined) return { isEnveloped, canonicalization: DEFAULT_CANONICALIZATION };
  const canonicalization =
    readCanonicalization(transform) ??
    refuse(
      "xml_signature_transform",
      "expected the enveloped signature and canonical XML 1.0 without comments",
      transform,
    );
  return { isEnveloped, canonicalization };
}

/** The signed properties of XAdES: ETSI EN 319 132-1, sections 4.3 and 5.2; ETSI TS 101 903, section 7.2. */
export interface SignedProperties {
  readonly element: XmlElement;
  /** Elements from the signature down to the parent. */
  readonly ancestors: readonly XmlElement[];
  readonly id: string;
  readonly signingTime: Date;
  /** Digests of the signer's certificate: of SigningCertificate, of SigningCertificateV2, or of both. */
  readonly certificateDigests: readonly StatedDigest[];
}

/**
 * Reads the properties in the objects of the signature. Where the same Signature has them twice, neither counts.
 *
 * @throws FormatError (`XmlSignatureErrorCode`).
 */
export function readSignedProperties(
  signature: XmlElement,
  objects: readonly XmlElement[],
): SignedProperties {
  const found: { readonly object: XmlElement; readonly properties: XmlElement }[] = [];
  for (const object of objects) {
    for (const properties of childElements(object, XADES, "QualifyingProperties")) {
      found.push({ object, properties });
    }
  }
  const [only, second] = found;
  if (only === undefined) {
    refuse("xml_signature_properties_unsigned", "expected the qualifying properties of XAdES", signature);
  }
  if (second !== undefined) {
    refuse("xml_signature_malformed", "expected the qualifying properties once", second.properties);
  }
  const { object, properties } = only;
  if (requiredAttribute(properties, "Target") !== `#${requiredAttribute(signature, "Id")}`) {
    refuse("xml_signature_malformed", "expected properties of this signature", properties);
  }
  const parts = new Parts(properties);
  const element = parts.required(XADES, "SignedProperties");
  // Nobody signed them, and nothing here reads them.
  parts.optional(XADES, "UnsignedProperties");
  parts.end();
  return {
    element,
    ancestors: [signature, object, properties],
    id: requiredAttribute(element, "Id"),
    ...readSignatureProperties(new Parts(element).required(XADES, "SignedSignatureProperties")),
  };
}

function readSignatureProperties(
  parent: XmlElement,
): Pick<SignedProperties, "signingTime" | "certificateDigests"> {
  const properties = elementsOf(parent);
  const named = (localName: string): XmlElement | null => {
    const [element, second] = properties.filter(
      (property) => property.localName === localName && property.namespace === XADES,
    );
    if (second !== undefined) refuse("xml_signature_malformed", `expected ${localName} once`, second);
    return element ?? null;
  };
  const signingTime =
    named("SigningTime") ?? refuse("xml_signature_malformed", "expected a SigningTime", parent);
  const certificateDigests = [named("SigningCertificate"), named("SigningCertificateV2")]
    .filter((element) => element !== null)
    .map(readCertificateDigest);
  if (certificateDigests.length === 0) {
    refuse("xml_signature_malformed", "expected a SigningCertificate", parent);
  }
  return { signingTime: readTime(signingTime), certificateDigests };
}

/**
 * The first Cert is the signer's. Its issuer and serial number say less than the digest and are not read.
 *
 * SHA-1 is accepted here, for lists of before 2020. The signature proves the key, and the caller compares the
 * certificate with those it expects, so that the digest only has to withstand whoever lacks that key.
 */
function readCertificateDigest(element: XmlElement): StatedDigest {
  const certificate = new Parts(element).required(XADES, "Cert");
  const parts = new Parts(new Parts(certificate).required(XADES, "CertDigest"));
  const method = parts.required(XMLDSIG, "DigestMethod");
  const value = parts.required(XMLDSIG, "DigestValue");
  parts.end();
  return readDigest(method, value, true);
}

/** `xsd:dateTime` with a time zone. */
const DATE_TIME =
  /^[ \t\r\n]*([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})[ \t\r\n]*$/;

function readTime(element: XmlElement): Date {
  const match = DATE_TIME.exec(requiredText(element));
  const time = new Date(match === null ? Number.NaN : `${match[1]}${match[3]}`);
  if (Number.isNaN(time.getTime())) {
    refuse("xml_signature_malformed", "expected a date and time with a time zone", element);
  }
  return time;
}
