/** State of one group's verification: its files, its phase and its last report. `GroupVerifier` replaces it. */

import type { Progress } from "@svc-proof/ui/hashing";
import type { Report } from "@svc-proof/verifier-lib";
import type { Online } from "../model/evidence-files.js";
import type { ItemPhase, Problem } from "../model/item.js";

/** A request of the user to ask sources. */
export type Asked = Pick<Online, "groups" | "request">;

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
  /** What the user has asked last about the group; null if nothing. */
  readonly asked: Asked | null;
  /** Whether the user has asked the sandbox beside this page, whose root is then trusted. */
  readonly trustsSandbox: boolean;
}
