/** The signer and its chain. */

import { FormatError, isSameBytes } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { isWorkLimit, type Work } from "../work/work.js";
import type { Certificate, GeneralName } from "../x509/certificate.js";
import { followIssuers } from "../x509/certificate-index.js";
import { isSameName } from "../x509/names.js";
import { parseCertificate } from "../x509/parse-certificate.js";
import { validatePath } from "../x509/path-search.js";
import type { Crl, OcspResponse, PathFailure, RevocationState, ValidPath } from "../x509/path-types.js";
import { isPastSecond } from "../x509/revocation.js";
import {
  digestOf,
  type EssCertId,
  type Finding,
  failed,
  hashOfOid,
  indeterminate,
  type ListedPath,
  OID,
  type SignerIdentifier,
  type SignerInfo,
  type TimestampRevocation,
  type TimestampToken,
  type TstInfo,
} from "./token.js";

// Which certificate made the signature: RFC 5652, section 5.3; RFC 5035, section 5.4; RFC 5816.

/**
 * Whether the signed attributes name the certificate. `unsupported`: by a hash that is not known here. `absent`: they
 * name none.
 */
export type Naming = "named" | "other_named" | "unsupported" | "absent";

/** Of SHA-512, in JavaScript. */
const HASHED_BYTES_PER_UNIT = 24;

/**
 * The certificate that the signer's identifier names, wherever it stands among them; null for none. Anyone can put
 * certificates beside a token, several with one name and number too: the one that is also in the signed attributes counts.
 *
 * @param found those that were found and not stated: they take nothing from the budget. Default: none.
 */
export function findSigner(
  { sid, signedAttributes }: SignerInfo,
  certificates: readonly Certificate[],
  work: WorkBudget,
  found: ReadonlySet<unknown> = new Set(),
): { readonly signer: Certificate; readonly naming: Naming } | null {
  const certIds = signedAttributes?.signingCertificates ?? [];
  let first: { readonly signer: Certificate; readonly naming: Naming } | null = null;
  for (const signer of certificates) {
    const isFound = found.has(signer);
    if (!isFound) work.spend(1);
    if (!isIdentifiedBy(sid, signer)) continue;
    if (!isFound) work.spend(certIds.length * Math.ceil(signer.der.length / HASHED_BYTES_PER_UNIT));
    const naming = namingOf(certIds, signer);
    if (naming === "named") return { signer, naming };
    first ??= { signer, naming };
  }
  return first;
}

function isIdentifiedBy(
  sid: SignerIdentifier,
  { subjectKeyIdentifier, serialNumber, issuer }: Certificate,
): boolean {
  return sid.kind === "subjectKeyIdentifier"
    ? subjectKeyIdentifier !== null && isSameBytes(subjectKeyIdentifier, sid.keyIdentifier)
    : isSameBytes(serialNumber, sid.serialNumber) && isSameName(issuer, sid.issuer);
}

/** Each attribute that is there must name the certificate: signingCertificate, signingCertificateV2, or both. */
function namingOf(certIds: readonly EssCertId[], certificate: Certificate): Naming {
  let naming: Naming = "absent";
  for (const certId of certIds) {
    const { issuerSerial } = certId;
    if (issuerSerial !== null) {
      const isNamed =
        isSameBytes(issuerSerial.serialNumber, certificate.serialNumber) &&
        issuerSerial.issuer.every((name) => isDirectoryName(name, certificate));
      if (!isNamed) return "other_named";
    }
    if (hashOfOid(certId.hashOid) === null) naming = "unsupported";
    else if (!isHashOf(certId, certificate.der)) return "other_named";
    else if (naming === "absent") naming = "named";
  }
  return naming;
}

/** False for a hash that is not known here. */
function isHashOf({ hashOid, certHash }: EssCertId, der: Uint8Array): boolean {
  const algorithm = hashOfOid(hashOid);
  return algorithm !== null && isSameBytes(digestOf(algorithm, der), certHash);
}

function isDirectoryName(name: GeneralName, { issuer }: Certificate): boolean {
  return name.kind === "directory" && isSameName(name.value, issuer);
}

/** RFC 3161, section 2.4.2, and RFC 5816: the signer's certificate is always named. */
export function checkNaming(naming: Naming): Finding | null {
  switch (naming) {
    case "named":
      return null;
    case "other_named":
      return failed("signing_certificate_mismatch", "the signed attributes name another certificate");
    case "absent":
      return failed("signing_certificate_missing", "the signed attributes name no certificate");
    case "unsupported":
      return indeterminate(
        "algorithm_unsupported",
        "the signed attributes name a certificate by an unknown hash",
      );
  }
}

/**
 * Why there is no certificate of the signer: the token has none that the signed attributes name, or has it, and it cannot be read.
 */
export function signerMissing({ certificates, signer }: TimestampToken, work: WorkBudget): Finding {
  const certIds = signer.signedAttributes?.signingCertificates ?? [];
  for (const der of certificates) {
    work.spend(certIds.length * Math.ceil(der.length / HASHED_BYTES_PER_UNIT));
    if (!certIds.some((certId) => isHashOf(certId, der))) continue;
    const fault = certificateFault(der, work);
    if (fault === null) continue;
    const message = `the signer's certificate is in the token, and cannot be read: ${fault.code}: ${fault.message}`;
    return indeterminate("signer_certificate_unreadable", message);
  }
  const message = `the signer's certificate is neither among the ${certificates.length} in the token nor among those given`;
  return indeterminate("signer_certificate_missing", message);
}

function certificateFault(der: Uint8Array, work: WorkBudget): FormatError | null {
  try {
    parseCertificate(der, { work });
    return null;
  } catch (error) {
    if (error instanceof FormatError && !isWorkLimit(error)) return error;
    throw error;
  }
}

/**
 * Those certificates of a path, between the signer's and the anchor, that the signed attributes do not name although they name others
 * than the signer's: RFC 5035, section 5.4, limits the path to what is named. Each attribute counts by itself.
 */
export function beyondNamed(
  { signedAttributes }: SignerInfo,
  chain: readonly Certificate[],
): readonly Certificate[] {
  const others = signedAttributes?.otherCertificates ?? [];
  const lists = [1, 2].map((version) => others.filter((certId) => certId.version === version));
  return chain
    .slice(1, -1)
    .filter((certificate) =>
      lists.some(
        (list) => list.length > 0 && !list.some((certId) => namingOf([certId], certificate) === "named"),
      ),
    );
}

/** Whose token it says it is. */
export interface TokenSigner {
  readonly signer: Certificate;
  /** All certificates of the token that can be read. */
  readonly certificates: readonly Certificate[];
}

/**
 * The certificate in a token that its signer names; null if the token has none. Nothing is verified.
 *
 * @param token as `parseTimestampResponse` or `parseTimestampToken` gives it.
 */
export function signerOfToken(token: TimestampToken): TokenSigner | null {
  const certificates: Certificate[] = [];
  for (const der of token.certificates) {
    try {
      certificates.push(parseCertificate(der));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
  const found = findSigner(token.signer, certificates, new WorkBudget());
  return found && { signer: found.signer, certificates };
}

/** The signer's chain to a trust anchor, and to a certificate of a trusted list: RFC 5280, section 6; ETSI EN 319 102-1. */
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
