import type { CheckStatus, Outcome } from "@svc-proof/verifier-lib";
import type { JSX } from "preact";
import { SIGN_MARKS, SIGN_OUTLINES, type SignKind } from "./sign-shape.js";

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

/** The sign alone; the word for it stands beside it. */
export function Sign({ kind }: { readonly kind: SignKind }): JSX.Element {
  return (
    <svg class={`sign sign-${kind}`} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path class="outline" d={SIGN_OUTLINES[kind]} />
      <path class="mark" d={SIGN_MARKS[kind]} />
    </svg>
  );
}
