/** What can be waited for. */
import type { Proof } from "../wire/resources.js";

/** A state of the proof; `bitcoin`: a Bitcoin block commits to it; `sealed`: its seal, bought before, is issued. */
export type WaitedState = Proof["state"] | "bitcoin" | "sealed";

interface Waiting {
  readonly signal?: AbortSignal;
  /** Longest wait in milliseconds. Default: none. */
  readonly timeoutMs?: number;
  /**
   * Milliseconds before the second look; later ones come more rarely, at most 16 times that far apart. Default: 2,000.
   * Many waiting clients share the limit of an address, 120 requests a minute.
   */
  readonly intervalMs?: number;
}

/** Options of `waitFor`. */
export interface WaitOptions extends Waiting {
  /** Called with each look at the proof. */
  readonly onProgress?: (proof: Proof) => void;
}

/** Options of a wait for many proofs. */
export interface WaitManyOptions extends Waiting {
  /** Called after each page. */
  readonly onProgress?: (progress: WaitManyProgress) => void;
  /**
   * Called with the identifier of each proof that the account does not have; the others are waited for. Default: the wait ends with
   * the service's error.
   */
  readonly onMissing?: (id: string) => void;
}

/** How many proofs have reached the state, and how many have not. */
export interface WaitManyProgress {
  readonly reached: number;
  readonly waiting: number;
}
