/**
 * Synchronous SHA-256 (FIPS 180-4) of short messages, in every runtime.
 *
 * A WebAssembly module that this package generates (`wasm/`) does the work and reuses its memory. The
 * measurements in docs/decisions/002-sha256.md show why a library is too slow. Without WebAssembly, or where
 * a page's policy forbids it, `@noble/hashes` takes over. Whole files use a streaming hash elsewhere.
 *
 * Every function here finishes before it returns, which makes sharing the one block of memory safe.
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
      // No WebAssembly: a page without 'wasm-unsafe-eval', or an engine without support. Slower, but correct.
      chosen = portableSha256();
    }
  }
  return chosen;
}

/** SHA-256 of a message: 32 bytes, owned by the caller. */
export function sha256(message: Uint8Array): Uint8Array {
  return implementation().hash(message);
}

/**
 * Writes the SHA-256 of each 64-byte pair of `values` to `parents`, in order.
 *
 * @throws RangeError unless `values` consists of pairs and `parents` is half as long.
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
 * The shared block in which pairs are hashed. Its contents are valid until the next call of any function of
 * this module.
 */
export function sharedPairBlock(): PairBlock {
  return implementation().pair;
}
