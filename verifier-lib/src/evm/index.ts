/** Blocks of EVM chains as bytes: RLP and headers. For programs that make witnesses. */
export { encodeRlp, rlpInteger } from "../rlp/encode-rlp.js";
export type { RlpItem } from "../rlp/parse-rlp.js";
export { type EvmBlockHeader, evmBlockHash, parseEvmBlockHeader } from "./block-header.js";
export { encodeBlockHeader } from "./encode-block-header.js";
