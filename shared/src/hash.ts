/**
 * SHA-256 in a WebAssembly module, and in JavaScript where a policy forbids WebAssembly. What is too long to be held at once
 * is hashed here; most callers hash short messages alone.
 *
 * @module
 */

import { sha256 as noble } from "@noble/hashes/sha2.js";
import { implementation } from "./sha256.js";
import { initialState } from "./sha256-constants.js";

export { sha256, sha256Pairs, sharedPairBlock } from "./sha256.js";
export type { PairBlock } from "./sha256-wasm.js";

/** A hash that grows with each chunk. */
export interface StreamingSha256 {
  /** Adds bytes. The chunk may be used again afterwards. */
  update(chunk: Uint8Array): void;
  /** 32 bytes, owned by the caller. Called once, at the end. */
  digest(): Uint8Array;
}

const BLOCK_BYTES = 64;
/** Bytes that are compressed at a time. */
const CHUNK_BYTES: number = 256 * BLOCK_BYTES;

/** Any number of streams may be open at a time. */
export function createSha256(): StreamingSha256 {
  const { compress } = implementation();
  if (compress === undefined) return noble.create();
  const state = new Uint8Array(32);
  const words = new DataView(state.buffer);
  for (const [at, word] of initialState().entries()) words.setInt32(4 * at, word);
  const block = new Uint8Array(BLOCK_BYTES);
  let sizeBytes = 0;
  const update = (chunk: Uint8Array): void => {
    const held = sizeBytes % BLOCK_BYTES;
    sizeBytes += chunk.length;
    const first = chunk.subarray(0, -held & (BLOCK_BYTES - 1));
    block.set(first, held);
    if (held > 0) {
      if (held + first.length < BLOCK_BYTES) return;
      compress(state, block);
    }
    const rest = chunk.subarray(first.length);
    const whole = rest.length - (rest.length % BLOCK_BYTES);
    for (let at = 0; at < whole; at += CHUNK_BYTES) {
      compress(state, rest.subarray(at, Math.min(at + CHUNK_BYTES, whole)));
    }
    block.set(rest.subarray(whole));
  };
  return {
    update,
    digest() {
      // FIPS 180-4, section 5.1.1: one bit, zeros, the length of the message in bits.
      const padding = new Uint8Array(BLOCK_BYTES + 8 - ((sizeBytes + 8) % BLOCK_BYTES));
      padding[0] = 0x80;
      new DataView(padding.buffer).setBigUint64(padding.length - 8, BigInt(8 * sizeBytes));
      update(padding);
      return state;
    },
  };
}
