import { hexToBytes } from "@svc-proof/shared/encoding";

/** Transaction 4a5e1e4b…da33b, the only one of Bitcoin's block 0: "The Times 03/Jan/2009 Chancellor on brink of second bailout for banks". */
const TRANSACTION: string =
  "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d01" +
  "04455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f662073" +
  "65636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe55482719" +
  "67f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a" +
  "4c702b6bf11d5fac00000000";

/** An OpenTimestamps file about its SHA-256: hashed once more, it is the Merkle root of block 0. */
const TIMESTAMP: string =
  "004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294010827362e66e032c731c1c8519f43063f" +
  "e0e5d070db1c0c3552bb04afa18a31c6bf08000588960d73d719010100";

/** The header of block 0. */
const HEADER: string =
  "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e" +
  "67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c";

/**
 * Files to try the page with: the first transaction of Bitcoin, the proof of its date, and the header of its block, which every verifier
 * of Bitcoin knows. They verify without a network.
 */
export function sampleFiles(): File[] {
  return [
    new File([Uint8Array.from(hexToBytes(TRANSACTION))], "first-transaction.bin"),
    new File([Uint8Array.from(hexToBytes(TIMESTAMP))], "first-transaction.bin.ots"),
    new File([`0 ${HEADER}\n`], "block-0.txt"),
  ];
}
