import type { CheckStatus } from "@svc-proof/verifier-lib";
import type { ShownOutcome } from "../model/shown-outcome.js";
import type { SignKind } from "./sign-shape.js";

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

/** @param isMissing whether the check only waits for a source. */
export function statusSign(status: CheckStatus, isMissing = false): SignKind {
  return isMissing && status === "indeterminate" ? "calm" : OF_STATUS[status];
}
