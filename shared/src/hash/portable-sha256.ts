import { sha256 } from "@noble/hashes/sha2.js";
import type { Sha256 } from "./implementation.js";

/** SHA-256 in plain JavaScript, by `@noble/hashes`, for runtimes without WebAssembly. */
export function portableSha256(): Sha256 {
  const pairBytes = new Uint8Array(64);
  return {
    name: "noble",
    hash: (message) => sha256(message),
    hashPairs(values, parents) {
      for (let at = 0; at < values.length; at += 64)
        parents.set(sha256(values.subarray(at, at + 64)), at >> 1);
    },
    pair: {
      bytes: pairBytes,
      hashInto(offset) {
        pairBytes.set(sha256(pairBytes), offset);
      },
      hashAgain(offset) {
        pairBytes.set(sha256(pairBytes.subarray(offset, offset + 32)), offset);
      },
    },
  };
}
