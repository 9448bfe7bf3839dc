/**
 * The chain on which the service anchors. It may answer long after the API does. Only then is it known whether it is a
 * development chain, which makes the service a sandbox.
 */
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { type Chain, ChainUnavailableError } from "./clients/chain/chain.js";
import { openRpcChain } from "./clients/chain/rpc-chain.js";
import type { Config, SandboxMode } from "./config/config.js";
import { type GivenConfig, withDefaults } from "./config/parse-config.js";
import type { Log } from "./log.js";
import { retry } from "./retry.js";
import { StartError } from "./start-error.js";

const WEI_PER_GWEI = 1_000_000_000n;

/** An endpoint of a chain, and the key that pays there. */
export interface ChainAccess {
  readonly rpcUrl: string;
  readonly anchorKey: string;
}

export interface NetworkOptions {
  readonly given: GivenConfig;
  readonly access: ChainAccess;
  readonly log: Log;
  /** Ends the wait for the chain. */
  readonly signal: AbortSignal;
}

export interface OpenedNetwork {
  readonly chain: Chain;
  /** The settings, with the defaults for this chain. */
  readonly config: Config;
}

export class Network {
  readonly access: ChainAccess;
  readonly #options: NetworkOptions;
  #isSandbox: boolean;
  #opened: Promise<OpenedNetwork> | undefined;

  constructor(options: NetworkOptions) {
    this.access = options.access;
    this.#options = options;
    this.#isSandbox = options.given.rpcUrl === undefined;
  }

  /** Whether proofs have no evidential value. False until a configured chain has answered. */
  get isSandbox(): boolean {
    return this.#isSandbox;
  }

  /**
   * Opens the chain. Waits for as long as that takes. All calls share one attempt.
   *
   * @throws StartError when the settings contradict the chain; AbortError when the service stops.
   */
  open(): Promise<OpenedNetwork> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async #open(): Promise<OpenedNetwork> {
    const { given, log, signal } = this.#options;
    const chain = await retry(() => this.#openChain(), {
      mayPass: (error) => error instanceof ChainUnavailableError,
      // The message only: causes may hold the endpoint's address, which may hold a key.
      onWait: ({ message: reason }, retryInMs) =>
        log.warn(
          { reason, retryInMs },
          "the chain has not answered yet; until it does, no batch is built or anchored",
        ),
      signal,
    });
    this.#isSandbox = isSandbox(withDefaults(given, this.#isSandbox).sandbox, chain.chainId);
    return { chain, config: withDefaults(given, this.#isSandbox) };
  }

  async #openChain(): Promise<Chain> {
    const { networkName, rpcTimeoutMs, anchorMaxCostGwei } = withDefaults(
      this.#options.given,
      this.#isSandbox,
    );
    try {
      return await openRpcChain({
        ...this.access,
        timeoutMs: rpcTimeoutMs,
        maxCostWei: BigInt(anchorMaxCostGwei) * WEI_PER_GWEI,
        ...(networkName === null ? {} : { networkName }),
      });
    } catch (error) {
      if (error instanceof TypeError) throw new StartError(`SVC_RPC_URL, SVC_ANCHOR_KEY: ${error.message}`);
      throw error;
    }
  }
}

function isSandbox(mode: SandboxMode, chainId: number): boolean {
  const isDevelopment = chainId === DEVELOPMENT_CHAIN_ID;
  if (mode === "on" && !isDevelopment) {
    throw new StartError(
      `SVC_SANDBOX: expected auto or off, because SVC_RPC_URL leads to chain ${chainId}, got on: the sandbox runs on the development chain (${DEVELOPMENT_CHAIN_ID}) only`,
    );
  }
  return mode !== "off" && isDevelopment;
}
