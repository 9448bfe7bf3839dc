/**
 * Synchronous SHA-256 (FIPS 180-4), in every runtime.
 *
 * A WebAssembly module that this package generates (`wasm/`) does the work and reuses its memory. The
 * measurements in docs/decisions/02-hashing.md show why a library is too slow. Pairs are hashed by the platform
 * where it is faster. Without WebAssembly, or where a page's policy forbids it, `@noble/hashes` takes over.
 *
 * Every function here finishes before it returns, which makes sharing the one block of memory safe.
 */
import type { PairBlock, Sha256 } from "./implementation.js";
import { platformPair } from "./platform-sha256.js";
import { portableSha256 } from "./portable-sha256.js";
import { wasmSha256 } from "./wasm/wasm-sha256.js";

/** Hashes of each round. Choosing takes some 5 ms once a process, most of it to load the platform's module. */
const RACE_HASHES = 100;
const RACE_ROUNDS = 3;

let chosen: Sha256 | undefined;
let chosenPair: PairBlock | undefined;

/** The one that this runtime can use. */
export function implementation(): Sha256 {
  chosen ??= ownSha256();
  return chosen;
}

function ownSha256(): Sha256 {
  try {
    return wasmSha256();
  } catch {
    // No WebAssembly: a page without 'wasm-unsafe-eval', or an engine without support. Slower, but correct.
    return portableSha256();
  }
}

function choosePair(own: PairBlock): PairBlock {
  const platform = platformPair();
  return platform === null ? own : fastest(own, platform);
}

/** Which is faster depends on the processor: with SHA instructions the platform's may be four times as fast. */
function fastest(own: PairBlock, platform: PairBlock): PairBlock {
  const bestMs = ({ hashInto }: PairBlock): number => {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const begun = performance.now();
      for (let i = 0; i < RACE_HASHES; i++) hashInto(0);
      best = Math.min(best, performance.now() - begun);
    }
    return best;
  };
  return bestMs(platform) < bestMs(own) ? platform : own;
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
  chosenPair ??= choosePair(implementation().pair);
  return chosenPair;
}
