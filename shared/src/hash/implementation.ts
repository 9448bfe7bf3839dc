/** Two 32-byte values side by side, and their hash in place of either: the step of every Merkle path. */
export interface PairBlock {
  /** 64 bytes: left value, right value. The caller writes here. */
  readonly bytes: Uint8Array;
  /** Replaces the 32 bytes at `offset` by SHA-256 of all 64. */
  hashInto(offset: 0 | 32): void;
  /** Replaces the 32 bytes at `offset` by SHA-256 of themselves, and leaves the other 32. */
  hashAgain(offset: 0 | 32): void;
}

/** One implementation of SHA-256 for short messages. */
export interface Sha256 {
  readonly name: "wasm" | "noble";
  /** 32 bytes, the caller's own. */
  hash(message: Uint8Array): Uint8Array;
  /** The hash of each 64-byte pair of `values`, one after the other into `parents`. */
  hashPairs(values: Uint8Array, parents: Uint8Array): void;
  readonly pair: PairBlock;
}
