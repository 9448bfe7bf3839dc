/**
 * SHA-256 (FIPS 180-4) on the WebAssembly module of this folder. All functions are synchronous, and use the module's one page of
 * memory.
 */
import type { Sha256 } from "../implementation.js";
import { initialState } from "./constants.js";
import { freeMemoryAt, type Sha256Exports, sha256Module } from "./sha256-module.js";

const blockBytes = 64;
const hashBytes = 32;
/** Bytes copied at a time: groups of four pairs, enough to make the cost of copying negligible. */
const chunkBytes = 64 * blockBytes * 4;

// Layout of the module's memory. The padding of a message may reach into the output, which it does not use.
const stateAt = freeMemoryAt;
const pairAt = stateAt + hashBytes;
const halfAt = pairAt + blockBytes;
const inputAt = halfAt + blockBytes;
const outputAt = inputAt + chunkBytes;

function instantiate(): Sha256Exports {
  let bytes = sha256Module(true);
  if (!WebAssembly.validate(bytes)) {
    bytes = sha256Module(false);
  }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  return exports as WebAssembly.Exports & Sha256Exports;
}

/**
 * SHA-256 on our own WebAssembly module.
 *
 * @throws ReferenceError or WebAssembly.CompileError if the runtime lacks or forbids WebAssembly.
 */
export function wasmSha256(): Sha256 {
  const wasm = instantiate();
  const memory = new Uint8Array(wasm.memory.buffer);
  const view = new DataView(wasm.memory.buffer);
  const part = (at: number, length: number) => memory.subarray(at, at + length);
  const state = part(stateAt, hashBytes);
  const pairBytes = part(pairAt, blockBytes);

  for (const [at, word] of initialState().entries()) {
    view.setInt32(stateAt + 4 * at, word);
  }
  const initial = state.slice();
  /** Copying a hash word by word takes a third of the time of `set`. */
  const words = new Int32Array(wasm.memory.buffer);
  const initialWords = new Int32Array(initial.buffer);
  const [stateWord, pairWord, halfWord] = [stateAt / 4, pairAt / 4, halfAt / 4];
  // Padding of a 32-byte message, section 5.1.1.
  memory[halfAt + hashBytes] = 0x80;
  view.setUint32(halfAt + blockBytes - 4, hashBytes << 3);

  const take = (blocks: Uint8Array): void => {
    memory.set(blocks, inputAt);
    wasm.compress(inputAt, stateAt, blocks.length / blockBytes);
  };
  return {
    name: "wasm",
    hash(message) {
      state.set(initial);
      let at = 0;
      for (; at + chunkBytes <= message.length; at += chunkBytes) {
        take(message.subarray(at, at + chunkBytes));
      }
      // Section 5.1.1: one bit, zeros, the length of the message in bits.
      const rest = message.length - at;
      const blocks = Math.ceil((rest + 9) / blockBytes);
      const end = inputAt + blocks * blockBytes;
      memory.set(at === 0 ? message : message.subarray(at), inputAt);
      memory[inputAt + rest] = 0x80;
      memory.fill(0, inputAt + rest + 1, end - 8);
      view.setUint32(end - 8, message.length / 2 ** 29);
      view.setUint32(end - 4, message.length << 3);
      wasm.compress(inputAt, stateAt, blocks);
      return state.slice();
    },
    compress(kept, blocks) {
      state.set(kept);
      take(blocks);
      kept.set(state);
    },
    hashPairs(values, parents) {
      for (let at = 0; at < values.length; at += chunkBytes) {
        const chunk = values.subarray(at, at + chunkBytes);
        memory.set(chunk, inputAt);
        const fours = wasm.hashFourPairs ? Math.floor(chunk.length / (4 * blockBytes)) : 0;
        const rest = chunk.length / blockBytes - 4 * fours;
        if (fours > 0) {
          wasm.hashFourPairs!(inputAt, outputAt, fours);
        }
        if (rest > 0) {
          wasm.hashPairs(inputAt + 4 * fours * blockBytes, outputAt + 4 * fours * hashBytes, rest);
        }
        parents.set(part(outputAt, chunk.length / 2), at / 2);
      }
    },
    pair: {
      bytes: pairBytes,
      hashInto(offset) {
        wasm.hashPairs(pairAt, pairAt + offset, 1);
      },
      hashAgain(offset) {
        const from = pairWord + offset / 4;
        for (let at = 0; at < 8; at++) {
          words[halfWord + at] = words[from + at]!;
          words[stateWord + at] = initialWords[at]!;
        }
        wasm.compress(halfAt, stateAt, 1);
        for (let at = 0; at < 8; at++) words[from + at] = words[stateWord + at]!;
      },
    },
  };
}
