/**
 * Check `seal`: did a time-stamping authority sign the digest of the content at the time in its token?
 * `verifyTimestamp` decides; this file turns its verdict into a check, and verifies OpenTimestamps files about the
 * token itself. Check `qualified`, beside it, is that of `verify-qualified.ts`.
 */

import { bytesToHex, FormatError, hexToBytes, isSameBytes } from "@svc-proof/shared/encoding";
import { unread } from "../fault.js";
import { type EvidenceItem, ofKind } from "../items.js";
import { outOfWork, skippedCheck } from "../report/outcome.js";
import type { Check, Notice, Subject, TrustedListEntry } from "../report/report.js";
import { isBareToken } from "../rfc3161/parse-token.js";
import { parseTimestampResponse } from "../rfc3161/response.js";
import type { HashAlgorithm, TimestampVerdict } from "../rfc3161/token.js";
import { judgeTimestamp, SANDBOX_ORGANISATION } from "../rfc3161/verify-timestamp.js";
import type { RevocationSource } from "../source/revocation.js";
import { parseTrustedListEntry, type ToldListEntry } from "../trust/list-entry.js";
import type { Qualification, TrustList } from "../trust/qualify.js";
import { isWorkLimit, Work } from "../work/work.js";
import type { Certificate } from "../x509/certificate.js";
import type { Crl, OcspResponse } from "../x509/path-types.js";
import { compareEntry, type SealTrust, sealTrust, verifyQualified } from "./qualified.js";
import {
  type FetchedRevocation,
  fetchSealRevocation,
  sealEvidence,
  type TokenExistence,
  tokenExistence,
} from "./seal-evidence.js";
import { readImprint, readSealMaterial, type SealMaterial, timestampsOf } from "./seal-material.js";
import type { VerifyBitcoinOptions } from "./timestamp.js";

export interface VerifySealOptions {
  /** What was stated with the seal: trusted and other certificates, revocation data, timestamps of it. */
  readonly items: readonly EvidenceItem[];
  /** Default: the list that ships with the verifier. Null: none, so that only trusted certificates count. */
  readonly trustList?: TrustList | null;
  /** Asked for more revocation data. */
  readonly revocationSource?: RevocationSource;
  /** The time at which the seal is judged. Default: `now`. */
  readonly at?: Date;
  /** The verifier's clock. */
  readonly now: Date;
  /** For timestamps of the seal. */
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
  /** What its timestamps prove; null if it has none, or if the budget was used up before. */
  readonly existence: TokenExistence | null;
  /** Whether the source of revocation data was asked. */
  readonly isRevocationAsked: boolean;
}

/** Seals of one content. */
export interface SealResults {
  /** The stated ones in their order, then those found that may be shown. */
  readonly seals: readonly SealResult[];
  /** How many of those found were judged, if not all were. */
  readonly unjudged: readonly Notice[];
}

export type SealImprint = { readonly algorithm: HashAlgorithm; readonly digest: Uint8Array };

/** The items that have the bytes of one seal. */
export type StatedSeal = readonly EvidenceItem[];

/** Hashes that RFC 3161 timestamps use. */
const SEALED: ReadonlySet<string> = new Set<HashAlgorithm>(["SHA-1", "SHA-256", "SHA-384", "SHA-512"]);

/**
 * Verifies seals of one content, and settles all that was stated with them.
 *
 * @throws RangeError if a stated text of trusted certificates is not readable; the reason of the signal if it aborts.
 */
export async function verifySealsOf(
  { algorithm, hash }: Subject["content"],
  stated: readonly StatedSeal[],
  options: VerifySealOptions,
): Promise<SealResults> {
  if (SEALED.has(algorithm)) {
    const imprint = { algorithm: algorithm as HashAlgorithm, digest: hexToBytes(hash) };
    return verifySeals(stated, imprint, options);
  }
  const seals = stated.map((items): SealResult => {
    const check = incomparable(items[0]!.bytes, { algorithm, stated: hash }, options);
    for (const item of items) item.settle(check);
    return { check, qualified: skippedCheck("qualified"), ...NOT_JUDGED };
  });
  if (seals.length > 0) settleMaterial(options.items, seals, null);
  return { seals, unjudged: [] };
}

/** Digests of different hashes cannot be compared. */
function incomparable(seal: Uint8Array, evidence: Check["evidence"], { work }: VerifySealOptions): Check {
  try {
    readImprint(seal, { work });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    if (isWorkLimit(error)) return outOfWork("seal", error);
    return { id: "seal", basis: "computed", ...unread(error) };
  }
  return { id: "seal", status: "indeterminate", code: "file_hash_not_sha256", basis: null, evidence };
}

/** The same of seals whose hash is that of the content. */
export async function verifySeals(
  stated: readonly StatedSeal[],
  imprint: SealImprint,
  options: VerifySealOptions,
): Promise<SealResults> {
  const seals: SealResult[] = [];
  const material = lazily(() => readSealMaterial(options.items, options.work));
  for (const items of stated) {
    const result = await verifySeal(
      items[0]!.bytes,
      imprint,
      options,
      material,
      entryOfSeal(items, options.items),
    );
    for (const item of items) item.settle(result.check);
    seals.push(result);
  }
  const found = await verifyFoundSeals(imprint, stated, options);
  const all = [...seals, ...found.seals];
  if (all.length > 0) settleMaterial(options.items, all, await readOr(material));
  return { seals: all, unjudged: found.unjudged };
}

/** Null if the budget was used up. */
function readOr(material: LazyMaterial): Promise<SealMaterial | null> {
  return material().catch((error: unknown) => {
    if (isWorkLimit(error)) return null;
    throw error;
  });
}

/** What a package says of the trusted list goes with its own seal; what a caller says, with the others. */
function entryOfSeal(seal: readonly EvidenceItem[], items: readonly EvidenceItem[]): EvidenceItem | null {
  const isPacked = seal.some(({ origin }) => origin === "package");
  const entries = ofKind(items, "trusted_list_entry");
  const packed = entries.find(({ origin }) => origin === "package");
  return (isPacked ? packed : undefined) ?? entries.find((one) => one !== packed) ?? null;
}

type LazyMaterial = () => Promise<SealMaterial>;

/** Read when the first seal needs it, and once. */
function lazily(read: LazyMaterial): LazyMaterial {
  let material: Promise<SealMaterial> | null = null;
  return () => {
    material ??= read();
    return material;
  };
}

async function verifySeal(
  seal: Uint8Array,
  imprint: SealImprint,
  options: VerifySealOptions,
  material: LazyMaterial,
  entry: EvidenceItem | null,
): Promise<SealResult> {
  try {
    return await judgeSeal(seal, imprint, options, await material(), entry);
  } catch (error) {
    if (!isWorkLimit(error)) throw error;
    const qualified = outOfWork("qualified", error);
    return { check: outOfWork("seal", error), qualified, ...NOT_JUDGED };
  }
}

/** What is not known of a seal that was not judged. */
export const NOT_JUDGED = {
  sealed: null,
  notices: [],
  existence: null,
  isRevocationAsked: false,
} as const;

/** Seals that are judged of those that were found of one content: the first by their hash, whichever were found first. */
const MAX_FOUND_SEALS = 16;

/**
 * Verifies seals that were found beside what is verified, each with a budget of its own. One that fails says nothing here: it
 * fails where it is verified itself. One that is open is shown only where no other seal is.
 */
async function verifyFoundSeals(
  imprint: SealImprint,
  stated: readonly StatedSeal[],
  options: VerifySealOptions,
): Promise<SealResults> {
  const found = (await options.found?.sealsOf(imprint.algorithm, bytesToHex(imprint.digest))) ?? [];
  const others = found.filter((one) => !stated.some(([first]) => isSameBytes(one, first!.bytes)));
  const judged = others.slice(0, MAX_FOUND_SEALS);
  const results: SealResult[] = [];
  const { signal } = options.work;
  const material = lazily(() => readSealMaterial(options.items, new Work({ signal })));
  const entry = entryOfSeal([], options.items);
  for (const seal of judged) {
    const work = new Work({ signal });
    const ofSeal = { ...options, work, bitcoin: { ...options.bitcoin, work } };
    results.push(await verifySeal(seal, imprint, ofSeal, material, entry));
  }
  const passed = results.filter(({ check }) => check.status === "passed");
  const isOpenShown = passed.length === 0 && stated.length === 0;
  const evidence = { of: "seal", judged: judged.length, given: others.length };
  return {
    seals: isOpenShown ? results.filter(({ check }) => check.status === "indeterminate") : passed,
    unjudged: others.length > judged.length ? [notice("not_all_judged", evidence)] : [],
  };
}

/**
 * @param seals all that were judged, the stated ones first.
 * @param read null if nothing could be, or needed to be.
 */
function settleMaterial(
  items: readonly EvidenceItem[],
  seals: readonly SealResult[],
  read: SealMaterial | null,
): void {
  const unfinished = seals.find(({ check }) => check.code === "work_limit_exceeded")?.check.code;
  for (const item of items) {
    const fault = read?.faults.get(item);
    switch (item.kind) {
      case "trust":
        item.checked();
        break;
      case "certificates":
      case "crl":
      case "ocsp_response":
        if (fault !== undefined) item.settle(fault);
        else item.checked(read === null ? unfinished : "ok");
        break;
      case "seal_timestamp":
        if (unfinished !== undefined) item.checked(unfinished);
        else if (fault !== undefined) item.settle(fault);
        else if (read === null || seals.some(({ existence }) => existence?.files.includes(item)))
          item.checked();
        else item.notApplicable("timestamp_of_other_content");
        break;
    }
  }
}

async function judgeSeal(
  seal: Uint8Array,
  imprint: SealImprint,
  options: VerifySealOptions,
  stated: SealMaterial,
  entryItem: EvidenceItem | null,
): Promise<SealResult> {
  const { revocationSource, at, now, work } = options;
  const trust = await sealTrust(options.trustList);
  const isTimed = stated.timestamps.length > 0 || options.found !== undefined;
  const seals = isTimed ? [seal, ...tokenIn(seal, work)] : [];
  const existence = await tokenExistence(timestampsOf(stated, seals), seals, options.bitcoin);
  const found = (await options.found?.material()) ?? NOTHING_FOUND;
  const told = entryItem === null ? null : readEntry(entryItem, work);
  const crls = [...stated.crls, ...found.crls];
  const ocspResponses = [...stated.ocspResponses, ...found.ocspResponses];
  const unread = stated.unread + found.unread;
  const question = {
    ...(isBareToken(seal) ? { token: seal } : { response: seal }),
    imprint,
    anchors: stated.anchors,
    ...(trust && { trustList: trust.list }),
    intermediates: [...stated.certificates, ...found.certificates],
    ...(at && { at }),
    now,
    work,
    ...(existence?.noLaterThan && { proofOfExistence: { noLaterThan: existence.noLaterThan } }),
  };
  let fetched: FetchedRevocation | null = null;
  const verdict = await judgeTimestamp(
    question,
    {
      crls,
      ocspResponses,
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
  const entry = told === null ? null : compareEntry(told, qualification);
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
      ...stated.unreadableAnchors.map((evidence) => notice("trust_certificate_unreadable", { ...evidence })),
      ...(trust?.origin === "given" ? [notice("trust_list_given", { sha256: trust.list.sha256 })] : []),
      ...(found.unread > 0 || verdict.unjudgedRevocationData > 0
        ? [notice("seal_revocation_data_malformed")]
        : []),
      ...(at === undefined ? [] : [notice("asked_as_of_another_time", { as_of: at.toISOString() })]),
      ...(existence !== null && isMissed(existence, verdict)
        ? [notice("proof_of_existence_not_standing", { code: existence.code })]
        : []),
      ...stated.timestamps.flatMap(({ item, fault }) =>
        existence?.files.includes(item)
          ? []
          : [
              notice("proof_of_existence_not_standing", {
                code: fault?.code ?? "timestamp_of_other_content",
              }),
            ],
      ),
      ...(online?.notices ?? []),
      ...(verdict.status === "passed" ? standingNotices(verdict, trust) : []),
      ...withdrawnSince(qualification),
      ...(entry?.agrees === false ? [notice("trusted_list_entry_differs", { fields: entry.differs })] : []),
    ],
    existence,
    isRevocationAsked: online !== null,
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
  { beyondNamed, revocation, restsOnProofOfExistence, signer }: TimestampVerdict,
  trust: SealTrust | null,
): Notice[] {
  return [
    ...(isSandbox(signer!)
      ? [notice("sandbox_authority")]
      : trust === null
        ? [notice("qualification_not_checked")]
        : []),
    ...(beyondNamed.length > 0
      ? [
          notice("path_beyond_named_certificates", {
            subjects: beyondNamed.map(({ subject }) => subject.text),
          }),
        ]
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

/** Settles the item: what it says is read with the seal that it goes with. */
function readEntry(item: EvidenceItem, work: Work): ToldListEntry | null {
  try {
    const told = parseTrustedListEntry(item.bytes, { work });
    item.checked();
    return told;
  } catch (error) {
    if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
    item.settle(unread(error));
    return null;
  }
}
