/**
 * Verifies each signature of one search once, up to a limit. Without one, a bundle of look-alikes would take
 * minutes.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import type { Work } from "../work/work.js";
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

export class SignatureChecks {
  readonly #policy: SignaturePolicy;
  readonly #work: Work;
  readonly #known = new Map<Signed, Map<Certificate, SignatureVerdict>>();
  readonly #knownToWarn = new Map<Signed, Map<Certificate, SignatureVerdict>>();
  #left = MAX_SEARCH_SIGNATURES;

  constructor({ minRsaBits, allowSha1 }: SignaturePolicy, work: Work) {
    this.#work = work;
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
    if (this.#left === 0) {
      throw new FormatError<PathErrorCode>("path_too_costly", "the path search reached its limit", 0);
    }
    this.#left--;
    await this.#work.pause();
    const verdict = await verifySignature({
      ...policy,
      algorithm: signed.signatureAlgorithm,
      spki: by.spki.der,
      data: signed.tbs,
      signature: signed.signature,
      work: this.#work,
    });
    known.set(by, verdict);
    all.set(signed, known);
    return verdict;
  }
}
