export { type PairBlock, sha256, sha256Pairs, sharedPairBlock } from "./sha256.js";
