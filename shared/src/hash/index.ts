export type { PairBlock } from "./implementation.js";
export { sha256, sha256Pairs, sharedPairBlock } from "./sha256.js";
