/**
 * Verifies each signature of one search once, up to a limit. Without one, a bundle of look-alikes would take
 * minutes.
 */
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { Work } from "../work/work.js";
import type { AlgorithmIdentifier, Certificate } from "./certificate.js";
import type { PathErrorCode } from "./error-code.js";
import { MAX_SEARCH_SIGNATURES } from "./limits.js";
import type { SignaturePolicy } from "./signature-policy.js";
import { type SignatureVerdict, verifySignature } from "./verify-signature.js";

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
