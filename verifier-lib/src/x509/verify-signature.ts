/**
 * Verifies one signature with WebCrypto, so that Node and browsers give the same result: RSASSA-PKCS1-v1_5
 * and RSASSA-PSS (RFC 8017), ECDSA on P-256, P-384 and P-521 (FIPS 186-5), Ed25519 (RFC 8032), as identified
 * in X.509 and CMS (RFC 4055, 5480, 5754, 5758, 8410). Does not check who owns the key.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import type { WorkBudget } from "@svc-proof/shared/work";
import { DerFields } from "../der/der-fields.js";
import { parseDer } from "../der/parse-der.js";
import { TAG } from "../der/tag.js";
import type { AlgorithmIdentifier } from "./certificate.js";
import { type ImportedKey, importPublicKey } from "./import-public-key.js";
import { KEY_LIMITS } from "./limits.js";
import { readAlgorithmIdentifier } from "./read-algorithm-identifier.js";
import type { SignaturePolicy } from "./signature-policy.js";
import { readSignatureScheme, type SignatureScheme } from "./signature-scheme.js";

/**
 * Importing a key and verifying a signature: 0.2 to 2.2 ms, measured on a busy machine. The slowest are
 * P-521, and RSA with 8,192 bits and the longest allowed exponent.
 */
const UNITS_PER_SIGNATURE = 4_000;
/** The signed data is copied and hashed. */
const HASHED_BYTES_PER_UNIT = 96;

/** Only "valid" means success. */
export type SignatureVerdict =
  | "valid"
  | "invalid"
  /** Not supported, here or by the platform's cryptography. The signature may be valid or not. */
  | "algorithm_unsupported"
  /** Algorithm and key contradict each other, or the parameters violate their standard. */
  | "algorithm_mismatch"
  | "key_malformed"
  | "key_too_weak"
  | "hash_too_weak";

export interface VerifySignatureParameters extends SignaturePolicy {
  /** Parsed, or as DER. */
  readonly algorithm: AlgorithmIdentifier | Uint8Array;
  /**
   * Dotted decimal of the hash, for algorithms that do not name one: CMS may state `rsaEncryption` and the
   * hash beside it (RFC 5754, section 3.2). If both name a hash, they must agree. Not used in X.509.
   */
  readonly digestAlgorithm?: string;
  /** DER of the signer's SubjectPublicKeyInfo. */
  readonly spki: Uint8Array;
  /** The signed data. It is hashed here. */
  readonly data: Uint8Array;
  /** As in X.509 and CMS; for ECDSA, the DER of r and s. */
  readonly signature: Uint8Array;
  /** The budget. Default: nothing is counted. */
  readonly work?: WorkBudget;
}

/**
 * Verifies one signature. Never throws on input, except `work_limit_exceeded` from `work`. Without WebCrypto,
 * as on pages that are not served securely, every algorithm is unsupported.
 *
 * @example
 * const { signatureAlgorithm, tbs, signature } = certificate;
 * const spki = issuer.spki.der;
 * const verdict = await verifySignature({ algorithm: signatureAlgorithm, spki, data: tbs, signature });
 */
export async function verifySignature(parameters: VerifySignatureParameters): Promise<SignatureVerdict> {
  const { algorithm, digestAlgorithm } = parameters;
  const identifier = algorithm instanceof Uint8Array ? readIdentifier(algorithm) : algorithm;
  if (identifier === null) return "algorithm_mismatch";
  const scheme = readSignatureScheme(identifier, digestAlgorithm);
  if (typeof scheme === "string") return scheme;
  return verifyWithScheme({ ...parameters, scheme });
}

export interface VerifyWithSchemeParameters
  extends Omit<VerifySignatureParameters, "algorithm" | "digestAlgorithm"> {
  readonly scheme: SignatureScheme;
  /** How an ECDSA signature holds r and s. Default: in DER. `raw` is one after the other, as in XML signatures. */
  readonly ecdsaForm?: "der" | "raw";
}

/** As `verifySignature`, for formats with other names for algorithms. */
export async function verifyWithScheme(parameters: VerifyWithSchemeParameters): Promise<SignatureVerdict> {
  const { scheme, spki, data, signature, ecdsaForm = "der" } = parameters;
  if (scheme.kind !== "ed25519" && scheme.hash === "SHA-1" && parameters.allowSha1 !== true) {
    return "hash_too_weak";
  }
  if (globalThis.crypto?.subtle === undefined) return "algorithm_unsupported";
  parameters.work?.spend(UNITS_PER_SIGNATURE + Math.ceil(data.length / HASHED_BYTES_PER_UNIT));
  const imported = await importPublicKey(spki, scheme, parameters);
  if (typeof imported === "string") return imported;
  const { scalarBytes } = imported;
  let raw: Uint8Array | null = signature;
  if (scheme.kind === "ecdsa") {
    if (ecdsaForm === "der") raw = rawEcdsaSignature(signature, scalarBytes);
    else if (signature.length !== 2 * scalarBytes) raw = null;
  }
  if (raw === null) return "invalid";
  return (await isVerified(scheme, imported, raw, data)) ? "valid" : "invalid";
}

async function isVerified(
  scheme: SignatureScheme,
  { key }: ImportedKey,
  signature: Uint8Array,
  data: Uint8Array,
): Promise<boolean> {
  try {
    return await crypto.subtle.verify(
      platformAlgorithm(scheme),
      key,
      signature as Uint8Array<ArrayBuffer>,
      data as Uint8Array<ArrayBuffer>,
    );
  } catch (error) {
    // For some invalid signatures, one platform throws and another returns false.
    if (error instanceof DOMException) return false;
    throw error;
  }
}

function platformAlgorithm(scheme: SignatureScheme): AlgorithmIdentifierOfPlatform {
  switch (scheme.kind) {
    case "rsa-pkcs1":
      return { name: "RSASSA-PKCS1-v1_5" };
    case "rsa-pss":
      return { name: "RSA-PSS", saltLength: scheme.saltLengthBytes };
    case "ecdsa":
      return { name: "ECDSA", hash: scheme.hash };
    case "ed25519":
      return { name: "Ed25519" };
  }
}
type AlgorithmIdentifierOfPlatform = Parameters<SubtleCrypto["verify"]>[0];

function readIdentifier(der: Uint8Array): AlgorithmIdentifier | null {
  try {
    return readAlgorithmIdentifier(parseDer(der, KEY_LIMITS));
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

/** Converts Ecdsa-Sig-Value (RFC 5480, appendix A) to r followed by s; null unless it is strictly valid. */
function rawEcdsaSignature(der: Uint8Array, scalarBytes: number): Uint8Array | null {
  const raw = new Uint8Array(2 * scalarBytes);
  try {
    const fields = new DerFields(parseDer(der, KEY_LIMITS));
    for (const end of [scalarBytes, 2 * scalarBytes]) {
      const { content } = fields.required(TAG.integer);
      if (content[0]! >= 0x80) return null;
      const scalar = content[0] === 0 ? content.subarray(1) : content;
      if (scalar.length > scalarBytes) return null;
      raw.set(scalar, end - scalar.length);
    }
    fields.end();
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
  return raw;
}
