/**
 * The chain of the sandbox's calendar: real 80-byte headers, each with the work of Bitcoin's regtest network, which
 * takes two hashes on average. It has no transactions: a block's Merkle root is that of the commitments that it
 * attests.
 */
import {
  type BlockHeader,
  displayHash,
  encodeBlockHeader,
  meetsTarget,
  parseBlockHeader,
  targetOfBits,
} from "@svc-proof/shared/bitcoin";

/** Bitcoin Core, `kernel/chainparams.cpp`: the value of every regtest block. No block of Bitcoin ever had it. */
const REGTEST_BITS = 0x207fffff;
const REGTEST_TARGET: bigint = targetOfBits(REGTEST_BITS)!;
const VERSION = 0x20000000;
const NO_HASH = new Uint8Array(32);

export class CalendarChain {
  readonly #headers: BlockHeader[] = [];
  readonly #heights = new Map<string, number>();

  /** Height of the last block; -1 when there is none. */
  get height(): number {
    return this.#headers.length - 1;
  }

  header(height: number): BlockHeader | undefined {
    return this.#headers[height];
  }

  /** @param hash in display order. */
  headerOf(hash: string): BlockHeader | undefined {
    const height = this.#heights.get(hash);
    return height === undefined ? undefined : this.#headers[height];
  }

  /** Mines the next block, with a Merkle root of 32 bytes. `add` makes it part of the chain. */
  mine(merkleRoot: Uint8Array): BlockHeader {
    const before = this.#headers.at(-1);
    const fields = {
      version: VERSION,
      previousHash: before?.hash ?? NO_HASH,
      merkleRoot,
      // Clocks may be set back, but block times must increase.
      time: Math.max(Math.floor(Date.now() / 1000), (before?.time ?? 0) + 1),
      bits: REGTEST_BITS,
    };
    for (let nonce = 0; ; nonce++) {
      const header = parseBlockHeader(encodeBlockHeader({ ...fields, nonce }));
      if (meetsTarget(header.hash, REGTEST_TARGET)) return header;
    }
  }

  /**
   * Adds a block.
   *
   * @throws RangeError when it does not extend the last one.
   */
  add(header: BlockHeader): void {
    const expected = this.#headers.at(-1)?.hash ?? NO_HASH;
    if (!Buffer.from(header.previousHash).equals(expected)) {
      throw new RangeError(`block ${this.height + 1} expected a different previous block`);
    }
    this.#headers.push(header);
    this.#heights.set(displayHash(header.hash), this.height);
  }
}
