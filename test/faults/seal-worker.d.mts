import type { Records } from "../../service/src/records/records.js";
import type { Caller } from "../../service/src/records/registration.testing.js";

export interface SealWork {
  readonly caller: Caller;
  /** Proofs without a seal. */
  readonly proofs: readonly string[];
  readonly rounds: number;
}

/** See seal-worker.mjs. */
export function sellSeals(store: Records, work: SealWork, tell: (line: string) => void): Promise<void>;
