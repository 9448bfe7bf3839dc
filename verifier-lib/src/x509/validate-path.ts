/**
 * Path building and validation: RFC 5280, section 6, with RFC 4158 for the search. Owns the decision whether a
 * certificate is to be believed. Does not fetch anything, and does not compare the leaf's name with any other.
 *
 * The search goes from the leaf upwards, depth first, and verifies a signature before it looks behind it, so that
 * look-alikes of an issuer cost one signature each. Whatever it does is counted and bounded.
 */

import { isSameBytes } from "../der/is-same-bytes.js";
import type { Certificate, DistinguishedName } from "./certificate.js";
import { issuerFault, leafFault } from "./certificate-fault.js";
import type { PathErrorCode } from "./error-code.js";
import { judgePath } from "./judge-path.js";
import {
  DEFAULT_MAX_INTERMEDIATES,
  MAX_JUDGED_PATHS,
  MAX_PATH_CERTIFICATES,
  MAX_SEARCH_STEPS,
} from "./limits.js";
import type { PathFault } from "./path-fault.js";
import type { PathFailure, PathParameters, PathResult, ValidPath } from "./path-result.js";
import { isSameName } from "./read-name.js";
import { SignatureChecks } from "./signature-checks.js";
import type { SignatureVerdict } from "./verify-signature.js";

/**
 * Looks for a chain of issuers from the leaf to an anchor that is valid for purpose and time. An anchor ends the chain
 * wherever it stands, the leaf itself included; its own signature and issuer do not count, all else that it says does.
 * Never throws on input.
 *
 * @example
 * const result = await validatePath({ leaf, intermediates, anchors, time: genTime, purpose: "1.3.6.1.5.5.7.3.8" });
 * if (result.isValid) console.log(result.anchor.subject.text, result.revocation[0]?.status);
 */
export async function validatePath(parameters: PathParameters): Promise<PathResult> {
  const { time, existedBy = time } = parameters;
  if (Number.isNaN(time.getTime() + existedBy.getTime())) {
    throw new RangeError("time and existedBy expected to be valid Dates");
  }
  return new Search(parameters).run();
}

/** How much a failure tells: one of a path to an anchor more than one of a candidate on the way. */
type Rank = 0 | 1 | 2;

class Search {
  readonly #parameters: PathParameters;
  readonly #isLeafAnchor: boolean;
  /** By the names of their subjects; anchors first. */
  readonly #bySubject = new Map<string, readonly Candidate[]>();
  readonly #signatures: SignatureChecks;
  readonly #maxIntermediates: number;
  /** Whatever is wrong with the leaf alone: told when there is a path, as else there is nobody to believe at all. */
  readonly #leafFault: PathFault | null;
  #steps = 0;
  #judged = 0;
  #isExhausted = false;
  #rank: Rank = 0;
  #failure: PathFailure;

  constructor(parameters: PathParameters) {
    const { leaf, anchors, intermediates } = parameters;
    this.#parameters = parameters;
    this.#signatures = new SignatureChecks(parameters);
    this.#maxIntermediates = parameters.maxIntermediates ?? DEFAULT_MAX_INTERMEDIATES;
    for (const [certificates, isAnchor] of [
      [anchors, true],
      [intermediates, false],
    ] as const) {
      for (const certificate of certificates) this.#add(certificate, isAnchor);
    }
    this.#isLeafAnchor = this.#named(leaf.subject).some(
      ({ certificate, isAnchor }) => isAnchor && isSameBytes(certificate.der, leaf.der),
    );
    this.#leafFault = leafFault(leaf, this.#isLeafAnchor, parameters);
    this.#failure = {
      isValid: false,
      code: "no_path",
      message: `no issuer at hand leads to an anchor: ${leaf.issuer.text}`,
      certificate: leaf,
      chain: [leaf],
      revocation: null,
    };
  }

  async run(): Promise<PathResult> {
    const { leaf } = this.#parameters;
    const path = this.#isLeafAnchor ? await this.#judge([leaf]) : await this.#extend([leaf], 0);
    if (path !== null) return path;
    if (this.#isExhausted && this.#rank < 2) {
      return { ...this.#failure, code: "path_too_costly", message: "the search was given up at its bounds" };
    }
    return this.#failure;
  }

  #add(certificate: Certificate, isAnchor: boolean): void {
    const known = this.#named(certificate.subject);
    if (known.some((candidate) => isSameBytes(candidate.certificate.der, certificate.der))) return;
    this.#bySubject.set(nameKey(certificate.subject), [...known, { certificate, isAnchor }]);
  }

  #named(name: DistinguishedName): readonly Candidate[] {
    return this.#bySubject.get(nameKey(name)) ?? [];
  }

  /** @param intermediates those of the chain, the leaf not counted, that are not self-issued. */
  async #extend(chain: readonly Certificate[], intermediates: number): Promise<ValidPath | null> {
    const last = chain.at(-1)!;
    for (const candidate of this.#candidates(last)) {
      if (this.#isExhausted) return null;
      if (++this.#steps > MAX_SEARCH_STEPS || chain.length === MAX_PATH_CERTIFICATES) {
        this.#isExhausted = true;
        return null;
      }
      const { certificate: issuer, isAnchor } = candidate;
      // RFC 4158, section 5.2: the same name with the same key leads nowhere new.
      if (chain.some((below) => isSameEntity(below, issuer))) continue;
      const longer = [...chain, issuer];
      const counted = intermediates + (isAnchor || issuer.isSelfIssued ? 0 : 1);
      const fault = issuerFault(issuer, isAnchor, intermediates, this.#parameters);
      if (fault !== null) {
        this.#note(1, longer, issuer, fault);
        continue;
      }
      if (counted > this.#maxIntermediates) {
        this.#note(1, longer, issuer, { code: "path_too_long", message: `${counted} intermediates` });
        continue;
      }
      const verdict = await this.#signatures.verify(last, issuer);
      if (verdict === null) {
        this.#isExhausted = true;
        return null;
      }
      if (verdict !== "valid") {
        this.#note(1, longer, last, { code: SIGNATURE_CODES[verdict], message: `by ${issuer.subject.text}` });
        continue;
      }
      const path = isAnchor ? await this.#judge(longer) : await this.#extend(longer, counted);
      if (path !== null) return path;
    }
    return null;
  }

  async #judge(chain: readonly Certificate[]): Promise<ValidPath | null> {
    if (this.#leafFault !== null) {
      this.#note(2, chain, chain[0]!, this.#leafFault);
      return null;
    }
    if (++this.#judged > MAX_JUDGED_PATHS) {
      this.#isExhausted = true;
      return null;
    }
    const judged = await judgePath(chain, this.#parameters, this.#signatures);
    if ("isValid" in judged) return judged;
    this.#note(2, chain, judged.certificate, judged);
    return null;
  }

  /** Anchors first, and of the others those whose key identifier fits: a hint, not a proof (RFC 4158, section 3.5.12). */
  #candidates({ issuer, authorityKeyIdentifier }: Certificate): readonly Candidate[] {
    const candidates = this.#named(issuer);
    if (candidates.length < 2) return candidates;
    const wanted = authorityKeyIdentifier?.keyIdentifier;
    const distance = ({ certificate: { subjectKeyIdentifier }, isAnchor }: Candidate) => {
      const isOther = wanted && subjectKeyIdentifier && !isSameBytes(subjectKeyIdentifier, wanted);
      return (isOther ? 2 : 0) + (isAnchor ? 0 : 1);
    };
    return [...candidates].sort((a, b) => distance(a) - distance(b));
  }

  /** Keeps the first failure of those that tell most. */
  #note(
    rank: Rank,
    chain: readonly Certificate[],
    certificate: Certificate,
    { code, message, revocation = null }: PathFault & Partial<Pick<PathFailure, "revocation">>,
  ): void {
    if (rank <= this.#rank) return;
    this.#rank = rank;
    this.#failure = { isValid: false, code, message, certificate, chain, revocation };
  }
}

interface Candidate {
  readonly certificate: Certificate;
  readonly isAnchor: boolean;
}

const SIGNATURE_CODES: Readonly<Record<Exclude<SignatureVerdict, "valid">, PathErrorCode>> = {
  invalid: "signature_invalid",
  algorithm_unsupported: "algorithm_unsupported",
  algorithm_mismatch: "algorithm_mismatch",
  key_malformed: "key_malformed",
  key_too_weak: "key_too_weak",
  hash_too_weak: "hash_too_weak",
};

function isSameEntity(a: Certificate, b: Certificate): boolean {
  return isSameBytes(a.spki.der, b.spki.der) && isSameName(a.subject, b.subject);
}

function nameKey({ canonical }: DistinguishedName): string {
  return JSON.stringify(canonical);
}
