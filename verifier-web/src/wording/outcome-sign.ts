import type { CheckStatus, Outcome } from "@svc-proof/verifier-lib";
import type { SignKind } from "./sign-shape.js";

const OF_OUTCOME: Readonly<Record<Outcome, SignKind>> = {
  verified: "good",
  failed: "bad",
  indeterminate: "open",
};

const OF_STATUS: Readonly<Record<CheckStatus, SignKind>> = {
  passed: "good",
  failed: "bad",
  indeterminate: "open",
  skipped: "none",
};

export function outcomeSign(outcome: Outcome): SignKind {
  return OF_OUTCOME[outcome];
}

export function statusSign(status: CheckStatus): SignKind {
  return OF_STATUS[status];
}
