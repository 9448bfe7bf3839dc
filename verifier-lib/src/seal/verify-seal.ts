/**
 * Check `seal`: did a time-stamping authority sign the digest of the content at the time in its token?
 * `verifyTimestamp` decides; this file turns its verdict into a check, and verifies OpenTimestamps files about the
 * token itself. Check `qualified`, beside it, is that of `verify-qualified.ts`.
 */
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import type { BitcoinResult, VerifyBitcoinOptions } from "../bitcoin/verify-bitcoin.js";
import { isSameBytes } from "../der/is-same-bytes.js";
import type { CheckCode } from "../report/codes.js";
import { outOfWork } from "../report/out-of-work.js";
import type { Check, Notice, TrustedListEntry } from "../report/report.js";
import type { HashAlgorithm } from "../rfc3161/hash-algorithm.js";
import { parseTimestampResponse } from "../rfc3161/parse-timestamp-response.js";
import { isBareToken } from "../rfc3161/parse-timestamp-token.js";
import type { TimestampVerdict } from "../rfc3161/timestamp-verdict.js";
import { judgeTimestamp, SANDBOX_ORGANISATION } from "../rfc3161/verify-timestamp.js";
import type { RevocationSource } from "../source/revocation-source.js";
import { parseTrustedListEntry } from "../trustlist/parse-trusted-list-entry.js";
import type { Qualification, TrustList } from "../trustlist/trust-list.js";
import { isWorkLimit } from "../work/is-work-limit.js";
import { type ParsedEach, parseEach } from "../work/parse-each.js";
import { Work } from "../work/work.js";
import type { Certificate } from "../x509/certificate.js";
import { parseCrlPausing } from "../x509/parse-crl.js";
import { parseOcspResponse } from "../x509/parse-ocsp-response.js";
import { type PemBundle, readPemBundlePausing } from "../x509/parse-pem-certificates.js";
import type { Crl, OcspResponse } from "../x509/revocation-data.js";
import { compareEntry } from "./compare-entry.js";
import { type FetchedRevocation, fetchSealRevocation } from "./fetch-seal-revocation.js";
import { sealEvidence } from "./seal-evidence.js";
import { sealTimestampsOf } from "./seal-timestamps-of.js";
import { type SealTrust, sealTrust } from "./seal-trust.js";
import { type TokenExistence, tokenExistence } from "./token-existence.js";
import { verifyQualified } from "./verify-qualified.js";

export interface VerifySealOptions {
  /** PEM texts of trusted certificates, in addition to those of the trusted list. */
  readonly trust?: readonly string[];
  /** Default: the list that ships with the verifier. Null: none, so that only `trust` counts. */
  readonly trustList?: TrustList | null;
  /** What the package says of the entry of a trusted list that the seal rests on: `svc-trusted-list-entry/1`. */
  readonly trustedListEntry?: Uint8Array;
  /** PEM texts of further certificates, not trusted. */
  readonly certificates?: readonly string[];
  /** DER of revocation lists. */
  readonly crls?: readonly Uint8Array[];
  /** DER of OCSP responses. */
  readonly ocspResponses?: readonly Uint8Array[];
  /** Asked for more revocation data. */
  readonly revocationSource?: RevocationSource;
  /** `.ots` files over the seal. */
  readonly sealTimestamps?: readonly Uint8Array[];
  /** The time at which the seal is judged. Default: `now`. */
  readonly at?: Date;
  /** The verifier's clock. */
  readonly now: Date;
  /** For `sealTimestamps`. */
  readonly bitcoin: VerifyBitcoinOptions;
  /** The budget of the verification. */
  readonly work: Work;
  /** What was found beside the seal: it may prove, and fails nothing. Default: nothing. */
  readonly found?: FoundForSeals;
}

/** Evidence of seals that nobody has stated with the input. It is paid for by itself. */
export interface FoundForSeals {
  /** Whether there is a seal of a digest, without reading it. */
  hasSeals(algorithm: HashAlgorithm, hex: string): boolean;
  /** Seals of a digest. */
  sealsOf(algorithm: HashAlgorithm, hex: string): Promise<readonly Uint8Array[]>;
  /** Certificates and revocation data, which belong to every seal. */
  material(): Promise<FoundMaterial>;
  /** Takes note of the chain by which a seal was judged, and whether revocation data speaks of it. */
  judged(chain: readonly Certificate[], isRevocationKnown: boolean): void;
}

/** What a path of certificates may be made of, and what revokes it. */
export interface FoundMaterial {
  readonly certificates: readonly Certificate[];
  readonly crls: readonly Crl[];
  readonly ocspResponses: readonly OcspResponse[];
  /** How many lists and responses were there when they were indexed, and cannot be read any more. */
  readonly unread: number;
}

/** The time of a seal that passed. */
export interface SealedTime {
  /** ISO 8601, UTC, to the millisecond. */
  readonly time: string;
  readonly accuracySeconds: number | null;
  readonly authority: string;
  readonly serialNumber: string;
  readonly policy: string;
  /** Subject of the trusted certificate at the end of the chain. */
  readonly trustAnchor: string;
  readonly trustedBy: "trusted-list" | "caller";
  /** Null if it is not known. */
  readonly isQualified: boolean | null;
  readonly trustedListEntry: TrustedListEntry | null;
  /** Whether the authority itself says that its seals prove nothing. */
  readonly isSandbox: boolean;
}

export interface SealResult {
  readonly check: Check;
  /** The check `qualified` of this seal. */
  readonly qualified: Check;
  /** Null unless the check passed. */
  readonly sealed: SealedTime | null;
  readonly notices: readonly Notice[];
  /** The result of the files given with the seal; null if the budget was used up before. */
  readonly given: GivenBesideSeal | null;
}

/** Errors in the order of the options; null for a file that was read. */
export interface GivenBesideSeal {
  readonly certificates: readonly (CheckCode | null)[];
  /** Null if none was given. */
  readonly trustedListEntry: CheckCode | null;
  readonly crls: readonly (CheckCode | null)[];
  readonly ocspResponses: readonly (CheckCode | null)[];
  readonly sealTimestamps: readonly (CheckCode | null)[];
  /** Header documents that could not be read; null if none was needed. */
  readonly headers: BitcoinResult["malformedHeaders"] | null;
  /** Whether sources of Bitcoin were asked. */
  readonly isAsked: boolean;
  /** Whether the source of revocation data was asked. */
  readonly isRevocationAsked: boolean;
}

/**
 * Verifies one seal.
 *
 * @param seal DER of a response or a token.
 * @throws RangeError if a text of `trust` is not readable; the reason of the signal if it aborts.
 */
export async function verifySeal(
  seal: Uint8Array,
  imprint: SealImprint,
  options: VerifySealOptions,
): Promise<SealResult> {
  try {
    return await judgeSeal(seal, imprint, options);
  } catch (error) {
    if (!isWorkLimit(error)) throw error;
    const qualified = outOfWork("qualified", error);
    return { check: outOfWork("seal", error), qualified, sealed: null, notices: [], given: null };
  }
}

export interface FoundSeals {
  /** Those that may be shown. */
  readonly seals: readonly SealResult[];
  /** How many were judged, if not all were and none passed. */
  readonly unjudged: readonly Notice[];
}

/** Seals that are judged of those that were found of one content. */
const MAX_FOUND_SEALS = 16;

/**
 * Verifies seals that were found beside what is verified, each with a budget of its own. One that fails says nothing here: it
 * fails where it is verified itself. One that is open is shown only where no other seal is.
 *
 * @param stated seals of the same digest that are judged already.
 * @throws RangeError if a text of `trust` is not readable; the reason of the signal if it aborts.
 */
export async function verifyFoundSeals(
  imprint: SealImprint,
  stated: readonly Uint8Array[],
  options: VerifySealOptions,
): Promise<FoundSeals> {
  const found = (await options.found?.sealsOf(imprint.algorithm, bytesToHex(imprint.digest))) ?? [];
  const others = found.filter((one) => !stated.some((other) => isSameBytes(one, other)));
  const judged = others.slice(0, MAX_FOUND_SEALS);
  const results: SealResult[] = [];
  for (const seal of judged) {
    const work = new Work({ signal: options.work.signal });
    results.push(await verifySeal(seal, imprint, { ...options, work }));
  }
  const passed = results.filter(({ check }) => check.status === "passed");
  if (passed.length > 0) return { seals: passed, unjudged: [] };
  return {
    seals: stated.length > 0 ? [] : results.filter(({ check }) => check.status === "indeterminate"),
    unjudged:
      others.length > judged.length
        ? [notice("not_all_judged", { of: "seal", judged: judged.length, given: others.length })]
        : [],
  };
}

export type SealImprint = { readonly algorithm: HashAlgorithm; readonly digest: Uint8Array };

async function judgeSeal(
  seal: Uint8Array,
  imprint: SealImprint,
  options: VerifySealOptions,
): Promise<SealResult> {
  const { certificates = [], crls = [], ocspResponses = [], revocationSource, at, now, work } = options;
  const trusted = await trustedCertificates(options);
  const trust = await sealTrust(options.trustList);
  const read: ReadCertificates[] = [];
  for (const pem of certificates) read.push(await readCertificates(pem, work));
  const ofSeal = options.sealTimestamps ?? [];
  const isTimed = ofSeal.length > 0 || options.found !== undefined;
  const seals = isTimed ? [seal, ...tokenIn(seal, work)] : [];
  const sealTimestamps = sealTimestampsOf(ofSeal, seals, work);
  const existence = await tokenExistence(sealTimestamps.files, seals, options.bitcoin);
  const found = (await options.found?.material()) ?? NOTHING_FOUND;
  const readCrls = await parseEach(crls, parseCrlPausing, work);
  const readResponses = await parseEach(ocspResponses, parseOcspResponse, work);
  const told = options.trustedListEntry === undefined ? null : readEntry(options.trustedListEntry, work);
  const given: Omit<GivenBesideSeal, "isRevocationAsked"> = {
    certificates: read.map(({ code }) => code),
    trustedListEntry: told === null ? null : "code" in told ? told.code : "ok",
    crls: codesOf(readCrls),
    ocspResponses: codesOf(readResponses),
    sealTimestamps: sealTimestamps.faults,
    headers: existence?.malformedHeaders ?? null,
    isAsked: existence?.isAsked ?? false,
  };
  const unread =
    crls.length -
    readCrls.values.length +
    (ocspResponses.length - readResponses.values.length) +
    found.unread;
  const isUnread = unread > 0;
  const question = {
    ...(isBareToken(seal) ? { token: seal } : { response: seal }),
    imprint,
    anchors: trusted.certificates,
    ...(trust && { trustList: trust.list }),
    intermediates: [...read.flatMap((one) => one.certificates), ...found.certificates],
    ...(at && { at }),
    now,
    work,
    ...(existence?.noLaterThan && { proofOfExistence: { noLaterThan: existence.noLaterThan } }),
  };
  let fetched: FetchedRevocation | null = null;
  const verdict = await judgeTimestamp(
    question,
    {
      crls: [...readCrls.values, ...found.crls],
      ocspResponses: [...readResponses.values, ...found.ocspResponses],
      unread,
      found: new Set([...found.certificates, ...found.crls, ...found.ocspResponses]),
    },
    revocationSource === undefined
      ? null
      : async (signer, known, anchors) => {
          fetched = await fetchSealRevocation(
            revocationSource,
            { signer, anchors, certificates: known, now },
            work,
          );
          return fetched.data;
        },
  );
  options.found?.judged(verdict.chain, verdict.revocation.status !== "not_checked");
  // Assigned in a function, which the compiler does not follow.
  const online = fetched as FetchedRevocation | null;
  const noLaterThan = existence?.noLaterThan ?? null;
  const { check: qualified, qualification } = verifyQualified({ verdict, trust, provenBy: noLaterThan, now });
  const entry = told === null || "code" in told ? null : compareEntry(told, qualification);
  return {
    qualified:
      entry === null ? qualified : { ...qualified, evidence: { ...qualified.evidence, told: entry } },
    check: {
      id: "seal",
      status: verdict.status,
      code: verdict.code,
      // If a chain was built, the result relies on the trusted certificates; else on the bytes alone.
      basis: verdict.chain.length > 0 ? "relied-on" : "computed",
      evidence: sealEvidence(verdict, existence, online?.evidence ?? null),
    },
    sealed: sealedTime(verdict, qualification),
    notices: [
      ...trusted.unreadable.map((evidence) => notice("trust_certificate_unreadable", { ...evidence })),
      ...(trust?.origin === "given" ? [notice("trust_list_given", { sha256: trust.list.sha256 })] : []),
      ...(given.certificates.some((code) => code !== null) ? [notice("seal_certificates_malformed")] : []),
      ...(isUnread ? [notice("seal_revocation_data_malformed")] : []),
      ...(at === undefined ? [] : [notice("asked_as_of_another_time", { as_of: at.toISOString() })]),
      ...(existence !== null && isMissed(existence, verdict)
        ? [notice("proof_of_existence_not_standing", { code: existence.code })]
        : []),
      ...given.sealTimestamps.flatMap((code) =>
        code === null ? [] : [notice("proof_of_existence_not_standing", { code })],
      ),
      ...(online?.notices ?? []),
      ...(verdict.status === "passed" ? standingNotices(verdict, trust) : []),
      ...withdrawnSince(qualification),
      ...(told !== null && "code" in told
        ? [notice("trusted_list_entry_malformed", { code: told.code })]
        : []),
      ...(entry?.agrees === false ? [notice("trusted_list_entry_differs", { fields: entry.differs })] : []),
    ],
    given: { ...given, isRevocationAsked: online !== null },
  };
}

const NOTHING_FOUND: FoundMaterial = { certificates: [], crls: [], ocspResponses: [], unread: 0 };

/**
 * Whether a file about the seal that leads to no known block is worth a notice: if it is contradicted, or the seal did
 * not pass. A new seal passes by its certificate while its file waits for a block.
 */
function isMissed({ noLaterThan, status }: TokenExistence, verdict: TimestampVerdict): boolean {
  return noLaterThan === null && (status === "failed" || verdict.status !== "passed");
}

/**
 * The token inside a response, since a timestamp may be about the token alone. Empty if the response has none or is
 * malformed.
 */
function tokenIn(seal: Uint8Array, work: Work): Uint8Array[] {
  try {
    const token = isBareToken(seal) ? null : parseTimestampResponse(seal, { work }).token;
    return token === null ? [] : [token.der];
  } catch (error) {
    if (error instanceof FormatError && !isWorkLimit(error)) return [];
    throw error;
  }
}

/** Notices for a seal that passed. */
function standingNotices(
  { revocation, restsOnProofOfExistence, signer }: TimestampVerdict,
  trust: SealTrust | null,
): Notice[] {
  return [
    ...(isSandbox(signer!)
      ? [notice("sandbox_authority")]
      : trust === null
        ? [notice("qualification_not_checked")]
        : []),
    ...(revocation.status === "not_checked" ? [notice("revocation_not_checked")] : []),
    ...(restsOnProofOfExistence ? [notice("rests_on_proof_of_existence")] : []),
  ];
}

/** A service that lost its status after the time of the seal. */
function withdrawnSince(qualification: Qualification | null): Notice[] {
  if (qualification?.result !== "qualified") return [];
  const { atExistence } = qualification;
  if (atExistence === null || atExistence.status === "granted") return [];
  return [notice("service_withdrawn_since", { status: atExistence.status, since: atExistence.since })];
}

function notice(code: Notice["code"], evidence: Notice["evidence"] = {}): Notice {
  return { code, evidence };
}

function sealedTime(verdict: TimestampVerdict, qualification: Qualification | null): SealedTime | null {
  if (verdict.status !== "passed") return null;
  // Which has a token, a signer and a chain.
  const { token, signer, authority, chain, listed } = verdict;
  const trustAnchor = chain.at(-1)!;
  const { genTime, accuracySeconds, serialNumberHex, policy } = token!.tstInfo;
  return {
    time: genTime.toISOString(),
    accuracySeconds,
    authority: authority!,
    serialNumber: serialNumberHex,
    policy,
    trustAnchor: trustAnchor.subject.text,
    trustedBy: listed?.isValid === true && listed.chain.at(-1) === trustAnchor ? "trusted-list" : "caller",
    isQualified: isQualified(qualification),
    trustedListEntry: entryOf(qualification),
    isSandbox: isSandbox(signer!),
  };
}

function isQualified(qualification: Qualification | null): boolean | null {
  if (qualification === null || qualification.result === "indeterminate") return null;
  return qualification.result === "qualified";
}

function entryOf(qualification: Qualification | null): TrustedListEntry | null {
  if (qualification === null) return null;
  const { service, list } = qualification;
  if (service === null || list === null) return null;
  return { territory: list.territory, sequence_number: list.sequenceNumber, service: service.name };
}

function isSandbox({ subject }: Certificate): boolean {
  return subject.attributes.some(({ value }) => value === SANDBOX_ORGANISATION);
}

interface TrustedCertificates {
  readonly certificates: readonly Certificate[];
  /** Those that cannot be read: the index of the text, from 0, and their number in it, from 1. */
  readonly unreadable: readonly { readonly index: number; readonly number: number; readonly code: string }[];
}

async function trustedCertificates({ trust = [], work }: VerifySealOptions): Promise<TrustedCertificates> {
  const bundles: PemBundle[] = [];
  for (const pem of trust) {
    try {
      bundles.push(await readPemBundlePausing(pem, { work }));
    } catch (error) {
      if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
      throw new RangeError(`"trust" expected PEM certificates: ${error.code}: ${error.message}`, {
        cause: error,
      });
    }
  }
  return {
    certificates: bundles.flatMap(({ certificates }) => certificates),
    unreadable: bundles.flatMap((bundle, index) => bundle.unreadable.map((one) => ({ index, ...one }))),
  };
}

interface ReadCertificates {
  readonly certificates: readonly Certificate[];
  /** What is wrong with the text or the first certificate in it that cannot be read; null if nothing is. */
  readonly code: CheckCode | null;
}

/** Malformed texts are left out: whoever made the evidence made them too, so it is no mistake of the caller. */
async function readCertificates(pem: string, work: Work): Promise<ReadCertificates> {
  try {
    const { certificates, unreadable } = await readPemBundlePausing(pem, { work });
    return { certificates, code: unreadable[0]?.code ?? null };
  } catch (error) {
    if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
    return { certificates: [], code: error.code as CheckCode };
  }
}

type ToldEntry = ReturnType<typeof parseTrustedListEntry>;

function readEntry(bytes: Uint8Array, work: Work): ToldEntry | { readonly code: CheckCode } {
  try {
    return parseTrustedListEntry(bytes, { work });
  } catch (error) {
    if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
    return { code: error.code as CheckCode };
  }
}

function codesOf({ faults }: ParsedEach<unknown>): (CheckCode | null)[] {
  return faults.map((code) => code as CheckCode | null);
}
