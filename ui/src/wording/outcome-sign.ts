import { type Check, type CheckStatus, indeterminateReason } from "@svc-proof/verifier-lib";
import type { SignKind } from "../components/index.js";
import type { ShownOutcome } from "../outcome/index.js";

const OF_OUTCOME: Readonly<Record<ShownOutcome, SignKind>> = {
  verified: "good",
  failed: "bad",
  indeterminate: "open",
  soFar: "calm",
};

const OF_STATUS: Readonly<Record<CheckStatus, SignKind>> = {
  passed: "good",
  failed: "bad",
  indeterminate: "open",
  skipped: "none",
};

export function outcomeSign(outcome: ShownOutcome): SignKind {
  return OF_OUTCOME[outcome];
}

/** Calm for a check that only waits for a source. */
export function checkSign(check: Pick<Check, "status" | "code">): SignKind {
  return indeterminateReason(check) === "missing" ? "calm" : OF_STATUS[check.status];
}
