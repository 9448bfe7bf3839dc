/** SignatureMethod: XML Signature 1.1, section 4.4.2; RFC 9231, sections 2.3.2 to 2.3.10. */
import type { Hash, SignatureScheme } from "../x509/signature-scheme.js";
import { textOf, type XmlElement } from "../xml/xml-document.js";
import { refuse, XMLDSIG } from "./error-code.js";
import { Parts, requiredAttribute } from "./read-structure.js";

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
