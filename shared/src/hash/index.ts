/**
 * SHA-256 in a WebAssembly module, and in JavaScript where a policy forbids WebAssembly.
 *
 * @module
 */

export { sha256, sha256Pairs, sharedPairBlock } from "../sha256.js";
export { createSha256, type StreamingSha256 } from "../sha256-stream.js";
export type { PairBlock } from "../sha256-wasm.js";
