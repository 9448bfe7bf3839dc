/** Which lists and responses count. */

import { sha1 } from "@noble/hashes/legacy.js";
import { sha224, sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { isSameBytes } from "@svc-proof/shared/encoding";
import type { Work } from "../work/work.js";
import type { Certificate, DistinguishedName } from "./certificate.js";
import type { CertificateIndex } from "./certificate-index.js";
import { nameKey } from "./names.js";
import type {
  Crl,
  OcspResponse,
  PathParameters,
  RevocationReason,
  RevocationState,
  SingleOcspResponse,
} from "./path-types.js";
import type { SignatureChecks } from "./signatures.js";

// The revocation data of one search for a path, indexed by the certificates they concern.

/** These hashes identify names and keys and prove nothing. RFC 5019 requires SHA-1. */
const HASHES: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  "1.3.14.3.2.26": sha1,
  "2.16.840.1.101.3.4.2.4": sha224,
  "2.16.840.1.101.3.4.2.1": sha256,
  "2.16.840.1.101.3.4.2.2": sha384,
  "2.16.840.1.101.3.4.2.3": sha512,
};
/** Whether an answer that names an issuer by this hash, in dotted decimal, can be recognised. */
export function isKnownHash(oid: string): boolean {
  return Object.hasOwn(HASHES, oid);
}

const SHA_1 = "1.3.14.3.2.26";
const HASHED_BYTES_PER_UNIT = 32;

/** The answers of one response about one certificate. */
export interface OcspAnswers {
  readonly response: OcspResponse;
  readonly answers: readonly SingleOcspResponse[];
}

export class RevocationSearch {
  readonly signatures: SignatureChecks;
  readonly certificates: CertificateIndex;
  readonly work: Work;
  /** Whether there are any lists or responses. */
  readonly hasAny: boolean;
  /** Lists that cover certificates of other issuers too. */
  readonly indirectLists: readonly Crl[];
  readonly #listsByIssuer: ReadonlyMap<string, readonly Crl[]>;
  readonly #responsesBySerial: ReadonlyMap<string, readonly OcspAnswers[]>;
  readonly #digests = new Map<Certificate, Map<string, IssuerDigests>>();

  /** @throws FormatError `work_limit_exceeded`; the abort reason of the signal. */
  static async of(
    { crls = [], ocspResponses = [] }: Pick<PathParameters, "crls" | "ocspResponses">,
    certificates: CertificateIndex,
    signatures: SignatureChecks,
    work: Work,
  ): Promise<RevocationSearch> {
    work.spend(crls.length + ocspResponses.length);
    const responsesBySerial = new Map<string, OcspAnswers[]>();
    for (const response of ocspResponses) {
      await work.pause();
      work.spend(response.responses.length);
      for (const [serial, answers] of grouped(response.responses, (answer) => answer.serialNumberHex)) {
        const known = responsesBySerial.get(serial);
        if (known === undefined) responsesBySerial.set(serial, [{ response, answers }]);
        else known.push({ response, answers });
      }
    }
    return new RevocationSearch(crls, responsesBySerial, certificates, signatures, work);
  }

  private constructor(
    crls: readonly Crl[],
    responsesBySerial: ReadonlyMap<string, readonly OcspAnswers[]>,
    certificates: CertificateIndex,
    signatures: SignatureChecks,
    work: Work,
  ) {
    this.signatures = signatures;
    this.certificates = certificates;
    this.work = work;
    this.hasAny = crls.length + responsesBySerial.size > 0;
    this.#listsByIssuer = grouped(crls, ({ issuer }) => nameKey(issuer));
    this.indirectLists = crls.filter(({ issuingDistributionPoint }) => issuingDistributionPoint?.isIndirect);
    this.#responsesBySerial = responsesBySerial;
  }

  listsOf(issuer: DistinguishedName): readonly Crl[] {
    return this.#listsByIssuer.get(nameKey(issuer)) ?? [];
  }

  /** Every answer about the certificate, from all responses. */
  async answersAbout({ serialNumberHex }: Certificate, issuer: Certificate): Promise<readonly OcspAnswers[]> {
    const found: OcspAnswers[] = [];
    for (const { response, answers } of this.#responsesBySerial.get(serialNumberHex) ?? []) {
      await this.work.pause();
      this.work.spend(answers.length);
      const about = answers.filter(({ hashAlgorithm, issuerNameHash, issuerKeyHash }) => {
        const digests = this.#digestsOf(issuer, hashAlgorithm);
        return (
          digests !== null &&
          isSameBytes(digests.name, issuerNameHash) &&
          isSameBytes(digests.key, issuerKeyHash)
        );
      });
      if (about.length > 0) found.push({ response, answers: about });
    }
    return found;
  }

  /** SHA-1 of the public key, which may identify a responder. */
  keyHashOf(certificate: Certificate): Uint8Array {
    return this.#digestsOf(certificate, SHA_1)!.key;
  }

  /** Null for an unsupported hash. */
  #digestsOf(certificate: Certificate, oid: string): IssuerDigests | null {
    if (!isKnownHash(oid)) return null;
    const hash = HASHES[oid]!;
    const known = this.#digests.get(certificate) ?? new Map<string, IssuerDigests>();
    this.#digests.set(certificate, known);
    const before = known.get(oid);
    if (before !== undefined) return before;
    const { subject, spki } = certificate;
    this.work.spend(2 + Math.ceil((subject.der.length + spki.publicKey.length) / HASHED_BYTES_PER_UNIT));
    const digests = { name: hash(subject.der), key: hash(spki.publicKey) };
    known.set(oid, digests);
    return digests;
  }
}

interface IssuerDigests {
  readonly name: Uint8Array;
  readonly key: Uint8Array;
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [item]);
    else known.push(item);
  }
  return groups;
}

// The statement of one list or response about a certificate, and its weight. Neither a newer nor a more
// reliable statement in favour of a certificate outweighs one against it.

/** From the gravest to the lightest. The gravest statement counts. */
const WEIGHTS = [
  "revoked",
  /**
   * The issuer says it is revoked, in a list or response that must not be relied on. No other statement may
   * then be relied on.
   */
  "doubtful",
  "good",
  /** It should cover the certificate but cannot be relied on. Another statement may decide. */
  "unusable",
  "silent",
] as const;

export type RevocationWeight = (typeof WEIGHTS)[number];

export interface RevocationWord {
  readonly weight: RevocationWeight;
  /** Whether it is good only because of the proof of existence. */
  readonly restsOnExistence: boolean;
  readonly state: RevocationState;
}

const STATUS: Readonly<Record<RevocationWeight, RevocationState["status"]>> = {
  revoked: "revoked",
  doubtful: "undetermined",
  good: "good",
  unusable: "undetermined",
  silent: "not_checked",
};

export function revocationWord(
  weight: RevocationWeight,
  state: Partial<Omit<RevocationState, "status">> = {},
  restsOnExistence = false,
): RevocationWord {
  return {
    weight,
    restsOnExistence,
    state: {
      status: STATUS[weight],
      source: null,
      revokedAt: null,
      reason: null,
      asOf: null,
      message: null,
      ...state,
    },
  };
}

/** No given revocation data covers the certificate. */
export const SILENT: RevocationWord = revocationWord("silent");

/** Of the gravest statements, the most informative one. */
export function gravestWord(words: readonly RevocationWord[]): RevocationWord {
  return words.reduce((first, next) => (isGraver(next, first) ? next : first), SILENT);
}

function isGraver(a: RevocationWord, b: RevocationWord): boolean {
  const difference = WEIGHTS.indexOf(a.weight) - WEIGHTS.indexOf(b.weight);
  if (difference !== 0) return difference < 0;
  // Report a revocation that had no effect, in particular one without effect because of a proof of existence.
  if (a.restsOnExistence !== b.restsOnExistence) return a.restsOnExistence;
  const [at, bt] = [a.state.revokedAt, b.state.revokedAt];
  if (at !== null && bt !== null) return at < bt;
  if (at !== null || bt !== null) return at !== null;
  // Otherwise prefer the later answer, or the reason why there is none.
  return (
    (a.state.asOf?.getTime() ?? -1) > (b.state.asOf?.getTime() ?? -1) ||
    (b.state.asOf === null && b.state.message === null && a.state.message !== null)
  );
}

export interface Revocation {
  readonly revokedAt: Date;
  readonly reason: RevocationReason | null;
  /** When the key was suspected to be compromised, if the list says so. */
  readonly invalidityDate: Date | null;
}

/**
 * A revocation takes effect at its time. An earlier signature stays valid in two cases: the reason rules out
 * a compromise of the key, where a missing reason does not (RFC 3161, section 4, point 1); or the signed data
 * is known to be older than the revocation and than the first suspicion (ETSI EN 319 102-1, section 5.6.2.4).
 *
 * @param existedBy the latest time at which the signed data is known to have existed, if any.
 */
export function isRevokedAt(
  { revokedAt, reason, invalidityDate }: Revocation,
  time: Date,
  existedBy?: Date,
): boolean {
  const countsFrom = invalidityDate !== null && invalidityDate < revokedAt ? invalidityDate : revokedAt;
  if (countsFrom <= time) return true;
  if (HARMLESS.has(reason)) return false;
  return existedBy === undefined || existedBy >= countsFrom;
}

/** Does not include `removeFromCRL`: outside a delta list, it contradicts that the certificate is listed. */
const HARMLESS: ReadonlySet<RevocationReason | null> = new Set([
  "unspecified",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
]);

/**
 * Whether a moment is after a bound with a resolution of one second, such as notAfter or nextUpdate. The
 * bound includes its whole second (RFC 5280, section 4.1.2.5: "inclusive"): 12:00:00.999 is not past
 * 12:00:00.
 */
export function isPastSecond(moment: Date, bound: Date): boolean {
  return Math.floor(moment.getTime() / 1000) > Math.floor(bound.getTime() / 1000);
}

/** How far clocks may differ: a list that was made this minute is not of the future. */
const MAX_AHEAD_MS = 300_000;

/** Whether a list or response was made after the moment of the verification, if that is known. */
export function isOfFuture(madeAt: Date, now: Date | undefined): boolean {
  return now !== undefined && madeAt.getTime() > now.getTime() + MAX_AHEAD_MS;
}
