/**
 * Check `qualified`: was the service that made the seal a qualified one at the time of the seal, by the EU trusted lists
 * (Regulation (EU) 910/2014, articles 22 and 42; ETSI TS 119 612)? docs/decisions/10-trusted-lists.md.
 *
 * `passed` is yes. No and unknown are both `indeterminate`, since an authority that is not qualified makes no seal invalid; the
 * code and `result` in the evidence tell them apart.
 */
import { outOfWork, skippedCheck } from "../report/outcome.js";
import type { Check, Evidence, EvidenceValue } from "../report/report.js";
import type { TimestampVerdict } from "../rfc3161/token.js";
import type { ToldListEntry } from "../trust/list-entry.js";
import type { Qualification, TrustList } from "../trust/qualify.js";
import type { ListFacts } from "../trust/snapshot.js";
import { defaultTrustList } from "../trust/trust-list.js";

/** For the evidence. */
export interface EntryComparison extends Evidence {
  /** Whether the verifier's own list says the same; null if it was not asked. */
  readonly agrees: boolean | null;
  /** Names of the fields that differ. */
  readonly differs: readonly string[];
}

/** @param qualification null if it was not asked: then nothing can be compared. */
export function compareEntry(told: ToldListEntry, qualification: Qualification | null): EntryComparison {
  const { territory, provider, service, status, since } = told;
  const differs = qualification === null ? [] : differences(told, qualification);
  return {
    territory,
    provider,
    service,
    status,
    since,
    list: { sequence_number: told.sequenceNumber, sha256: told.listSha256 },
    snapshot_sha256: told.snapshotSha256,
    agrees: qualification === null ? null : differs.length === 0,
    differs,
  };
}

/** Names of the fields. Sequence number and hashes are of the list that the issuer had, which may be another edition. */
function differences(told: ToldListEntry, { service, atGenTime }: Qualification): readonly string[] {
  if (service === null) return ["service"];
  const isSameTime = atGenTime !== null && Date.parse(told.since) === Date.parse(atGenTime.since);
  return [
    ...(told.territory === service.territory ? [] : ["territory"]),
    ...(told.provider === service.provider ? [] : ["provider"]),
    ...(told.service === service.name ? [] : ["service"]),
    ...(told.status === atGenTime?.status ? [] : ["status"]),
    ...(isSameTime ? [] : ["since"]),
  ];
}

/** The trusted list of a verification. */
export interface SealTrust {
  readonly list: TrustList;
  /** Whether the list ships with the verifier or was given by the caller. */
  readonly origin: "shipped" | "given";
}

/**
 * The list that seals are judged by. The shipped one is loaded with the first seal.
 *
 * @param option of `verify`: undefined for the shipped list, null for none.
 */
export async function sealTrust(option: TrustList | null | undefined): Promise<SealTrust | null> {
  if (option === null) return null;
  if (option !== undefined) return { list: option, origin: "given" };
  return { list: await defaultTrustList(), origin: "shipped" };
}

export interface QualifiedResult {
  readonly check: Check;
  /** What the list says; null if the check was skipped. */
  readonly qualification: Qualification | null;
}

export interface QualifiedQuestion {
  readonly verdict: TimestampVerdict;
  /** Null if no list is to be used. */
  readonly trust: SealTrust | null;
  /** The best proof of existence of the token, if there is one. */
  readonly provenBy: Date | null;
  /** The verifier's clock. */
  readonly now: Date;
}

export function verifyQualified({ verdict, trust, provenBy, now }: QualifiedQuestion): QualifiedResult {
  const { status, code, message, token, listed, validationTime } = verdict;
  if (trust === null) return skipped("no_trust_list");
  if (code === "work_limit_exceeded") {
    return { check: outOfWork("qualified", { message }), qualification: null };
  }
  if (status === "failed" || token === null || listed === null) return skipped("depends_on_failed_check");
  // No list knows the status at a time that has not come.
  if (code === "gen_time_in_the_future") return skipped("depends_on_failed_check");
  const isOlder = provenBy !== null && provenBy < validationTime;
  const existedBy = isOlder ? provenBy : validationTime;
  const genTime = token.tstInfo.genTimeRoundedDown;
  const { list } = trust;
  const asked = list.qualify(listed.chain, genTime, existedBy);
  const isProven = asked.result !== "qualified" || listed.isValid || isOfSigner();
  // Signatures lead to a qualified service, but the path is not valid. Unless the seal stands otherwise, its check says why.
  if (!isProven && status !== "passed") return skipped("depends_on_failed_check");
  const qualification: Qualification = isProven ? asked : { ...asked, result: "indeterminate" };
  const chain = listed.chain.map(({ subject }) => subject.text);
  return {
    check: {
      id: "qualified",
      status: qualification.result === "qualified" ? "passed" : "indeterminate",
      code: isProven ? qualification.code : "no_path",
      basis: "relied-on",
      evidence: {
        ...qualificationEvidence(qualification, genTime, existedBy, isOlder),
        chain,
        leads_to: chain.at(-1)!,
        snapshot: snapshotEvidence(trust, now),
      },
    },
    qualification,
  };

  /** The list may have another certificate for the signer's key, which made the signature. */
  function isOfSigner(): boolean {
    const [signer] = verdict.chain;
    return signer !== undefined && list.qualify([signer], genTime, existedBy).result === "qualified";
  }
}

function skipped(code: "no_trust_list" | "depends_on_failed_check"): QualifiedResult {
  return { check: skippedCheck("qualified", code), qualification: null };
}

function qualificationEvidence(
  { result, service, list, territory, identity, atGenTime, atExistence }: Qualification,
  genTime: Date,
  existedBy: Date,
  isOlder: boolean,
): Evidence {
  return {
    result,
    territory,
    provider: service?.provider ?? null,
    service: service?.name ?? null,
    identity,
    list: list === null ? null : { ...listEvidence(list), sha256: list.sha256 },
    at_gen_time: atGenTime === null ? null : { ...atGenTime, time: genTime.toISOString() },
    at_existence:
      atExistence === null
        ? null
        : {
            ...atExistence,
            time: existedBy.toISOString(),
            basis: isOlder ? "proof-of-existence" : "time-of-validation",
            // A list answers up to its next update. After that the service may have lost its status unnoticed.
            is_covered: list?.nextUpdate == null || existedBy.getTime() <= Date.parse(list.nextUpdate),
          },
  };
}

const DAY_MS = 86_400_000;

function snapshotEvidence({ list, origin }: SealTrust, now: Date): EvidenceValue {
  const all = [list.lotl, ...list.lists];
  const newest = Math.max(...all.map(({ issued }) => Date.parse(issued)));
  return {
    origin,
    sha256: list.sha256,
    lists: all.map(listEvidence),
    // Since the newest list in it was issued: the snapshot cannot be older, and may be as new as that list.
    age_days: Math.max(0, Math.floor((now.getTime() - newest) / DAY_MS)),
  };
}

function listEvidence({
  territory,
  sequenceNumber,
  issued,
  nextUpdate,
}: ListFacts): Record<string, EvidenceValue> {
  return { territory, sequence_number: sequenceNumber, issued, next_update: nextUpdate };
}
