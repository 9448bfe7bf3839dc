/**
 * SHA-256 (FIPS 180-4) of short messages, synchronous, in every runtime.
 *
 * The work is done by a WebAssembly module that this package writes itself (`wasm/`), on memory that is used again
 * and again: docs/decisions/002-sha256.md has the measurements that made a library too slow. Where WebAssembly is
 * absent or a page's policy forbids it, `@noble/hashes` takes over. Whole files are hashed elsewhere, by a
 * streaming hash.
 *
 * Every function here is synchronous and finishes its work before it returns, which is what makes the one
 * shared block of memory safe.
 */
import type { PairBlock, Sha256 } from "./implementation.js";
import { portableSha256 } from "./portable-sha256.js";
import { wasmSha256 } from "./wasm/wasm-sha256.js";

let chosen: Sha256 | undefined;

function implementation(): Sha256 {
  if (chosen === undefined) {
    try {
      chosen = wasmSha256();
    } catch {
      // No WebAssembly here: a page without 'wasm-unsafe-eval', or an engine without it. Slower, never wrong.
      chosen = portableSha256();
    }
  }
  return chosen;
}

/** SHA-256 of a message: 32 bytes, the caller's own. */
export function sha256(message: Uint8Array): Uint8Array {
  return implementation().hash(message);
}

/**
 * SHA-256 of each 64-byte pair of `values`, written one after the other into `parents`.
 *
 * @throws RangeError when `values` is not made of pairs or `parents` is not half as long.
 */
export function sha256Pairs(values: Uint8Array, parents: Uint8Array): void {
  if (values.length % 64 !== 0) {
    throw new RangeError(`"values" expected a multiple of 64 bytes, got length=${values.length}`);
  }
  if (parents.length * 2 !== values.length) {
    throw new RangeError(`"parents" expected ${values.length / 2} bytes, got length=${parents.length}`);
  }
  implementation().hashPairs(values, parents);
}

/**
 * The one block in which pairs are folded. It belongs to whoever writes to it until that caller returns; what it
 * held is lost at the next call of any function of this module.
 */
export function sharedPairBlock(): PairBlock {
  return implementation().pair;
}
