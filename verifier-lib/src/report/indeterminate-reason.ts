/** Why an outcome is `indeterminate`: docs/formats/report.md. */
import type { TimestampCode } from "../rfc3161/error-code.js";
import { CHECKS, type InputType } from "./checks.js";
import type { CheckCode, IndeterminateCode } from "./codes.js";
import { linksHold } from "./outcome.js";
import type { Check, GivenInput, IndeterminateReason, Outcome } from "./report.js";

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
    origin === "caller" && status === "failed" && kind !== "headers";
  if (inputs.some(isUnusable)) found.push("unusable");
  const worst = REASONS.find((reason) => found.includes(reason)) ?? "missing";
  return worst === "missing" && !linksHold(checks, input) ? "unusable" : worst;
}

const OF_QUALITY: ReadonlySet<string> = new Set(
  CHECKS.filter(({ role }) => role === "quality").map(({ id }) => id),
);
