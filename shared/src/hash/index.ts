/**
 * SHA-256 in a WebAssembly module, and in JavaScript where a policy forbids WebAssembly.
 *
 * @module
 */

export type { PairBlock } from "./implementation.js";
export { sha256, sha256Pairs, sharedPairBlock } from "./sha256.js";
export { createSha256, type StreamingSha256 } from "./streaming-sha256.js";
