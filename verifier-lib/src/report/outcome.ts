import { isFaultCode } from "../fault.js";
import type { TimestampCode } from "../rfc3161/token.js";
import {
  CHECKS,
  type CheckId,
  checksOf,
  dependentsOf,
  type GivenChecks,
  type InputType,
  isTimeCheck,
  mustAllPass,
} from "./checks.js";
import type { CheckCode, IndeterminateCode } from "./codes.js";
import type { Check, GivenInput, IndeterminateReason, Outcome, Report } from "./report.js";

/** The last millisecond of the year 9999: past it a date has no ISO 8601 form of four digits. */
const MAX_TIME_MS = 253_402_300_799_999;

/**
 * The stated time plus the accuracy: the latest true time at which the source can have made its statement.
 *
 * @param stated ISO 8601, UTC.
 * @param accuracySeconds by the rules of the source; null if they set no bound.
 * @returns ISO 8601, UTC, to the millisecond.
 */
export function latestTime(stated: string, accuracySeconds: number | null): string {
  const latestMs = Date.parse(stated) + Math.ceil((accuracySeconds ?? 0) * 1000);
  return new Date(Math.min(latestMs, MAX_TIME_MS)).toISOString();
}

/** A check that was stopped because the budget was used up. */
export function outOfWork(id: Check["id"], { message }: { readonly message: string }): Check {
  const reason = message;
  return { id, status: "indeterminate", code: "work_limit_exceeded", basis: null, evidence: { reason } };
}

/** A check that was not made. */
export function skippedCheck(
  id: Check["id"],
  code: "depends_on_failed_check" | "no_anchor" | "no_trust_list" = "depends_on_failed_check",
): Check {
  return { id, status: "skipped", code, basis: null, evidence: {} };
}

/** The checks of an input whose format is not readable: that of the format, and the others as skipped. */
export function withSkipped(format: Check, input: InputType, given: GivenChecks): readonly Check[] {
  return [format, ...dependentsOf("format", input, given).map((id) => skippedCheck(id))];
}

// Why an outcome is `indeterminate`: docs/formats/report.md.

/** Codes that only wait for a source to be asked or named, or for something that is still to come. */
const MISSING: ReadonlySet<CheckCode> = new Set<IndeterminateCode | TimestampCode>([
  "no_source",
  "witness_unconfirmed",
  "source_unreachable",
  "source_timeout",
  "source_error",
  "block_unknown_to_source",
  "transaction_not_indexed",
  "transaction_pending",
  "receipt_missing",
  "too_few_confirmations",
  "block_not_final",
  "finality_unknown",
  "bitcoin_pending",
  "no_bitcoin_header",
  "header_unproven",
  "header_run_missing",
  "header_run_short",
  // A block of Bitcoin itself is what is missing.
  "header_of_regtest",
  "signer_certificate_missing",
  "no_trust_anchor",
  "no_path",
]);

/** Codes of sources or evidence that disagree. */
const CONTRADICTORY: ReadonlySet<CheckCode> = new Set<IndeterminateCode | TimestampCode>([
  "sources_disagree",
  "source_inconsistent",
  "revoked_no_poe",
]);

/** Why one check is undecided; null if it is not. An unknown code is `unusable`, which readers see as a warning. */
export function indeterminateReason({
  status,
  code,
}: Pick<Check, "status" | "code">): IndeterminateReason | null {
  if (status !== "indeterminate") return null;
  if (CONTRADICTORY.has(code)) return "contradictory";
  return MISSING.has(code) ? "missing" : "unusable";
}

/** Worst first. */
const REASONS: readonly IndeterminateReason[] = ["contradictory", "unusable", "missing"];

/**
 * Why the outcome is undecided; null if it is not. The worst reason counts, and it is `missing` only if everything holds that
 * can be computed. What a source is worth in law decides nothing.
 */
export function reasonOf(
  outcome: Outcome,
  checks: readonly Check[],
  input: InputType,
  inputs: readonly Pick<GivenInput, "kind" | "origin" | "status">[],
): IndeterminateReason | null {
  if (outcome !== "indeterminate") return null;
  const found = checks.filter(({ id }) => !OF_QUALITY.has(id)).map(indeterminateReason);
  // What the caller gave and nobody could read may be what is missing. Anyone can write headers that count for nothing.
  const isUnusable = ({ kind, origin, status }: (typeof inputs)[number]) =>
    origin === "caller" && status === "unreadable" && kind !== "headers";
  if (inputs.some(isUnusable)) found.push("unusable");
  const worst = REASONS.find((reason) => found.includes(reason)) ?? "missing";
  return worst === "missing" && !linksHold(checks, input) ? "unusable" : worst;
}

/** The check that decides if the outcome is not `verified`; null if it is, or if nothing was checked that gives a time. */
export function decidingCheck({
  outcome,
  reason,
  checks,
}: Pick<Report, "outcome" | "reason" | "checks">): Check | null {
  if (outcome === "verified") return null;
  const of = checks.filter(({ id, status }) => status === outcome && !OF_QUALITY.has(id));
  return of.find((check) => indeterminateReason(check) === reason) ?? of[0] ?? null;
}

const OF_QUALITY: ReadonlySet<string> = new Set(
  CHECKS.filter(({ role }) => role === "quality").map(({ id }) => id),
);

/**
 * What follows from the checks: docs/formats/report.md. `verified` asks for each needed check to be present and passed;
 * the absence of a failure is never enough.
 */
export function outcomeOf(checks: readonly Check[], input: InputType): Outcome {
  if (checks.some((check) => check.status === "failed")) return "failed";
  // What the caller gave and nobody could read may say something else.
  if (checks.some(({ id, status }) => id === "inputs" && status === "indeterminate")) return "indeterminate";
  const hasTime = CHECKS.some(({ id }) => isTimeCheck(id) && givesTime(id, checks));
  return hasTime && linksHold(checks, input) ? "verified" : "indeterminate";
}

/**
 * Whether the checks of this kind give a time. Each anchor stands for itself, so one is enough; seals must all pass, without those
 * that are not understood.
 */
export function givesTime(id: CheckId, checks: readonly Check[]): boolean {
  const ofKind = checks.filter((check) => check.id === id && !isFaultCode(check.code));
  const isPassed = ({ status }: Check) => status === "passed";
  return mustAllPass(id) ? ofKind.length > 0 && ofKind.every(isPassed) : ofKind.some(isPassed);
}

/** Whether the content, as far as it was given, is tied to what the time sources have seen. */
export function linksHold(checks: readonly Check[], input: InputType): boolean {
  const links = checksOf(input, "link");
  const contents = checks.filter(({ id }) => id === "content");
  return (
    links.every((id) => checks.some((check) => check.id === id)) &&
    contents.length > 0 &&
    contents.every(({ status, code }) => status === "passed" || code === "not_requested") &&
    checks.every((check) => !links.includes(check.id) || check.status === "passed")
  );
}
