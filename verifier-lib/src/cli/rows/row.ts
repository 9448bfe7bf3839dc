/** One verified file as a row of a table. */
import {
  decidingCheck,
  headlineFacts,
  type IndeterminateReason,
  type Outcome,
  type Report,
  summaryLine,
} from "../../index.js";
import { shownPath } from "../../node/files.js";
import { sourceText } from "../../report/source-text.js";

export interface Row {
  /** Path of the evidence. */
  readonly file: string;
  readonly outcome: Outcome;
  readonly reason: IndeterminateReason | null;
  /** Why the file could not be read. */
  readonly problem: string | null;
  /** The date that the headline names: ISO 8601, UTC; null unless the outcome is `verified`. */
  readonly time: string | null;
  /** Whose date it is. */
  readonly source: string | null;
  readonly sourceKind: string | null;
  /** The first line of the report. Of a file that is not the one, both fingerprints. */
  readonly sentence: string;
  /** The check that decides if the outcome is not `verified`, and its code: `anchor no_source`. */
  readonly code: string | null;
  /** Path of the original that was compared. */
  readonly original: string | null;
  readonly fingerprint: string | null;
  readonly proofId: string | null;
  /** Paths of evidence that belongs to this one. */
  readonly beside: readonly string[];
  readonly probablyChanged: readonly string[];
  /** ISO 8601, UTC. */
  readonly checkedAt: string;
}

export interface RowParts {
  readonly path: string;
  readonly original: string | null;
  readonly beside: readonly string[];
  readonly probablyChanged: readonly string[];
  readonly problem: string | null;
}

export function rowOf(report: Report, { path, original, beside, probablyChanged, problem }: RowParts): Row {
  const { outcome, reason, proof } = report;
  const claim = headlineFacts(report)?.claim ?? null;
  const check = decidingCheck(report);
  return {
    file: shownPath(path),
    outcome,
    reason,
    problem,
    time: claim?.time ?? null,
    source: claim === null ? null : sourceText(claim.source),
    sourceKind: claim?.source.kind ?? null,
    sentence: summaryLine(report) + bothFingerprints(report),
    code: check === null ? null : `${check.id} ${check.code}`,
    original: original === null ? null : shownPath(original),
    fingerprint: proof === null ? null : `${proof.content.algorithm} ${proof.content.hash}`,
    proofId: proof?.proof_id ?? null,
    beside: beside.map(shownPath),
    probablyChanged: probablyChanged.map(shownPath),
    checkedAt: report.checked_at,
  };
}

function bothFingerprints({ proof, checks }: Report): string {
  const content = checks.find(({ code }) => code === "content_hash_mismatch");
  if (content === undefined || proof === null) return "";
  const { stated, computed } = content.evidence;
  return `; its ${proof.content.algorithm} is ${computed}, not ${stated}`;
}
