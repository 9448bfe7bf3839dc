/** Two adjacent 32-byte values, whose hash replaces one of them: the step of every Merkle path. */
export interface PairBlock {
  /** 64 bytes: left value, right value. The caller writes to it. */
  readonly bytes: Uint8Array;
  /** Replaces the 32 bytes at `offset` with the SHA-256 of all 64. */
  hashInto(offset: 0 | 32): void;
  /** Replaces the 32 bytes at `offset` with their SHA-256 and leaves the other 32 unchanged. */
  hashAgain(offset: 0 | 32): void;
}

/** An implementation of SHA-256. */
export interface Sha256 {
  readonly name: "wasm" | "noble";
  /** 32 bytes, owned by the caller. */
  hash(message: Uint8Array): Uint8Array;
  /** Compresses blocks of 64 bytes, from one to 256, into a state of 32 bytes. Absent if only whole messages can be hashed. */
  compress?(state: Uint8Array, blocks: Uint8Array): void;
  /** Writes the hash of each 64-byte pair of `values` to `parents`, in order. */
  hashPairs(values: Uint8Array, parents: Uint8Array): void;
  readonly pair: PairBlock;
}
