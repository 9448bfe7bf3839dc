import type { Caller } from "../../service/src/store/registration.testing.js";
import type { Store } from "../../service/src/store/store.js";

export interface SealWork {
  readonly caller: Caller;
  /** Proofs without a seal. */
  readonly proofs: readonly string[];
  readonly rounds: number;
}

/** See seal-worker.mjs. */
export function sellSeals(store: Store, work: SealWork, tell: (line: string) => void): Promise<void>;
