import type { WorkBudget } from "@svc-proof/shared/work";

/** Options of the parsers in this folder. */
export interface ParseOptions {
  /** The budget of the parser. Default: a new one. */
  readonly work?: WorkBudget | undefined;
}
