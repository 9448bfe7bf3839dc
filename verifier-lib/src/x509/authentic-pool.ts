/**
 * What is authentic among certificates, revocation lists and OCSP responses: signed by the key of an authority that leads
 * up to an anchor. Only that enters a search for a path. Anyone can write copies of an issuer or lists under its name; they
 * would use up the limits of the search, and stand before the true ones.
 *
 * Authentic is not valid: dates, purposes and constraints are judged in the search.
 */

import { sha1 } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { isWorkLimit, Work } from "../work/work.js";
import type { Certificate } from "./certificate.js";
import { isSameName, nameKey } from "./names.js";
import type { Crl, OcspResponse, PathParameters } from "./path-types.js";
import { isKnownHash } from "./revocation.js";
import { type Found, SignatureChecks, type Signed } from "./signatures.js";

/** The authentic part of what a search is given. */
export interface AuthenticMaterial
  extends Required<Pick<PathParameters, "intermediates" | "crls" | "ocspResponses">> {
  /**
   * Lists of these authorities, and responses about these certificates, that cannot be judged: nothing here computes the
   * algorithm of their signature, or the hash by which a response names the issuer, or reads the responder's certificate. One more where so many were found under the name of
   * an anchor's issuer that not all are tried.
   */
  readonly unjudged: number;
}

/** Comparing names and keys of a certificate, in addition to its signatures. */
const UNITS_PER_CERTIFICATE = 16;

/** @throws FormatError `work_limit_exceeded`; the abort reason of the signal. */
export async function authenticMaterial(parameters: PathParameters, work: Work): Promise<AuthenticMaterial> {
  const { leaf, anchors, revocableAnchors = [], intermediates, crls = [], ocspResponses = [] } = parameters;
  const { found = new Set() } = parameters;
  const pool = new AuthenticPool(found, work);
  const wanted = [
    // Another certificate for the key of the leaf may be revoked.
    leaf.subject,
    leaf.issuer,
    ...anchors.map(({ issuer }) => issuer),
    ...crls.map(({ issuer }) => issuer),
    ...ocspResponses.flatMap(({ responder }) => ("name" in responder ? responder.name : [])),
    ...(await respondersByKey(ocspResponses, intermediates, found, work)),
  ].map(nameKey);
  const candidates = await namedUpwards(wanted, intermediates, found, work);
  const { above, isWhole } = await issuersOf(revocableAnchors, candidates, found, work);
  await pool.addAll([...anchors, ...above], candidates);
  let unjudged = isWhole || crls.length + ocspResponses.length === 0 ? 0 : 1;
  const authenticCrls: Crl[] = [];
  for (const crl of crls) {
    const authenticity = await pool.authenticity(crl, pool.named(crl.issuer));
    if (authenticity === "authentic") authenticCrls.push(crl);
    if (authenticity === "unknown") unjudged++;
  }
  const authentic = intermediates.filter((certificate) => pool.has(certificate));
  const serialNumbers = new Set([leaf, ...authentic].map(({ serialNumberHex }) => serialNumberHex));
  const authenticResponses: OcspResponse[] = [];
  for (const response of ocspResponses) {
    const found = await pool.responseOf(response);
    if (typeof found !== "string") authenticResponses.push(found);
    const about = response.responses.filter((answer) => serialNumbers.has(answer.serialNumberHex));
    const isOpen = found === "unknown" || (found !== "false" && isOfUnknownHash(about));
    if (isOpen && about.length > 0) unjudged++;
  }
  return {
    unjudged,
    intermediates: authentic,
    crls: authenticCrls,
    ocspResponses: authenticResponses,
  };
}

/**
 * Nobody trusts the issuer of an anchor: that it signed the anchor makes it the one that may revoke it. Those that were found are
 * tried from a budget of their own: anyone can write the name.
 */
async function issuersOf(
  anchors: readonly Certificate[],
  candidates: readonly Certificate[],
  found: Required<Found>["found"],
  work: Work,
): Promise<{ readonly above: readonly Certificate[]; readonly isWhole: boolean }> {
  const stated = new AuthenticPool(found, work);
  const others = new AuthenticPool(found, new Work({ signal: work.signal }));
  const above: Certificate[] = [];
  let isWhole = true;
  for (const candidate of candidates) {
    const isFound = found.has(candidate);
    for (const anchor of anchors) {
      if (!isSameName(anchor.issuer, candidate.subject) || (isFound && !isWhole)) continue;
      try {
        if (await (isFound ? others : stated).isFrom(anchor, [candidate])) above.push(candidate);
      } catch (error) {
        if (!isFound || !isWorkLimit(error)) throw error;
        isWhole = false;
      }
    }
  }
  return { above, isWhole };
}

/** Whether nobody can tell here whose certificates the answers are about: each names the issuer by a hash that is not known. */
function isOfUnknownHash(answers: OcspResponse["responses"]): boolean {
  return answers.every(({ hashAlgorithm }) => !isKnownHash(hashAlgorithm));
}

/** Names of certificates whose key a response names as that of its signer. */
async function respondersByKey(
  responses: readonly OcspResponse[],
  certificates: readonly Certificate[],
  found: Required<Found>["found"],
  work: Work,
): Promise<readonly Certificate["subject"][]> {
  const keys = new Set(
    responses.flatMap(({ responder }) => ("name" in responder ? [] : bytesToHex(responder.keyHash))),
  );
  const names: Certificate["subject"][] = [];
  for (const certificate of keys.size === 0 ? [] : certificates) {
    if (!found.has(certificate)) work.spend(UNITS_PER_CERTIFICATE);
    await work.pause();
    if (keys.has(keyHashOf(certificate))) names.push(certificate.subject);
  }
  return names;
}

const KEY_HASHES = new WeakMap<Certificate, string>();

/** SHA-1 of the key, by which a response may name its signer: lower-case hexadecimal. */
function keyHashOf(certificate: Certificate): string {
  const known = KEY_HASHES.get(certificate) ?? bytesToHex(sha1(certificate.spki.publicKey));
  KEY_HASHES.set(certificate, known);
  return known;
}

/** The certificates that have one of the names, or the name of an issuer of such a one, and so on. */
async function namedUpwards(
  names: readonly string[],
  certificates: readonly Certificate[],
  found: Required<Found>["found"],
  work: Work,
): Promise<readonly Certificate[]> {
  const bySubject = new Map<string, Certificate[]>();
  for (const certificate of certificates) {
    if (!found.has(certificate)) work.spend(UNITS_PER_CERTIFICATE);
    await work.pause();
    const key = nameKey(certificate.subject);
    const same = bySubject.get(key);
    if (same === undefined) bySubject.set(key, [certificate]);
    else same.push(certificate);
  }
  const reached = new Set(names);
  const upwards: Certificate[] = [];
  for (const name of reached) {
    for (const certificate of bySubject.get(name) ?? []) {
      upwards.push(certificate);
      // A set that grows is walked to its end.
      reached.add(nameKey(certificate.issuer));
    }
  }
  return upwards;
}

class AuthenticPool {
  readonly #found: Required<Found>["found"];
  readonly #signatures: SignatureChecks;
  readonly #work: Work;
  readonly #all = new Set<Certificate>();
  /** By subject, one for each key. */
  readonly #bySubject = new Map<string, Map<string, Certificate>>();

  constructor(found: Required<Found>["found"], work: Work) {
    this.#found = found;
    this.#signatures = new SignatureChecks({ found }, work, Number.POSITIVE_INFINITY);
    this.#work = work;
  }

  has(certificate: Certificate): boolean {
    return this.#all.has(certificate);
  }

  /** One certificate for each authentic key of a name. */
  named(name: Certificate["subject"]): readonly Certificate[] {
    return [...(this.#bySubject.get(nameKey(name))?.values() ?? [])];
  }

  /** From the anchors down: each certificate is checked against each authentic key of its issuer's name. */
  async addAll(anchors: readonly Certificate[], certificates: readonly Certificate[]): Promise<void> {
    const waiting = new Map<string, Set<Certificate>>();
    for (const certificate of certificates) {
      const key = nameKey(certificate.issuer);
      const same = waiting.get(key);
      if (same === undefined) waiting.set(key, new Set([certificate]));
      else same.add(certificate);
    }
    const issuers: Certificate[] = [];
    const add = (certificate: Certificate, isAnchor: boolean) => {
      this.#all.add(certificate);
      const isNewKey = this.#addKey(certificate);
      if (isNewKey && (isAnchor || certificate.basicConstraints?.isCa === true)) issuers.push(certificate);
    };
    for (const anchor of anchors) add(anchor, true);
    for (let issuer = issuers.pop(); issuer !== undefined; issuer = issuers.pop()) {
      const below = waiting.get(nameKey(issuer.subject)) ?? new Set();
      for (const certificate of below) {
        if (!(await this.isFrom(certificate, [issuer]))) continue;
        below.delete(certificate);
        add(certificate, false);
      }
    }
  }

  async isFrom(signed: Signed, issuers: readonly Certificate[]): Promise<boolean> {
    return (await this.authenticity(signed, issuers)) === "authentic";
  }

  /**
   * Whether one of these keys made the signature, even with an algorithm that counts for nothing else. `unknown`: none is
   * shown to have made it, and the algorithm is not known here.
   */
  async authenticity(
    signed: Signed,
    issuers: readonly Certificate[],
  ): Promise<"authentic" | "unknown" | "false"> {
    let found: "unknown" | "false" = "false";
    for (const issuer of issuers) {
      await this.#work.pause();
      const authenticity = await this.#signatures.authenticity(signed, issuer);
      if (authenticity === "valid" || authenticity === "weak") return "authentic";
      if (authenticity === "unknown") found = "unknown";
    }
    return found;
  }

  /** The response with those of its certificates that are authentic, which are not signed with it; else what it is. */
  async responseOf(response: OcspResponse): Promise<OcspResponse | "unknown" | "false"> {
    const { responder } = response;
    const work = this.#found.has(response) ? new Work({ signal: this.#work.signal }) : this.#work;
    const isResponder = (certificate: Certificate) =>
      "name" in responder
        ? isSameName(responder.name, certificate.subject)
        : keyHashOf(certificate) === bytesToHex(responder.keyHash);
    const certificates: Certificate[] = [];
    for (const delegate of response.certificates) {
      work.spend(UNITS_PER_CERTIFICATE);
      if (isResponder(delegate) && (await this.isFrom(delegate, this.named(delegate.issuer)))) {
        certificates.push(delegate);
      }
    }
    const known = "name" in responder ? this.named(responder.name) : [...this.#all];
    work.spend(known.length);
    const signers = [...certificates, ...known.filter(isResponder)];
    const authenticity = await this.authenticity(response, signers);
    if (authenticity === "authentic") return { ...response, certificates };
    return response.hasUnreadCertificates ? "unknown" : authenticity;
  }

  #addKey(certificate: Certificate): boolean {
    this.#work.spend(UNITS_PER_CERTIFICATE);
    const name = nameKey(certificate.subject);
    const keys = this.#bySubject.get(name) ?? new Map<string, Certificate>();
    this.#bySubject.set(name, keys);
    const key = bytesToHex(certificate.spki.der);
    if (keys.has(key)) {
      // The same key in a certificate of an authority may issue, whoever else has it.
      const known = keys.get(key)!;
      return known.basicConstraints?.isCa !== true && certificate.basicConstraints?.isCa === true;
    }
    keys.set(key, certificate);
    return true;
  }
}
