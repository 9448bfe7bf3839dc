/** Identifiers, hashes, schemes, what is accepted. */

import { FormatError, isSameBytes } from "@svc-proof/shared/encoding";
import { contextConstructed, type DerElement, parseDer, TAG } from "../asn1/der.js";
import {
  DerFields,
  onlyChild,
  readBitStringBytes,
  readObjectIdentifier,
  readSmallInteger,
} from "../asn1/values.js";
import { KEY_LIMITS } from "../limits.js";
import type { AlgorithmIdentifier, SubjectPublicKeyInfo } from "./certificate.js";

// Identifiers of algorithms: RFC 5280, section 4.1.1.2.

/** @throws FormatError (`DerErrorCode`). */
export function readAlgorithmIdentifier(element: DerElement): AlgorithmIdentifier {
  const fields = new DerFields(element);
  const oid = readObjectIdentifier(fields.required());
  const parameters = fields.optional();
  fields.end();
  return { oid, parameters: parameters === null ? null : parameters.der, der: element.der };
}

/** Whether two are the same, both in DER: NULL says what the absence of parameters says (RFC 4055, section 2.1). */
export function isSameAlgorithm(a: Uint8Array, b: Uint8Array): boolean {
  return isSameBytes(withoutNull(a), withoutNull(b));
}

/** What stands between the header and a NULL, all of short lengths; any other value as it is. */
function withoutNull(der: Uint8Array): Uint8Array {
  const end = 4 + der[3]!;
  if (der.length === end) return der.subarray(2);
  return der.length === end + 2 && der[end] === TAG.null ? der.subarray(2, end) : der;
}

/**
 * Does not parse the key itself.
 *
 * @throws FormatError (`DerErrorCode`).
 */
export function readSubjectPublicKeyInfo(element: DerElement): SubjectPublicKeyInfo {
  const fields = new DerFields(element);
  const algorithm = readAlgorithmIdentifier(fields.required());
  const publicKey = readBitStringBytes(fields.required());
  fields.end();
  return { der: element.der, algorithm, publicKey };
}

// Interprets the AlgorithmIdentifier of a signature: RFC 4055, 5754, 5758, 8410.

/** As WebCrypto names them. */
export type Hash = "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512";

export type SignatureScheme =
  | { readonly kind: "rsa-pkcs1"; readonly hash: Hash }
  | { readonly kind: "ecdsa"; readonly hash: Hash }
  | PssScheme
  | { readonly kind: "ed25519" };

export interface PssScheme {
  readonly kind: "rsa-pss";
  readonly hash: Hash;
  readonly saltLengthBytes: number;
}

export type SchemeFault = "algorithm_unsupported" | "algorithm_mismatch" | "hash_too_weak";

export const RSA_ENCRYPTION = "1.2.840.113549.1.1.1";
export const RSASSA_PSS = "1.2.840.113549.1.1.10";
export const ED25519 = "1.3.101.112";
const MGF1 = "1.2.840.113549.1.1.8";

const HASHES: Readonly<Record<string, Hash>> = {
  "1.3.14.3.2.26": "SHA-1",
  "2.16.840.1.101.3.4.2.1": "SHA-256",
  "2.16.840.1.101.3.4.2.2": "SHA-384",
  "2.16.840.1.101.3.4.2.3": "SHA-512",
};

const RSA_PKCS1: Readonly<Record<string, Hash>> = {
  "1.2.840.113549.1.1.5": "SHA-1",
  "1.3.14.3.2.29": "SHA-1",
  "1.2.840.113549.1.1.11": "SHA-256",
  "1.2.840.113549.1.1.12": "SHA-384",
  "1.2.840.113549.1.1.13": "SHA-512",
};

const ECDSA: Readonly<Record<string, Hash>> = {
  "1.2.840.10045.4.1": "SHA-1",
  "1.2.840.10045.4.3.2": "SHA-256",
  "1.2.840.10045.4.3.3": "SHA-384",
  "1.2.840.10045.4.3.4": "SHA-512",
};

/** RSA with MD2, MD4 or MD5; the hashes MD2, MD4, MD5. */
const BROKEN: ReadonlySet<string> = new Set([
  "1.2.840.113549.1.1.2",
  "1.2.840.113549.1.1.3",
  "1.2.840.113549.1.1.4",
  "1.2.840.113549.2.2",
  "1.2.840.113549.2.4",
  "1.2.840.113549.2.5",
]);

const NULL_HEX = "5,0";

/**
 * Whether an attacker can find two inputs with the same digest. Takes the OID of a hash or of a signature
 * algorithm.
 */
export function isBroken(oid: string): boolean {
  return BROKEN.has(oid);
}

/**
 * @param digestAlgorithm dotted decimal of the hash stated beside the algorithm, as in CMS. It binds the
 * content to the signature, so a weak hash is weak with any key.
 */
export function readSignatureScheme(
  algorithm: AlgorithmIdentifier,
  digestAlgorithm?: string,
): SignatureScheme | SchemeFault {
  const scheme = schemeOf(algorithm, digestAlgorithm);
  if (digestAlgorithm === undefined) return scheme;
  if (isBroken(digestAlgorithm)) return "hash_too_weak";
  const stated = HASHES[digestAlgorithm];
  const inside = typeof scheme === "string" ? null : hashOf(scheme);
  // The caller decides on signatures that use SHA-1 throughout. SHA-1 beside another algorithm is both weak
  // and wrong.
  if (stated === "SHA-1" && inside !== stated) return "hash_too_weak";
  if (typeof scheme === "string") return scheme;
  return inside === stated ? scheme : "algorithm_mismatch";
}

/** The hash that CMS must state beside the algorithm. For Ed25519 it is the internal one: RFC 8419, section 3.1. */
function hashOf(scheme: SignatureScheme): Hash {
  return scheme.kind === "ed25519" ? "SHA-512" : scheme.hash;
}

function schemeOf(
  algorithm: AlgorithmIdentifier,
  digestAlgorithm: string | undefined,
): SignatureScheme | SchemeFault {
  const { oid } = algorithm;
  if (BROKEN.has(oid)) return "hash_too_weak";
  if (oid === RSASSA_PSS) return readPssParameters(algorithm);
  if (oid === RSA_ENCRYPTION && digestAlgorithm !== undefined) {
    const hash = HASHES[digestAlgorithm];
    if (hash === undefined) return BROKEN.has(digestAlgorithm) ? "hash_too_weak" : "algorithm_unsupported";
    return hasNullOrNone(algorithm) ? { kind: "rsa-pkcs1", hash } : "algorithm_mismatch";
  }
  const rsaHash = RSA_PKCS1[oid];
  // RFC 4055, section 5: NULL. Absent parameters must be accepted.
  if (rsaHash !== undefined) {
    return hasNullOrNone(algorithm) ? { kind: "rsa-pkcs1", hash: rsaHash } : "algorithm_mismatch";
  }
  const ecdsaHash = ECDSA[oid];
  if (ecdsaHash !== undefined) {
    return algorithm.parameters === null ? { kind: "ecdsa", hash: ecdsaHash } : "algorithm_mismatch";
  }
  if (oid === ED25519) return algorithm.parameters === null ? { kind: "ed25519" } : "algorithm_mismatch";
  return "algorithm_unsupported";
}

/** RSASSA-PSS-params: RFC 4055, section 3.1. Also used in keys restricted to PSS. */
export function readPssParameters({ parameters }: AlgorithmIdentifier): PssScheme | SchemeFault {
  // RFC 4055, section 3.1: they are required in a signature.
  if (parameters === null) return "algorithm_mismatch";
  try {
    const fields = new DerFields(parseDer(parameters, KEY_LIMITS));
    const hashField = fields.optional(contextConstructed(0));
    const maskField = fields.optional(contextConstructed(1));
    const saltField = fields.optional(contextConstructed(2));
    const trailerField = fields.optional(contextConstructed(3));
    fields.end();
    const stated = hashField === null ? null : readAlgorithmIdentifier(onlyChild(hashField));
    const hash = stated === null ? "SHA-1" : readHash(stated);
    const maskHash = maskField === null ? "SHA-1" : readMask(readAlgorithmIdentifier(onlyChild(maskField)));
    const saltLengthBytes = saltField === null ? 20 : readSmallInteger(onlyChild(saltField));
    if (trailerField !== null && readSmallInteger(onlyChild(trailerField)) !== 1) return "algorithm_mismatch";
    if (stated !== null && isBroken(stated.oid)) return "hash_too_weak";
    // RFC 4055 lets the two hashes differ; WebCrypto does not.
    if (hash === null || hash !== maskHash) return "algorithm_unsupported";
    return { kind: "rsa-pss", hash, saltLengthBytes };
  } catch (error) {
    if (error instanceof FormatError) return "algorithm_mismatch";
    throw error;
  }
}

function readMask(algorithm: AlgorithmIdentifier): Hash | null {
  if (algorithm.oid !== MGF1 || algorithm.parameters === null) return null;
  return readHash(readAlgorithmIdentifier(parseDer(algorithm.parameters, KEY_LIMITS)));
}

/** Null for an unknown hash. Callers detect broken hashes before. */
function readHash(algorithm: AlgorithmIdentifier): Hash | null {
  return hasNullOrNone(algorithm) ? (HASHES[algorithm.oid] ?? null) : null;
}

function hasNullOrNone({ parameters }: AlgorithmIdentifier): boolean {
  return parameters === null || parameters.join() === NULL_HEX;
}

/** Which keys and hashes are strong enough. */
export interface SignaturePolicy {
  /** The shortest RSA modulus, in bits. Default: 2,048. */
  readonly minRsaBits?: number;
  /** Whether signatures with SHA-1 are accepted. Default: no. */
  readonly allowSha1?: boolean;
}

/** Object identifiers of X.509 and related standards, in dotted decimal. */
export const EXTENSION = {
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  crlNumber: "2.5.29.20",
  reasonCode: "2.5.29.21",
  invalidityDate: "2.5.29.24",
  deltaCrlIndicator: "2.5.29.27",
  issuingDistributionPoint: "2.5.29.28",
  certificateIssuer: "2.5.29.29",
  nameConstraints: "2.5.29.30",
  crlDistributionPoints: "2.5.29.31",
  certificatePolicies: "2.5.29.32",
  policyMappings: "2.5.29.33",
  authorityKeyIdentifier: "2.5.29.35",
  policyConstraints: "2.5.29.36",
  extendedKeyUsage: "2.5.29.37",
  inhibitAnyPolicy: "2.5.29.54",
  expiredCertsOnCrl: "2.5.29.60",
  qcStatements: "1.3.6.1.5.5.7.1.3",
  authorityInformationAccess: "1.3.6.1.5.5.7.1.1",
} as const;

/** RFC 5280, section 4.2.2.1. */
export const ACCESS = {
  ocsp: "1.3.6.1.5.5.7.48.1",
  caIssuers: "1.3.6.1.5.5.7.48.2",
} as const;

export const ANY_POLICY = "2.5.29.32.0";

export const PURPOSE = {
  any: "2.5.29.37.0",
  ocspSigning: "1.3.6.1.5.5.7.3.9",
} as const;

export const EMAIL_ADDRESS = "1.2.840.113549.1.9.1";

export const OCSP_BASIC_RESPONSE = "1.3.6.1.5.5.7.48.1.1";

/** RFC 6960, section 4.2.2.2.1: the revocation of the responder's own certificate is not checked. */
export const OCSP_NO_CHECK = "1.3.6.1.5.5.7.48.1.5";
