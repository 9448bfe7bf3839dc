/**
 * Check `qualified`: was the service that made the seal a qualified one at the time of the seal, by the EU trusted lists
 * (Regulation (EU) 910/2014, articles 22 and 42; ETSI TS 119 612)? docs/decisions/039-what-qualified-says.md.
 *
 * `passed` is yes. No and unknown are both `indeterminate`, since an authority that is not qualified makes no seal invalid; the
 * code and `result` in the evidence tell them apart.
 */
import { outOfWork } from "../report/out-of-work.js";
import type { Check, Evidence, EvidenceValue } from "../report/report.js";
import { skippedCheck } from "../report/skipped-check.js";
import type { TimestampVerdict } from "../rfc3161/timestamp-verdict.js";
import type { Qualification } from "../trustlist/trust-list.js";
import type { ListFacts } from "../trustlist/trust-snapshot.js";
import type { SealTrust } from "./seal-trust.js";

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
