/** The verification of a group: what was verified last, and what came out. */
import type { Report } from "@svc-proof/verifier-lib";
import type { EndpointGroup } from "../model/endpoints.js";
import type { ItemPhase, Problem, Progress } from "../model/item.js";

export interface GroupVerification {
  /** Names the files that are, or were, verified together. */
  readonly signature: string;
  readonly phase: Extract<
    ItemPhase,
    "waiting" | "hashing" | "verifying" | "asking" | "done" | "cancelled" | "refused"
  >;
  readonly report: Report | null;
  readonly problem: Problem | null;
  readonly progress: Progress | null;
  /** Whom the user has had asked about it. */
  readonly asked: readonly EndpointGroup[];
}
