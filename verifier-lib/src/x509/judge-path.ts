/** Is one path valid. */

import { isSameBytes } from "@svc-proof/shared/encoding";
import type { Certificate } from "./certificate.js";
import { type CertificateInPath, crlState } from "./crl-state.js";
import type { NameConstraintChecks } from "./name-constraints.js";
import { isSameName } from "./names.js";
import { ocspState } from "./ocsp-state.js";
import type {
  PathFault,
  PathParameters,
  RevocationReason,
  RevocationState,
  ValidPath,
} from "./path-types.js";
import { validPolicies } from "./policies.js";
import { gravestWord, type RevocationSearch, type RevocationWord, SILENT } from "./revocation.js";

// The revocation state of one certificate according to the given data: RFC 5280, section 6.3; RFC 6960,
// section 3.2. Does not fetch anything.

/** @param place an issuer that has been checked itself. */
export function revocationState(
  place: CertificateInPath,
  asked: Pick<PathParameters, "time" | "existedBy" | "now">,
  search: RevocationSearch,
): Promise<RevocationWord> {
  return wordOfAll(place, asked, search, []);
}

/** Levels of responders that answer about other responders. No real authority has as many. */
const MAX_RESPONDERS_ASKED = 2;
const UNITS_PER_WORD = 4;

/** @param asking responders whose revocation is being checked, so that none is asked about itself. */
async function wordOfAll(
  place: CertificateInPath,
  asked: Pick<PathParameters, "time" | "existedBy" | "now">,
  search: RevocationSearch,
  asking: readonly Certificate[],
): Promise<RevocationWord> {
  const { certificate, issuer, above } = place;
  const words: RevocationWord[] = [];
  const lists = new Set([...search.listsOf(certificate.issuer), ...search.indirectLists]);
  search.work.spend(UNITS_PER_WORD * (1 + lists.size));
  for (const crl of lists) {
    await search.work.pause();
    words.push(await crlState(crl, place, asked, search));
  }
  for (const answers of await search.answersAbout(certificate, issuer)) {
    await search.work.pause();
    const askOfDelegate = async (delegate: Certificate, producedAt: Date) => {
      if (asking.length === MAX_RESPONDERS_ASKED || asking.includes(delegate)) return SILENT;
      const ofDelegate = { certificate: delegate, issuer, above };
      return wordOfAll(ofDelegate, { time: producedAt }, search, [...asking, delegate]);
    };
    words.push(await ocspState(answers, place, asked, search, askOfDelegate));
  }
  return gravestWord(words);
}

/**
 * Judges a complete path, from leaf to anchor, whose signatures and certificates have been checked one by
 * one: RFC 5280, section 6.1.
 */
export interface JudgedFault extends PathFault {
  readonly certificate: Certificate;
  readonly revocation: RevocationState | null;
}

/** State the search keeps between paths. */
export interface JudgedWith {
  readonly names: NameConstraintChecks;
  readonly revocation: RevocationSearch;
}

/**
 * Returns the first fault, or the result of a valid path.
 *
 * @throws FormatError (`path_too_costly`, `work_limit_exceeded`); the abort reason of the signal.
 */
export async function judgePath(
  chain: readonly Certificate[],
  parameters: PathParameters,
  { names, revocation: search }: JudgedWith,
): Promise<JudgedFault | ValidPath> {
  const nameFault = names.faultOf(chain);
  if (nameFault !== null) return { ...nameFault, revocation: null };
  // Certificates below the anchor. A leaf that is the anchor still reports its own policies.
  const policies = validPolicies(
    chain.slice(0, Math.max(1, chain.length - 1)).reverse(),
    parameters,
    search.work,
  );
  if ("code" in policies) return { ...policies, revocation: null };
  const words: RevocationWord[] = [];
  for (const [i, certificate] of chain.slice(0, -1).entries()) {
    const place = { certificate, issuer: chain[i + 1]!, above: chain.slice(i + 2) };
    const word = await revocationState(place, parameters, search);
    const fault =
      revocationFault(certificate, word) ??
      (await twinFault(certificate, chain.slice(i + 1), parameters, search));
    if (fault !== null) return fault;
    words.push(word);
  }
  const anchor = chain.at(-1)!;
  const word = await anchorRevocation(anchor, parameters, search);
  if (word !== null) {
    const fault = revocationFault(anchor, word);
    if (fault !== null) return fault;
    words.push(word);
  }
  return {
    isValid: true,
    chain,
    anchor,
    policies: policies.policies,
    revocation: words.map(({ state }) => state),
    restsOnExistence: words.some(({ restsOnExistence }) => restsOnExistence),
  };
}

function revocationFault(certificate: Certificate, { state }: RevocationWord): JudgedFault | null {
  const { status, revokedAt, message } = state;
  if (status === "revoked") {
    return { code: "revoked", message: `at ${revokedAt?.toISOString()}`, certificate, revocation: state };
  }
  if (status === "undetermined") {
    return { code: "revocation_undetermined", message: message ?? "", certificate, revocation: state };
  }
  return null;
}

/** Reasons that concern the key rather than one certificate: it may be compromised. */
const OF_THE_KEY: ReadonlySet<RevocationReason | null> = new Set([
  "keyCompromise",
  "cACompromise",
  "aACompromise",
]);

/** Finds another available certificate with the same name and key that is revoked because the key is compromised. */
async function twinFault(
  certificate: Certificate,
  above: readonly Certificate[],
  parameters: PathParameters,
  search: RevocationSearch,
): Promise<JudgedFault | null> {
  const { certificates, signatures, work } = search;
  if (!search.hasAny) return null;
  const entity = certificates.entityOf(certificate);
  for (const { certificate: twin, entity: ofTwin } of certificates.named(certificate.subject)) {
    work.spend(1);
    if (ofTwin !== entity || isSameBytes(twin.der, certificate.der)) continue;
    const anchors = certificates.named(twin.issuer).filter(({ isAnchor }) => isAnchor);
    for (const issuer of new Set([...above, ...anchors.map((anchor) => anchor.certificate)])) {
      if (!isSameName(issuer.subject, twin.issuer)) continue;
      if ((await signatures.authenticity(twin, issuer)) !== "valid") continue;
      const { state } = await revocationState({ certificate: twin, issuer, above: [] }, parameters, search);
      if (state.status !== "revoked" || !OF_THE_KEY.has(state.reason)) continue;
      const message = `another certificate for the same key was revoked: at ${state.revokedAt?.toISOString()}`;
      return { code: "revoked", message, certificate, revocation: state };
    }
  }
  return null;
}

/**
 * An anchor is trusted as it is, unless its issuer is also an anchor and has revoked it: whoever trusts both,
 * as in a bundle with a whole chain, trusts that revocation too. The issuer of a revocable anchor need not be trusted: the
 * anchor's own signature shows that it is the issuer. Null if no reliable revocation data exist.
 */
async function anchorRevocation(
  anchor: Certificate,
  parameters: PathParameters,
  search: RevocationSearch,
): Promise<RevocationWord | null> {
  const { certificates, signatures, work } = search;
  if (!search.hasAny) return null;
  const { revocableAnchors = [] } = parameters;
  work.spend(revocableAnchors.length);
  const isRevocable = revocableAnchors.some(({ der }) => isSameBytes(der, anchor.der));
  const words: RevocationWord[] = [];
  for (const { certificate: issuer, isAnchor } of certificates.named(anchor.issuer)) {
    work.spend(1);
    if (!(isAnchor || isRevocable) || isSameBytes(issuer.der, anchor.der)) continue;
    if ((await signatures.authenticity(anchor, issuer)) !== "valid") continue;
    words.push(await revocationState({ certificate: anchor, issuer, above: [] }, parameters, search));
  }
  const word = gravestWord(words);
  return word.weight === "unusable" || word.weight === "silent" ? null : word;
}
