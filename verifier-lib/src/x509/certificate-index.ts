/** Issuers by name and key. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { MAX_PATH_CERTIFICATES } from "../limits.js";
import { isWorkLimit, Work } from "../work/work.js";
import type { SignaturePolicy } from "./algorithms.js";
import type { Certificate, DistinguishedName } from "./certificate.js";
import { nameKey } from "./names.js";
import { type Found, SignatureChecks } from "./signatures.js";

/** Indexes the distinct certificates of one search by name, in one pass. */
export interface CandidateIssuer {
  readonly certificate: Certificate;
  readonly isAnchor: boolean;
  /** Equal for certificates with the same name and key. */
  readonly entity: string;
}

/** Indexing a certificate takes some microseconds in addition to hashing it. */
const UNITS_PER_CERTIFICATE = 16;
const HASHED_BYTES_PER_UNIT = 64;
const CANDIDATES_PER_UNIT = 8;

export class CertificateIndex {
  /** By subject name; anchors first. */
  readonly #bySubject = new Map<string, CandidateIssuer[]>();
  readonly #byFingerprint = new Map<string, CandidateIssuer>();
  readonly #inOrder = new Map<string, readonly CandidateIssuer[]>();
  readonly #entities = new Map<Certificate, string>();
  readonly #work: Work;

  /**
   * @param found those that were found and not stated, which are paid for by themselves. Default: none.
   * @throws FormatError `work_limit_exceeded`; the abort reason of the signal.
   */
  static async of(
    anchors: readonly Certificate[],
    intermediates: readonly Certificate[],
    work: Work,
    found: Required<Found>["found"] = new Set(),
  ): Promise<CertificateIndex> {
    const index = new CertificateIndex(work);
    for (const [certificates, isAnchor] of [
      [anchors, true],
      [intermediates, false],
    ] as const) {
      for (const certificate of certificates) {
        index.#add(certificate, isAnchor, found.has(certificate) ? new Work() : work);
        await work.pause();
      }
    }
    return index;
  }

  private constructor(work: Work) {
    this.#work = work;
  }

  isAnchor({ der }: Certificate): boolean {
    return this.#byFingerprint.get(digestOf(der, this.#work))?.isAnchor === true;
  }

  get all(): Iterable<CandidateIssuer> {
    return this.#byFingerprint.values();
  }

  named(name: DistinguishedName): readonly CandidateIssuer[] {
    return this.#bySubject.get(nameKey(name)) ?? [];
  }

  /** Equal for certificates with the same name and key. */
  entityOf(certificate: Certificate, work: Work = this.#work): string {
    const known = this.#entities.get(certificate);
    if (known !== undefined) return known;
    const entity = `${digestOf(certificate.spki.der, work)} ${nameKey(certificate.subject)}`;
    this.#entities.set(certificate, entity);
    return entity;
  }

  /**
   * Issuers with the key identifier that the certificate names come first, then those without one, and of each anchors before
   * others: a hint, not a proof (RFC 4158, section 3.5.12).
   */
  issuersOf({ issuer, authorityKeyIdentifier }: Certificate): readonly CandidateIssuer[] {
    const candidates = this.named(issuer);
    if (candidates.length < 2) return candidates;
    const wanted = hexOf(authorityKeyIdentifier?.keyIdentifier);
    const id = `${wanted} ${nameKey(issuer)}`;
    const known = this.#inOrder.get(id);
    if (known !== undefined) return known;
    this.#work.spend(Math.ceil(candidates.length / CANDIDATES_PER_UNIT));
    const byDistance: readonly CandidateIssuer[][] = [[], [], [], [], [], []];
    for (const candidate of candidates) {
      const identifier = hexOf(candidate.certificate.subjectKeyIdentifier);
      const isKnown = wanted !== "" && identifier !== "";
      const distance = isKnown ? (identifier === wanted ? 0 : 2) : 1;
      byDistance[2 * distance + (candidate.isAnchor ? 0 : 1)]!.push(candidate);
    }
    const inOrder = byDistance.flat();
    this.#inOrder.set(id, inOrder);
    return inOrder;
  }

  #add(certificate: Certificate, isAnchor: boolean, work: Work): void {
    work.spend(UNITS_PER_CERTIFICATE);
    const fingerprint = digestOf(certificate.der, work);
    if (this.#byFingerprint.has(fingerprint)) return;
    const candidate = { certificate, isAnchor, entity: this.entityOf(certificate, work) };
    this.#byFingerprint.set(fingerprint, candidate);
    const key = nameKey(certificate.subject);
    const known = this.#bySubject.get(key);
    if (known === undefined) this.#bySubject.set(key, [candidate]);
    else known.push(candidate);
  }
}

function digestOf(bytes: Uint8Array, work: Work): string {
  work.spend(1 + Math.ceil(bytes.length / HASHED_BYTES_PER_UNIT));
  return bytesToHex(sha256(bytes));
}

/** Identifiers are hashes of 20 or 32 bytes. For a hint, the first 64 bytes are enough. */
function hexOf(identifier: Uint8Array | null | undefined): string {
  return identifier ? bytesToHex(identifier.subarray(0, 64)) : "";
}

/** A link of a chain that proves nothing may be signed with a short key or SHA-1. */
const SHOWN: SignaturePolicy = { minRsaBits: 1024, allowSha1: true };

/**
 * Follows the issuers of a certificate upwards, as far as those at hand go. Each certificate is signed by the next one;
 * nothing else is checked, so the result says where a chain leads, and not that it may be trusted.
 *
 * @param issuers certificates at hand, in any order.
 * @param found those of them that were found and not stated. Default: none.
 * @returns from the leaf upwards, never empty.
 * @throws FormatError `work_limit_exceeded`; the abort reason of the signal.
 */
export async function followIssuers(
  leaf: Certificate,
  issuers: readonly Certificate[],
  work: Work,
  found: Required<Found>["found"] = new Set(),
): Promise<readonly Certificate[]> {
  const certificates = await CertificateIndex.of([], issuers, work, found);
  const signatures = new SignatureChecks({ ...SHOWN, found }, work);
  const chain = [leaf];
  const entities = new Set([certificates.entityOf(leaf)]);
  try {
    for (let next = await issuerOf(leaf); next !== null; next = await issuerOf(next)) {
      chain.push(next);
      if (chain.length === MAX_PATH_CERTIFICATES) break;
      entities.add(certificates.entityOf(next));
    }
  } catch (error) {
    // Too many look-alikes of an issuer: the chain is known up to there.
    if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
  }
  return chain;

  async function issuerOf(certificate: Certificate): Promise<Certificate | null> {
    for (const { certificate: issuer, entity } of certificates.issuersOf(certificate)) {
      work.spend(1);
      if (entities.has(entity)) continue;
      if ((await signatures.verify(certificate, issuer)) === "valid") return issuer;
    }
    return null;
  }
}
