/** The signatures of one search, each verified once, up to a bound: else a bundle of look-alikes would take minutes. */
import type { AlgorithmIdentifier, Certificate } from "./certificate.js";
import { MAX_SEARCH_SIGNATURES } from "./limits.js";
import type { SignaturePolicy } from "./signature-policy.js";
import { type SignatureVerdict, verifySignature } from "./verify-signature.js";

/** A certificate, a revocation list or an OCSP response. */
export interface Signed {
  readonly tbs: Uint8Array;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
}

export class SignatureChecks {
  readonly #policy: SignaturePolicy;
  readonly #known = new Map<Signed, Map<Certificate, SignatureVerdict>>();
  #left = MAX_SEARCH_SIGNATURES;

  constructor({ minRsaBits, allowSha1 }: SignaturePolicy) {
    this.#policy = {
      ...(minRsaBits === undefined ? {} : { minRsaBits }),
      ...(allowSha1 === undefined ? {} : { allowSha1 }),
    };
  }

  /** Whether the key of this certificate made the signature; null when the bound is reached. */
  async verify(signed: Signed, by: Certificate): Promise<SignatureVerdict | null> {
    const known = this.#known.get(signed) ?? new Map<Certificate, SignatureVerdict>();
    const before = known.get(by);
    if (before !== undefined) return before;
    if (this.#left === 0) return null;
    this.#left--;
    const verdict = await verifySignature({
      ...this.#policy,
      algorithm: signed.signatureAlgorithm,
      spki: by.spki.der,
      data: signed.tbs,
      signature: signed.signature,
    });
    known.set(by, verdict);
    this.#known.set(signed, known);
    return verdict;
  }
}
