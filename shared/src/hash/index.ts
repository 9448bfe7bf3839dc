/**
 * SHA-256 in a WebAssembly module, and in JavaScript where a policy forbids WebAssembly.
 *
 * @module
 */

export type { PairBlock, StreamingSha256 } from "./implementation.js";
export { createSha256, sha256, sha256Pairs, sharedPairBlock } from "./sha256.js";
