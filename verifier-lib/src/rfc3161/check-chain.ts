/** The signer's chain to a trust anchor, and to a certificate of a trusted list: RFC 5280, section 6; ETSI EN 319 102-1. */
import { isSameBytes } from "../der/is-same-bytes.js";
import type { Work } from "../work/work.js";
import type { Certificate } from "../x509/certificate.js";
import { followIssuers } from "../x509/follow-issuers.js";
import { isPastSecond } from "../x509/is-past-second.js";
import type { PathFailure, RevocationState, ValidPath } from "../x509/path-result.js";
import type { Crl, OcspResponse } from "../x509/revocation-data.js";
import { validatePath } from "../x509/validate-path.js";
import { OID } from "./oid.js";
import type { TstInfo } from "./timestamp-token.js";
import {
  type Finding,
  failed,
  indeterminate,
  type ListedPath,
  type TimestampRevocation,
} from "./timestamp-verdict.js";

export interface ChainMaterial {
  readonly anchors: readonly Certificate[];
  /** Those anchors that a trusted list names. */
  readonly listed: readonly Certificate[];
  readonly intermediates: readonly Certificate[];
  readonly crls: readonly Crl[];
  readonly ocspResponses: readonly OcspResponse[];
  /** Those of them that were found and not stated. */
  readonly found?: ReadonlySet<Certificate | Crl | OcspResponse>;
}

export interface ChainResult {
  readonly chain: readonly Certificate[];
  readonly revocation: TimestampRevocation;
  /** As `PathResult` has it. */
  readonly unjudgedRevocationData: number;
  /** Whether the path is valid only because the token is proven to be older than a revocation. */
  readonly restsOnExistence: boolean;
  readonly finding: Finding | null;
}

/**
 * Builds and validates a chain from the signer to a trust anchor at the time of the token: RFC 5280, section 6.
 *
 * @param existedBy a time at which the token is proven to have existed; null if unknown.
 * @param now the verifier's clock.
 */
export async function checkChain(
  signer: Certificate,
  { genTimeRoundedDown: genTime, genTimeText }: TstInfo,
  { listed, ...material }: ChainMaterial,
  existedBy: Date | null,
  work: Work,
  now?: Date,
): Promise<ChainResult> {
  const { notBefore, notAfter } = signer;
  if (genTime < notBefore || isPastSecond(genTime, notAfter)) {
    const validity = `${notBefore.toISOString()} to ${notAfter.toISOString()}`;
    const message = `the signer's certificate is valid from ${validity}, not at ${genTimeText}`;
    return without(failed("signer_not_valid_at_gen_time", message));
  }
  if (material.anchors.length === 0) {
    return without(indeterminate("no_trust_anchor", "no certificate at hand is trusted"));
  }
  const path = await validatePath({
    leaf: signer,
    time: genTime,
    purpose: OID.timeStamping,
    ...(existedBy && { existedBy }),
    ...(now && { now }),
    ...material,
    revocableAnchors: listed,
    work,
  });
  const { unjudgedRevocationData } = path;
  if (!path.isValid) {
    const { revocation } = path;
    const finding = findingOf(path, signer, genTime);
    return { ...without(finding), revocation: revokedOf(revocation), unjudgedRevocationData };
  }
  return {
    unjudgedRevocationData,
    chain: path.chain,
    revocation: revocationOf(path),
    restsOnExistence: path.restsOnExistence,
    finding: null,
  };
}

const NOT_CHECKED: TimestampRevocation = { status: "not_checked", revokedAt: null, reason: null, asOf: null };

function without(finding: Finding): ChainResult {
  return {
    chain: [],
    revocation: NOT_CHECKED,
    unjudgedRevocationData: 0,
    restsOnExistence: false,
    finding,
  };
}

/** Good only if every certificate below the anchor is known to be good. */
function revocationOf({ revocation }: ValidPath): TimestampRevocation {
  const isChecked = revocation.length > 0 && revocation.every(({ status }) => status === "good");
  const [later] = revocation
    .filter(({ revokedAt }) => revokedAt !== null)
    .sort((a, b) => a.revokedAt!.getTime() - b.revokedAt!.getTime());
  return {
    status: isChecked ? "good" : "not_checked",
    revokedAt: later?.revokedAt ?? null,
    reason: later?.reason ?? null,
    asOf: isChecked ? oldest(revocation) : null,
  };
}

function revokedOf(state: RevocationState | null): TimestampRevocation {
  if (state?.status !== "revoked") return NOT_CHECKED;
  return { status: "revoked", revokedAt: state.revokedAt, reason: state.reason, asOf: state.asOf };
}

/** Whatever says that a certificate is good has a time. */
function oldest(states: readonly RevocationState[]): Date {
  return new Date(Math.min(...states.map(({ asOf }) => asOf!.getTime())));
}

/**
 * Faults of the signer's own certificate are failures, because no other certificate or list could change them; not what it
 * demands to be understood, and is not. With other faults, another path or trust anchor might still be valid, so the result is
 * indeterminate (ETSI EN 319 102-1, section 5.2.6).
 */
function findingOf(
  { code, message, certificate, revocation }: PathFailure,
  signer: Certificate,
  genTime: Date,
): Finding {
  const revokedAt = revocation?.revokedAt ?? genTime;
  if (genTime < revokedAt) {
    return indeterminate("revoked_no_poe", message);
  }
  const isOfSigner = certificate === signer && OF_THE_SIGNER.includes(code);
  return isOfSigner ? failed(code, message) : indeterminate(code, message);
}

const OF_THE_SIGNER: readonly PathFailure["code"][] = [
  "extended_key_usage",
  "certificate_profile",
  "revoked",
];

/**
 * Where the signer's chain leads: to a certificate that a trusted list names, if a valid path does, else as far as signatures go.
 *
 * @param chain the valid path to any anchor; empty if there is none.
 */
export async function listedPath(
  signer: Certificate,
  chain: readonly Certificate[],
  tstInfo: TstInfo,
  material: ChainMaterial,
  existedBy: Date | null,
  work: Work,
  now: Date,
): Promise<ListedPath> {
  const { listed, anchors, intermediates, found } = material;
  const end = chain.at(-1);
  if (end !== undefined && listed.some(({ der }) => isSameBytes(der, end.der)))
    return { chain, isValid: true };
  // The nearest anchor ended the path, and that is one of the reader's own.
  if (end !== undefined) {
    const towardsList = { ...material, anchors: listed, intermediates: [...intermediates, ...anchors] };
    const ofList = await checkChain(signer, tstInfo, towardsList, existedBy, work, now);
    if (ofList.finding === null) return { chain: ofList.chain, isValid: true };
  }
  return { chain: await followIssuers(signer, [...intermediates, ...anchors], work, found), isValid: false };
}
