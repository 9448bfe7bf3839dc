/**
 * Mines the sandbox chain while there is a reason to: a transaction waits, or the last one wants confirmations.
 */
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
   * Mines one block if it is needed. A start is a reason too: anvil forgets the states of past blocks when it
   * ends, and a request for the nonce some blocks ago must not wait for ever.
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
    // One that came since the pool was asked is in this block, and wants its confirmations without ever having waited.
    const count = await this.#anvil.request("eth_getBlockTransactionCountByNumber", ["latest"]);
    if (Number(count) > 0) this.#restAt = head + 1 + this.#blocksAfterActivity;
    return true;
  }
}
