import type { AnchorFees } from "../clients/chain/chain.js";

/**
 * What a process remembers of a chain between rounds. Nothing depends on it: it spares questions, and lets fees rise from
 * one filler to the next.
 */
export interface AnchorMemory {
  /** The chain's first block is in the store. */
  isGenesisKept: boolean;
  /** When a round looks at the chain next although no batch waits, on the clock of `performance.now()`. */
  nextLookAtMs: number;
  /** Fees of the latest filler of a nonce, and when it was sent. */
  readonly fillers: Map<number, { readonly fees: AnchorFees; readonly sentAtMs: number }>;
  /** The balance was too low when it was last asked. */
  isBalanceLow: boolean;
}

export function newAnchorMemory(): AnchorMemory {
  return {
    isGenesisKept: false,
    nextLookAtMs: Number.NEGATIVE_INFINITY,
    fillers: new Map(),
    isBalanceLow: false,
  };
}
