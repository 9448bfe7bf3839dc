/** The first blocks of Bitcoin, and chains that tests mine at a trivial target. */
import { hexToBytes } from "../bytes.js";
import {
  type BlockHeader,
  encodeBlockHeader,
  meetsTarget,
  parseBlockHeader,
  targetOfBits,
} from "./header.js";

/** Bitcoin's first block. */
export const GENESIS: BlockHeader = parseBlockHeader(
  hexToBytes(
    "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c",
  ),
);

/** Bitcoin's second block. */
export const BLOCK_1: BlockHeader = parseBlockHeader(
  hexToBytes(
    "010000006fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000982051fd1e4ba744bbbe680e1fee14677ba1a3c3540bf7b1cdb606e857233e0e61bc6649ffff001d01e36299",
  ),
);

/** Regtest's target. Every second hash meets it. */
export const REGTEST_BITS = 0x207fffff;

/** Mines a header on top of another. */
export function mine(previous: BlockHeader | null, fields: Partial<BlockHeader> = {}): BlockHeader {
  for (let nonce = 0; ; nonce++) {
    const header = parseBlockHeader(
      encodeBlockHeader({
        version: 1,
        previousHash: previous === null ? new Uint8Array(32) : previous.hash,
        merkleRoot: new Uint8Array(32),
        time: 1_231_006_505,
        bits: REGTEST_BITS,
        nonce,
        ...fields,
      }),
    );
    if (meetsTarget(header.hash, targetOfBits(header.bits)!)) return header;
  }
}
