/**
 * The chains on which the service anchors. One that is given by `SVC_RPC_URL` alone may answer long after the API does.
 */
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { type Chain, ChainUnavailableError } from "./clients/chain/chain.js";
import { type EndpointWatch, severalEndpoints } from "./clients/chain/several-endpoints.js";
import type { AnchorSetting } from "./config/anchor-settings.js";
import type { Config } from "./config/config.js";
import type { Log } from "./log.js";
import { readAnchorKey } from "./read-anchor-key.js";
import { retry } from "./retry.js";
import { StartError } from "./start-error.js";

/** Loaded once the service listens: it is a fifth of what the service would load at its start. */
const rpcChains = () => import("./clients/chain/rpc-chain.js");

const WEI_PER_GWEI = 1_000_000_000n;

/** An endpoint of a chain, and the key that pays there: `SVC_RPC_URL`, or the sandbox's own chain. */
export interface ChainAccess {
  readonly rpcUrl: string;
  readonly anchorKey: string;
}

export interface NetworkOptions {
  readonly config: Config;
  /** Whether proofs have no evidential value. */
  readonly isSandbox: boolean;
  /** Null if `SVC_ANCHORS` is given. */
  readonly access: ChainAccess | null;
  readonly log: Log;
  /** Learns which endpoints of a chain fail. */
  readonly watchEndpoints: (chainId: number) => EndpointWatch;
  /** Ends the wait for the chain. */
  readonly signal: AbortSignal;
}

/** A chain, and what the settings say of it. */
export interface OpenedChain {
  readonly chain: Chain;
  readonly confirmations: number;
  readonly bumpAfterMs: number;
  /** In thousandths; null for the default. */
  readonly raisePermille: number | null;
  readonly maxFeePerGasWei: bigint | null;
  readonly lowBalanceWei: bigint;
}

/** In the order of the settings; at least one. */
export type OpenedChains = readonly [OpenedChain, ...OpenedChain[]];

export class Network {
  readonly #options: NetworkOptions;
  #opened: Promise<OpenedChains> | undefined;

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  /** An endpoint of the first chain. */
  get rpcUrl(): string {
    const { access, config } = this.#options;
    return access?.rpcUrl ?? config.anchors![0]!.rpcUrls[0]!;
  }

  /** Whether proofs have no evidential value. */
  get isSandbox(): boolean {
    return this.#options.isSandbox;
  }

  /**
   * Opens the chains. Waits for as long as that takes. All calls share one attempt.
   *
   * @throws StartError when the settings contradict a chain, or a key cannot be read; AbortError when the service stops.
   */
  open(): Promise<OpenedChains> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async #open(): Promise<OpenedChains> {
    const { config, isSandbox } = this.#options;
    if (config.anchors !== null) {
      const ids = config.anchors.map(({ chainId }) => chainId);
      if (isSandbox) expectDevelopment(ids, "SVC_ANCHORS");
      const chains = await Promise.all(config.anchors.map((anchor) => this.#openAnchor(anchor, config)));
      return chains as [OpenedChain, ...OpenedChain[]];
    }
    const chain = await this.#openOnly();
    if (isSandbox) expectDevelopment([chain.chainId], "SVC_RPC_URL");
    return [
      {
        chain,
        confirmations: config.confirmations,
        bumpAfterMs: config.anchorBumpMs,
        raisePermille: null,
        maxFeePerGasWei: null,
        lowBalanceWei: BigInt(config.anchorLowBalanceGwei) * WEI_PER_GWEI,
      },
    ];
  }

  /** A chain of `SVC_ANCHORS`. Its identifier is given, so nothing is asked: one that is down holds up no other. */
  async #openAnchor(anchor: AnchorSetting, config: Config): Promise<OpenedChain> {
    const { chainId, rpcUrls, networkName, maxFeePerGasWei, priorityFeePerGasWei, raisePermille } = anchor;
    const { watchEndpoints } = this.#options;
    const anchorKey = await readAnchorKey(anchor);
    const { openRpcChain } = await rpcChains();
    const endpoints = await Promise.all(
      rpcUrls.map((rpcUrl) =>
        openRpcChain({
          chainId,
          rpcUrl,
          anchorKey,
          timeoutMs: config.rpcTimeoutMs,
          maxCostWei: anchor.maxCostWei ?? BigInt(config.anchorMaxCostGwei) * WEI_PER_GWEI,
          ...(networkName === null ? {} : { networkName }),
          ...(maxFeePerGasWei === null ? {} : { maxFeePerGasWei }),
          ...(priorityFeePerGasWei === null ? {} : { priorityFeePerGasWei }),
        }),
      ),
    );
    return {
      chain: severalEndpoints(endpoints as [Chain, ...Chain[]], { watch: watchEndpoints(chainId) }),
      confirmations: anchor.confirmations ?? config.confirmations,
      bumpAfterMs: anchor.bumpAfterMs ?? config.anchorBumpMs,
      raisePermille,
      maxFeePerGasWei,
      lowBalanceWei: anchor.lowBalanceWei ?? BigInt(config.anchorLowBalanceGwei) * WEI_PER_GWEI,
    };
  }

  /** The one chain of the short form: only its endpoint tells which it is. */
  #openOnly(): Promise<Chain> {
    const { log, signal } = this.#options;
    return retry(() => this.#askOnly(), {
      mayPass: (error) => error instanceof ChainUnavailableError,
      // The message only: causes may hold the endpoint's address, which may hold a key.
      onWait: ({ message: reason }, retryInMs) =>
        log.warn(
          { reason, retryInMs },
          "the chain has not answered yet; until it does, no batch is built or anchored",
        ),
      signal,
    });
  }

  async #askOnly(): Promise<Chain> {
    const { access, config } = this.#options;
    const { networkName, rpcTimeoutMs, anchorMaxCostGwei } = config;
    const { openRpcChain } = await rpcChains();
    try {
      return await openRpcChain({
        ...access!,
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

/** @param setting where the chains come from. */
function expectDevelopment(chainIds: readonly number[], setting: string): void {
  const other = chainIds.find((chainId) => chainId !== DEVELOPMENT_CHAIN_ID);
  if (other === undefined) return;
  throw new StartError(
    `SVC_SANDBOX: expected auto or off, because ${setting} leads to chain ${other}, got on: the sandbox runs on the development chain (${DEVELOPMENT_CHAIN_ID}) only`,
  );
}
