import type { WorkBudget } from "@svc-proof/shared/work";

/** What the parsers of this folder take beside the bytes. */
export interface ParseOptions {
  /** The budget that reading spends from; one of its own if not given. */
  readonly work?: WorkBudget | undefined;
}
