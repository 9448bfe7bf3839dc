/** State of one group's verification: its files, its phase and its last report. `GroupVerifier` replaces it. */
import type { Report } from "@svc-proof/verifier-lib";
import type { EndpointGroup } from "../model/endpoints.js";
import type { ItemPhase, Problem, Progress } from "../model/item.js";

export interface GroupVerification {
  /** Identifies the files that were last verified together. */
  readonly signature: string;
  readonly phase: Extract<
    ItemPhase,
    "waiting" | "hashing" | "verifying" | "asking" | "done" | "cancelled" | "refused"
  >;
  readonly report: Report | null;
  readonly problem: Problem | null;
  readonly progress: Progress | null;
  /** Sources that the user has asked about the group. */
  readonly asked: readonly EndpointGroup[];
  /** Whether the user has asked the sandbox beside this page, whose root is then trusted. */
  readonly trustsSandbox: boolean;
}
