/** Their verification, counted. */

import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import type { WorkBudget } from "@svc-proof/shared/work";
import { parseDer, TAG } from "../asn1/der.js";
import { DerFields } from "../asn1/values.js";
import { KEY_LIMITS, MAX_SEARCH_SIGNATURES } from "../limits.js";
import { Work } from "../work/work.js";
import {
  readAlgorithmIdentifier,
  readSignatureScheme,
  type SignaturePolicy,
  type SignatureScheme,
} from "./algorithms.js";
import type { AlgorithmIdentifier, Certificate } from "./certificate.js";
import type { PathErrorCode } from "./codes.js";
import { type ImportedKey, importPublicKey } from "./keys.js";

// Verifies one signature with WebCrypto, so that Node and browsers give the same result: RSASSA-PKCS1-v1_5
// and RSASSA-PSS (RFC 8017), ECDSA on P-256, P-384 and P-521 (FIPS 186-5), Ed25519 (RFC 8032), as identified
// in X.509 and CMS (RFC 4055, 5480, 5754, 5758, 8410). Does not check who owns the key.

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

// Verifies each signature of one search once, up to a limit. Without one, a bundle of look-alikes would take
// minutes.

/** A certificate, a revocation list or an OCSP response. */
export interface Signed {
  readonly tbs: Uint8Array;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
}

/**
 * Whether a key made a signature, for data that speaks against a certificate. `weak`: it did, with an
 * algorithm that counts for nothing else. `unknown`: cannot be decided here.
 */
export type Authenticity = "valid" | "weak" | "unknown" | "false";

/** A warning may be signed with a short key or SHA-1. */
const TO_BE_WARNED: SignaturePolicy = { minRsaBits: 512, allowSha1: true };

/** What was found and not stated: its signatures are paid for by themselves, and known for every later search. */
export interface Found {
  readonly found?: ReadonlySet<Signed & { readonly certificates?: readonly Certificate[] }>;
}

/** Verdicts on what was found, by what is signed, then by key and policy. */
const KNOWN_OF_FOUND = new WeakMap<Uint8Array, Map<string, SignatureVerdict>>();

export class SignatureChecks {
  readonly #policy: SignaturePolicy;
  readonly #work: Work;
  /** What is signed, of what was found: a response stays the same without some of its certificates. */
  readonly #found = new Set<Uint8Array>();
  readonly #known = new Map<Signed, Map<Certificate, SignatureVerdict>>();
  readonly #knownToWarn = new Map<Signed, Map<Certificate, SignatureVerdict>>();
  #left: number;

  /** @param max signatures that are verified, of what was stated. */
  constructor(
    { minRsaBits, allowSha1, found = new Set() }: SignaturePolicy & Found,
    work: Work,
    max: number = MAX_SEARCH_SIGNATURES,
  ) {
    this.#work = work;
    for (const { tbs, certificates = [] } of found) {
      this.#found.add(tbs);
      for (const certificate of certificates) this.#found.add(certificate.tbs);
    }
    this.#left = max;
    this.#policy = {
      ...(minRsaBits === undefined ? {} : { minRsaBits }),
      ...(allowSha1 === undefined ? {} : { allowSha1 }),
    };
  }

  /**
   * Whether the certificate's key made the signature.
   *
   * @throws FormatError `path_too_costly` at the limit, `work_limit_exceeded`; the abort reason of the
   * signal.
   */
  verify(signed: Signed, by: Certificate): Promise<SignatureVerdict> {
    return this.#verify(signed, by, this.#policy, this.#known);
  }

  async authenticity(signed: Signed, by: Certificate): Promise<Authenticity> {
    const verdict = await this.verify(signed, by);
    if (verdict === "valid") return "valid";
    if (verdict === "algorithm_unsupported") return "unknown";
    if (verdict !== "hash_too_weak" && verdict !== "key_too_weak") return "false";
    const warning = await this.#verify(signed, by, TO_BE_WARNED, this.#knownToWarn);
    if (warning === "valid") return "weak";
    return warning === "invalid" ? "false" : "unknown";
  }

  async #verify(
    signed: Signed,
    by: Certificate,
    policy: SignaturePolicy,
    all: Map<Signed, Map<Certificate, SignatureVerdict>>,
  ): Promise<SignatureVerdict> {
    const known = all.get(signed) ?? new Map<Certificate, SignatureVerdict>();
    const before = known.get(by);
    if (before !== undefined) return before;
    if (this.#found.has(signed.tbs)) return this.#verifyFound(signed, by, policy);
    if (this.#left === 0) {
      throw new FormatError<PathErrorCode>("path_too_costly", "the path search reached its limit", 0);
    }
    this.#left--;
    const verdict = await this.#verdictOf(signed, by, policy, this.#work);
    known.set(by, verdict);
    all.set(signed, known);
    return verdict;
  }

  async #verifyFound(signed: Signed, by: Certificate, policy: SignaturePolicy): Promise<SignatureVerdict> {
    const known = KNOWN_OF_FOUND.get(signed.tbs) ?? new Map<string, SignatureVerdict>();
    KNOWN_OF_FOUND.set(signed.tbs, known);
    const { minRsaBits, allowSha1 } = policy;
    const key = `${minRsaBits} ${allowSha1} ${bytesToHex(by.spki.der)}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const verdict = await this.#verdictOf(signed, by, policy, new Work({ signal: this.#work.signal }));
    known.set(key, verdict);
    return verdict;
  }

  async #verdictOf(
    { signatureAlgorithm, tbs, signature }: Signed,
    by: Certificate,
    policy: SignaturePolicy,
    work: Work,
  ): Promise<SignatureVerdict> {
    await this.#work.pause();
    return verifySignature({
      ...policy,
      algorithm: signatureAlgorithm,
      spki: by.spki.der,
      data: tbs,
      signature,
      work,
    });
  }
}
