/** Mines the sandbox chain while a transaction waits or the last one needs confirmations. */
import type { Anvil } from "./anvil.js";

export class ChainMiner {
  readonly #anvil: Anvil;
  readonly #blocksAfterActivity: number;
  /** The block after which the chain may rest; null until the head is known. */
  #restAt: number | null = null;

  constructor(anvil: Anvil, blocksAfterActivity: number) {
    this.#anvil = anvil;
    this.#blocksAfterActivity = blocksAfterActivity;
  }

  /**
   * Mines one block if needed. It is also needed after a start: anvil loses the states of past blocks when it exits,
   * and a request for the nonce at an earlier block must not wait forever.
   *
   * @returns whether the chain changed.
   */
  async mineIfNeeded(): Promise<boolean> {
    const head = Number(await this.#anvil.request("eth_blockNumber", []));
    const { pending } = (await this.#anvil.request("txpool_status", [])) as { pending: string };
    const isWaiting = Number(pending) > 0;
    if (this.#restAt === null || isWaiting) this.#restAt = head + 1 + this.#blocksAfterActivity;
    if (head >= this.#restAt) return false;
    await this.#anvil.request("evm_mine", []);
    // A transaction that arrived after the check of the pool is in this block too, and needs confirmations.
    const count = await this.#anvil.request("eth_getBlockTransactionCountByNumber", ["latest"]);
    if (Number(count) > 0) this.#restAt = head + 1 + this.#blocksAfterActivity;
    return true;
  }
}
