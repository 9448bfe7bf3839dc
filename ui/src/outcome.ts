import type { Outcome, Report } from "@svc-proof/verifier-lib";

/** An outcome as readers see it. `soFar`: indeterminate only because a source is still to be asked or to come. */
export type ShownOutcome = Outcome | "soFar";

export function shownOutcome({ outcome, reason }: Pick<Report, "outcome" | "reason">): ShownOutcome {
  return outcome === "indeterminate" && reason === "missing" ? "soFar" : outcome;
}
