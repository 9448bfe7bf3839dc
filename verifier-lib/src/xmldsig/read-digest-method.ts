/** DigestMethod and DigestValue: XML Signature 1.1, sections 4.4.3.5 and 4.4.3.6; RFC 9231, section 2.1. */
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import type { XmlElement } from "../xml/xml-document.js";
import { requiredAttribute, requiredBytes } from "./read-structure.js";
import { refuse } from "./refuse.js";

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
