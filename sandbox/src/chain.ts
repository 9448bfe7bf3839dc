/** The chain of a sandbox, and its blocks. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { StartError } from "@svc-proof/service/errors";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { type Anvil, endProcess, type KeeperMessage, type KeeperOptions } from "./anvil.js";

// The sandbox's own chain: anvil, a development node, on this machine. Its blocks have no evidential value.
//
// anvil is not a child of the service but of a keeper process (`chain-keeper.ts`), which saves its state and ends it
// when the service ends for any reason.

/**
 * First account of anvil's well-known mnemonic ("test test … junk"): the key is public, and has coins on this chain
 * only.
 */
const ANCHOR_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

/** A former keeper must first save its chain and exit; a start of anvil takes 50 ms. */
const START_TIMEOUT_MS = 30_000;
/** Saving 4,000 blocks takes 50 ms, measured. The rest is for slow disks. */
const STOP_TIMEOUT_MS = 10_000;
/** Delay before a keeper that exited is restarted. */
const RESTART_DELAY_MS = 500;

export interface SandboxChainOptions {
  /** Folder of the service's data; the chain lives in `chain/` below it. Must exist. */
  readonly dataDir: string;
  /** Port on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** Time between two blocks while any are needed. */
  readonly blockTimeMs: number;
  /** Confirmations that an anchor needs. This many blocks and a few more follow each transaction. Default 12. */
  readonly confirmations?: number;
}

export interface SandboxChain {
  readonly rpcUrl: string;
  readonly chainId: number;
  /** Private key of an account with coins. */
  readonly anchorKey: string;
  /** Saves and ends the chain. */
  stop(): Promise<void>;
}

/** A keeper that answered. */
interface Keeper {
  readonly process: ChildProcess;
  readonly port: number;
  /** Ends the anvil that a killed keeper left running on the port that the next one needs. */
  endOrphan(): void;
}

/**
 * Starts the chain, or resumes the one in the folder.
 *
 * @throws StartError with the reason.
 */
export async function startSandboxChain(options: SandboxChainOptions): Promise<SandboxChain> {
  const { confirmations = 12, ...rest } = options;
  const keeperOptions: KeeperOptions = { ...rest, blocksAfterActivity: confirmations + 4 };
  let keeper = await startKeeper(keeperOptions);
  const { port } = keeper;
  let stopping = false;

  const supervise = async (): Promise<void> => {
    while (!stopping) {
      await ended(keeper.process);
      if (stopping) return;
      keeper.endOrphan();
      await sleep(RESTART_DELAY_MS);
      if (stopping) return;
      await startKeeper({ ...keeperOptions, port }).then(
        (next) => {
          keeper = next;
          if (stopping) next.process.stdin?.end();
        },
        () => {},
      );
    }
  };
  const supervised = supervise();

  return {
    rpcUrl: `http://127.0.0.1:${port}`,
    chainId: DEVELOPMENT_CHAIN_ID,
    anchorKey: ANCHOR_KEY,
    stop: async () => {
      stopping = true;
      keeper.process.stdin?.end();
      const timer = setTimeout(() => {
        keeper.process.kill("SIGKILL");
        keeper.endOrphan();
      }, STOP_TIMEOUT_MS);
      await supervised;
      await ended(keeper.process);
      clearTimeout(timer);
    },
  };
}

async function startKeeper(options: KeeperOptions): Promise<Keeper> {
  const path = fileURLToPath(new URL("./chain-keeper.js", import.meta.url));
  // Its stdin closes when the service ends. It has its own process group, so that Ctrl+C reaches the service alone,
  // which then ends the chain.
  const child = spawn(process.execPath, [path, JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "inherit"],
    detached: true,
  });
  // Ignore failed writes to a keeper that exited: its exit is handled.
  child.stdin.on("error", () => {});
  let anvilPid: number | null = null;
  const endOrphan = () => {
    if (anvilPid !== null) endProcess(anvilPid);
    // Only once, because the process id of an ended process may be reused.
    anvilPid = null;
  };
  const timer = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT_MS);
  try {
    return await new Promise<Keeper>((resolve, reject) => {
      const fail = (reason: string) => reject(new StartError(reason));
      child.once("error", (error) => fail(`the keeper did not start: ${error.message}`));
      child.once("close", () => fail("the sandbox chain did not start"));
      createInterface({ input: child.stdout }).on("line", (line) => {
        const message = JSON.parse(line) as KeeperMessage;
        if (message.event === "spawned") anvilPid = message.anvilPid;
        if (message.event === "ended") anvilPid = null;
        if (message.event === "ready") resolve({ process: child, port: message.port, endOrphan });
        if (message.event === "failed") fail(message.reason);
      });
    });
  } catch (error) {
    child.kill("SIGKILL");
    endOrphan();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** Mines the sandbox chain while a transaction waits or the last one needs confirmations. */
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
