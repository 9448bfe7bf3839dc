/**
 * Builds and validates certification paths: RFC 5280, section 6, with the search of RFC 4158. Decides whether
 * to trust a certificate. Does not fetch anything, and does not check the leaf's name.
 *
 * The search takes only authentic candidates (authentic-pool.ts) and goes from the leaf upwards, depth first. All work is
 * counted and bounded.
 */

import { FormatError } from "@svc-proof/shared/encoding";
import {
  DEFAULT_MAX_INTERMEDIATES,
  MAX_JUDGED_PATHS,
  MAX_PATH_CERTIFICATES,
  MAX_SEARCH_STEPS,
} from "../limits.js";
import { isWorkLimit, Work } from "../work/work.js";
import { authenticMaterial } from "./authentic-pool.js";
import type { Certificate } from "./certificate.js";
import { issuerFault, leafFault } from "./certificate-fault.js";
import { CertificateIndex } from "./certificate-index.js";
import type { PathErrorCode } from "./codes.js";
import { type JudgedWith, judgePath } from "./judge-path.js";
import { NameConstraintChecks } from "./name-constraints.js";
import type { PathFailure, PathFault, PathParameters, PathResult, ValidPath } from "./path-types.js";
import { RevocationSearch } from "./revocation.js";
import { SignatureChecks, type SignatureVerdict } from "./signatures.js";

/**
 * Finds a chain of issuers from the leaf to an anchor that is valid for the purpose and time. The chain ends
 * at any anchor, even if the leaf itself is one. The anchor's own signature and issuer are ignored; the rest
 * of its contents counts. Never throws on input: an exhausted budget gives `work_limit_exceeded`.
 *
 * @example
 * const result = await validatePath({ leaf, intermediates, anchors, time: genTime, purpose:
 * "1.3.6.1.5.5.7.3.8" });
 * if (result.isValid) console.log(result.anchor.subject.text, result.revocation[0]?.status);
 */
export async function validatePath(parameters: PathParameters): Promise<PathResult> {
  const { time, existedBy = time } = parameters;
  if (Number.isNaN(time.getTime() + existedBy.getTime())) {
    throw new RangeError('"time" and "existedBy" expected valid Dates');
  }
  const { leaf, work = new Work() } = parameters;
  try {
    const { unjudged, ...authentic } = await authenticMaterial(parameters, work);
    const result = await searchPath({ ...parameters, ...authentic }, work);
    const isAll = authentic.intermediates.length === parameters.intermediates.length;
    const answer = { ...result, unjudgedRevocationData: unjudged };
    if (result.isValid || isAll || result.code !== "no_path") return answer;
    // Without a path nothing is at stake: why not is told of all that was given.
    const failure = await searchPath(parameters, work);
    return failure.isValid ? answer : { ...failure, unjudgedRevocationData: unjudged };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    if (isWorkLimit(error)) return { ...noPath(leaf, error.code, error.message), unjudgedRevocationData: 0 };
    throw error;
  }
}

async function searchPath(parameters: PathParameters, work: Work): Promise<ValidPath | PathFailure> {
  let search: Search | null = null;
  try {
    search = await Search.of(parameters, work);
    return await search.run();
  } catch (error) {
    if (error instanceof FormatError && error.code === "path_too_costly" && search !== null) {
      return search.givenUp();
    }
    throw error;
  }
}

/** Examining one candidate. Each of its extensions costs a fraction of it. */
const UNITS_PER_STEP = 8;

/** How informative a failure is: that of a path to an anchor more than that of a candidate on the way. */
type Rank = 0 | 1 | 2;

class Search {
  readonly #parameters: PathParameters;
  readonly #work: Work;
  readonly #certificates: CertificateIndex;
  readonly #signatures: SignatureChecks;
  readonly #judgedWith: JudgedWith;
  readonly #isLeafAnchor: boolean;
  readonly #maxIntermediates: number;
  /** A fault of the leaf alone. Reported only if there is a path: without one, nobody vouches for the leaf at all. */
  readonly #leafFault: PathFault | null;
  #steps = 0;
  #judged = 0;
  #isExhausted = false;
  #rank: Rank = 0;
  #failure: PathFailure;

  static async of(parameters: PathParameters, work: Work): Promise<Search> {
    const certificates = await CertificateIndex.of(
      parameters.anchors,
      parameters.intermediates,
      work,
      parameters.found,
    );
    const signatures = new SignatureChecks(parameters, work);
    const revocation = await RevocationSearch.of(parameters, certificates, signatures, work);
    return new Search(parameters, certificates, revocation, work);
  }

  private constructor(
    parameters: PathParameters,
    certificates: CertificateIndex,
    revocation: RevocationSearch,
    work: Work,
  ) {
    const { leaf } = parameters;
    this.#parameters = parameters;
    this.#work = work;
    this.#certificates = certificates;
    this.#signatures = revocation.signatures;
    this.#judgedWith = {
      names: new NameConstraintChecks(work),
      revocation,
    };
    this.#maxIntermediates = parameters.maxIntermediates ?? DEFAULT_MAX_INTERMEDIATES;
    this.#isLeafAnchor = certificates.isAnchor(leaf);
    this.#leafFault = leafFault(leaf, this.#isLeafAnchor, parameters);
    this.#failure = noPath(leaf, "no_path", "");
  }

  async run(): Promise<ValidPath | PathFailure> {
    const { leaf } = this.#parameters;
    const path = this.#isLeafAnchor
      ? await this.#judge([leaf])
      : await this.#extend([leaf], new Set([this.#certificates.entityOf(leaf)]), 0);
    if (path !== null) return path;
    if (this.#isExhausted && this.#rank < 2) return { ...this.#failure, ...TOO_COSTLY };
    if (this.#failure.code !== "no_path") return this.#failure;
    return noPath(leaf, "no_path", `no available issuer leads to a trust anchor: ${leaf.issuer.text}`);
  }

  /**
   * @param entities names and keys of the chain.
   * @param intermediates number of certificates of the chain, without the leaf, that are not self-issued.
   */
  async #extend(
    chain: readonly Certificate[],
    entities: ReadonlySet<string>,
    intermediates: number,
  ): Promise<ValidPath | null> {
    const last = chain.at(-1)!;
    for (const { certificate: issuer, isAnchor, entity } of this.#certificates.issuersOf(last)) {
      if (this.#isExhausted) return null;
      if (++this.#steps > MAX_SEARCH_STEPS || chain.length === MAX_PATH_CERTIFICATES) {
        this.#isExhausted = true;
        return null;
      }
      this.#work.spend(UNITS_PER_STEP + issuer.extensions.length);
      await this.#work.pause();
      // RFC 4158, section 5.2: a repeated name and key cannot lead to a new path.
      if (entities.has(entity)) continue;
      const longer = [...chain, issuer];
      const counted = intermediates + (isAnchor || issuer.isSelfIssued ? 0 : 1);
      const fault = issuerFault(issuer, isAnchor, intermediates, this.#parameters);
      if (fault !== null) {
        this.#note(1, longer, issuer, fault);
        continue;
      }
      if (counted > this.#maxIntermediates) {
        this.#note(1, longer, issuer, {
          code: "path_too_long",
          message: `expected at most ${this.#maxIntermediates} intermediates, got ${counted}`,
        });
        continue;
      }
      const verdict = await this.#signatures.verify(last, issuer);
      if (verdict !== "valid") {
        // Formats names only for the one failure that is reported.
        if (this.#rank === 0) {
          this.#note(1, longer, last, {
            code: SIGNATURE_CODES[verdict],
            message: `signed by ${issuer.subject.text}`,
          });
        }
        continue;
      }
      const path = isAnchor
        ? await this.#judge(longer)
        : await this.#extend(longer, new Set([...entities, entity]), counted);
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
    const judged = await judgePath(chain, this.#parameters, this.#judgedWith);
    if ("isValid" in judged) return judged;
    this.#note(2, chain, judged.certificate, judged);
    return null;
  }

  /** The failure found before the search was aborted: a fault of a whole path is more informative than the abort. */
  givenUp(): PathFailure {
    return this.#rank < 2 ? { ...this.#failure, ...TOO_COSTLY } : this.#failure;
  }

  /** Keeps the first of the most informative failures. */
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

const TOO_COSTLY = { code: "path_too_costly", message: "the path search reached its limit" } as const;

function noPath(leaf: Certificate, code: PathErrorCode, message: string): PathFailure {
  return { isValid: false, code, message, certificate: leaf, chain: [leaf], revocation: null };
}

const SIGNATURE_CODES: Readonly<Record<Exclude<SignatureVerdict, "valid">, PathErrorCode>> = {
  invalid: "signature_invalid",
  algorithm_unsupported: "algorithm_unsupported",
  algorithm_mismatch: "algorithm_mismatch",
  key_malformed: "key_malformed",
  key_too_weak: "key_too_weak",
  hash_too_weak: "hash_too_weak",
};
