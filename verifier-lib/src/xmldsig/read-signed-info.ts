/** SignedInfo: XML Signature 1.1, section 4.4. */

import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import type { SignatureScheme } from "../x509/signature-scheme.js";
import type { Canonicalization } from "../xml/canonicalize-xml.js";
import { attributeValue, type XmlElement } from "../xml/xml-document.js";
import { ENVELOPED_SIGNATURE, EXCLUSIVE_C14N, INCLUSIVE_C14N, refuse, XMLDSIG } from "./error-code.js";
import { readSignatureMethod } from "./read-signature-method.js";
import { elementsOf, Parts, requiredAttribute, requiredBytes } from "./read-structure.js";

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
