/** SHA-256 of short messages: platform, then noble. */

import { sha256 as noble } from "@noble/hashes/sha2.js";
import { type PairBlock, type Sha256, wasmSha256 } from "./sha256-wasm.js";

/**
 * SHA-256 of pairs by the platform, where it offers a synchronous one: Node from 20.16 on. It uses the processor's SHA
 * instructions. Its result as Latin-1 text, written back into one buffer, costs a third of its result as bytes: nothing is
 * allocated outside of the heap (docs/decisions/02-hashing.md).
 */
interface LatinBuffer extends Uint8Array<ArrayBuffer> {
  latin1Write(text: string, offset: number, length: number): number;
}

/** The parts of Node that are used, found without an import: the package has none of Node's modules. */
interface NodeProcess {
  getBuiltinModule?(name: "node:crypto"): {
    hash?(algorithm: "sha256", bytes: Uint8Array, encoding: "latin1"): string;
  };
  getBuiltinModule?(name: "node:buffer"): { Buffer: { alloc(size: number): LatinBuffer } };
}

/** Null where the platform has none. */
export function platformPair(): PairBlock | null {
  const { process } = globalThis as { process?: NodeProcess };
  const { hash } = process?.getBuiltinModule?.("node:crypto") ?? {};
  const { Buffer } = process?.getBuiltinModule?.("node:buffer") ?? {};
  if (hash === undefined || Buffer === undefined) return null;
  const buffer = Buffer.alloc(64);
  // Callers get no `Buffer`: its `slice` does not copy.
  const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
  const halves = { 0: bytes.subarray(0, 32), 32: bytes.subarray(32) } as const;
  return {
    bytes,
    hashInto(offset) {
      buffer.latin1Write(hash("sha256", bytes, "latin1"), offset, 32);
    },
    hashAgain(offset) {
      buffer.latin1Write(hash("sha256", halves[offset], "latin1"), offset, 32);
    },
  };
}

/** SHA-256 in plain JavaScript, by `@noble/hashes`, for runtimes without WebAssembly. */
export function portableSha256(): Sha256 {
  const pairBytes = new Uint8Array(64);
  return {
    name: "noble",
    hash: (message) => noble(message),
    hashPairs(values, parents) {
      for (let at = 0; at < values.length; at += 64)
        parents.set(noble(values.subarray(at, at + 64)), at >> 1);
    },
    pair: {
      bytes: pairBytes,
      hashInto(offset) {
        pairBytes.set(noble(pairBytes), offset);
      },
      hashAgain(offset) {
        pairBytes.set(noble(pairBytes.subarray(offset, offset + 32)), offset);
      },
    },
  };
}

// Synchronous SHA-256 (FIPS 180-4), in every runtime.
//
// A WebAssembly module that this package generates (`wasm/`) does the work and reuses its memory. The
// measurements in docs/decisions/02-hashing.md show why a library is too slow. Pairs are hashed by the platform
// where it is faster. Without WebAssembly, or where a page's policy forbids it, `@noble/hashes` takes over.
//
// Every function here finishes before it returns, which makes sharing the one block of memory safe.

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
