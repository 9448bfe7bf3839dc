/**
 * SHA-256 (FIPS 180-4) of short messages, synchronous, in every runtime.
 *
 * The compression function is that of `@chainsafe/as-sha256`, a WebAssembly module that this file runs on its
 * own memory without allocating: docs/decisions/002-sha256.md has the measurements. Where WebAssembly is absent
 * or a page's policy forbids it, `@noble/hashes` takes over; both are compared in the tests. Whole files are
 * hashed elsewhere, by the platform's streaming hash.
 *
 * Every function here is synchronous and finishes its work before it returns, which is what makes the one
 * shared block of memory safe.
 */
import { newInstance, type WasmContext } from "@chainsafe/as-sha256/lib/wasm.js";
import { sha256 as nobleSha256 } from "@noble/hashes/sha2.js";

/** Two 32-byte values side by side, and their hash in place of either: the step of every Merkle path. */
export interface PairBlock {
  /** 64 bytes: left value, right value. The caller writes here. */
  readonly bytes: Uint8Array;
  /** Replaces the 32 bytes at `offset` by SHA-256 of all 64. */
  hashInto(offset: 0 | 32): void;
}

/** One implementation of what this module offers. */
export interface Sha256 {
  readonly name: "wasm" | "noble";
  hash(message: Uint8Array): Uint8Array;
  hashPairs(values: Uint8Array, parents: Uint8Array): void;
  readonly pair: PairBlock;
}

/** SHA-256 on the WebAssembly module. @throws when the runtime has no WebAssembly or forbids it. */
export function wasmSha256(): Sha256 {
  const wasm: WasmContext = newInstance();
  const memory = new Uint8Array(wasm.memory.buffer);
  const inputAt = wasm.input.value;
  const outputAt = wasm.output.value;
  const input = memory.subarray(inputAt, inputAt + wasm.INPUT_LENGTH);
  const output = memory.subarray(outputAt, outputAt + 32);
  const fourOutputs = memory.subarray(outputAt, outputAt + 128);
  const pairBytes = memory.subarray(inputAt, inputAt + 64);

  return {
    name: "wasm",
    hash(message) {
      if (message.length <= input.length) {
        input.set(message);
        wasm.digest(message.length);
      } else {
        wasm.init();
        for (let at = 0; at < message.length; at += input.length) {
          const part = message.subarray(at, at + input.length);
          input.set(part);
          wasm.update(inputAt, part.length);
        }
        wasm.final(outputAt);
      }
      return output.slice();
    },
    hashPairs(values, parents) {
      // Four pairs at a time in SIMD lanes: half the time of one by one, measured.
      let at = 0;
      if (wasm.HAS_SIMD.valueOf()) {
        for (; at + 256 <= values.length; at += 256) {
          input.set(values.subarray(at, at + 256));
          wasm.batchHash4UintArray64s(outputAt);
          parents.set(fourOutputs, at >> 1);
        }
      }
      for (; at < values.length; at += 64) {
        pairBytes.set(values.subarray(at, at + 64));
        wasm.digest64(inputAt, outputAt);
        parents.set(output, at >> 1);
      }
    },
    pair: {
      bytes: pairBytes,
      hashInto(offset) {
        // The module reads all 64 bytes before it writes, so input and output may overlap.
        wasm.digest64(inputAt, inputAt + offset);
      },
    },
  };
}

/** SHA-256 in plain JavaScript. */
export function portableSha256(): Sha256 {
  const pairBytes = new Uint8Array(64);
  return {
    name: "noble",
    hash: (message) => nobleSha256(message),
    hashPairs(values, parents) {
      for (let at = 0; at < values.length; at += 64) {
        parents.set(nobleSha256(values.subarray(at, at + 64)), at >> 1);
      }
    },
    pair: {
      bytes: pairBytes,
      hashInto(offset) {
        pairBytes.set(nobleSha256(pairBytes), offset);
      },
    },
  };
}

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
