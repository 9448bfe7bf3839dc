import type { CheckStatus, Outcome } from "@svc-proof/verifier-lib";
import type { JSX } from "preact";

/** What a sign may stand for: an outcome, the status of a check, or that something could not be used at all. */
export type SignKind = "good" | "bad" | "open" | "none";

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

/** Each has an outline of its own, so that it is told apart without colour: disc, octagon, lozenge, dashed ring. */
const OUTLINES: Readonly<Record<SignKind, JSX.Element>> = {
  good: <circle cx="16" cy="16" r="14" />,
  bad: <path d="M10.2 2h11.6L30 10.2v11.6L21.8 30H10.2L2 21.8V10.2z" />,
  open: <path d="M16 1 31 16 16 31 1 16z" />,
  none: <circle class="dashed" cx="16" cy="16" r="13.5" />,
};

const MARKS: Readonly<Record<SignKind, JSX.Element>> = {
  good: <path class="mark" d="m9.5 16.5 4.5 4.5 8.5-9.5" />,
  bad: <path class="mark" d="m11 11 10 10m0-10L11 21" />,
  open: <path class="mark" d="M12.4 12.9a3.6 3.6 0 1 1 5.2 3.2c-1.1.6-1.6 1.2-1.6 2.4m0 3.5v.1" />,
  none: <path class="mark" d="M11 16h10" />,
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
      {OUTLINES[kind]}
      {MARKS[kind]}
    </svg>
  );
}
