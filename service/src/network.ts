/**
 * The chains on which the service anchors. One that is given by `SVC_RPC_URL` alone may answer long after the API does.
 * Only then is it known whether it is a development chain, which makes the service a sandbox.
 */
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { type Chain, ChainUnavailableError } from "./clients/chain/chain.js";
import { openRpcChain } from "./clients/chain/rpc-chain.js";
import { type EndpointWatch, severalEndpoints } from "./clients/chain/several-endpoints.js";
import type { AnchorSetting } from "./config/anchor-settings.js";
import type { Config, SandboxMode } from "./config/config.js";
import { type GivenConfig, withDefaults } from "./config/parse-config.js";
import { runsOwnChain } from "./config/runs-own-chain.js";
import type { Log } from "./log.js";
import { readAnchorKey } from "./read-anchor-key.js";
import { retry } from "./retry.js";
import { StartError } from "./start-error.js";

const WEI_PER_GWEI = 1_000_000_000n;

/** An endpoint of a chain, and the key that pays there: `SVC_RPC_URL`, or the sandbox's own chain. */
export interface ChainAccess {
  readonly rpcUrl: string;
  readonly anchorKey: string;
}

export interface NetworkOptions {
  readonly given: GivenConfig;
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

export interface OpenedNetwork {
  /** In the order of the settings; at least one. */
  readonly chains: readonly [OpenedChain, ...OpenedChain[]];
  /** The settings, with the defaults for these chains. */
  readonly config: Config;
}

export class Network {
  readonly #options: NetworkOptions;
  #isSandbox: boolean;
  #opened: Promise<OpenedNetwork> | undefined;

  constructor(options: NetworkOptions) {
    this.#options = options;
    this.#isSandbox = runsOwnChain(options.given);
  }

  /** An endpoint of the first chain. */
  get rpcUrl(): string {
    const { access, given } = this.#options;
    return access?.rpcUrl ?? given.anchors![0]!.rpcUrls[0]!;
  }

  /** Whether proofs have no evidential value. False until a configured chain has answered. */
  get isSandbox(): boolean {
    return this.#isSandbox;
  }

  /**
   * Opens the chains. Waits for as long as that takes. All calls share one attempt.
   *
   * @throws StartError when the settings contradict a chain, or a key cannot be read; AbortError when the service stops.
   */
  open(): Promise<OpenedNetwork> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async #open(): Promise<OpenedNetwork> {
    const { given } = this.#options;
    const { sandbox } = withDefaults(given, this.#isSandbox);
    if (given.anchors !== undefined) {
      const ids = given.anchors.map(({ chainId }) => chainId);
      this.#isSandbox = isSandbox(sandbox, ids, "SVC_ANCHORS");
      const config = withDefaults(given, this.#isSandbox);
      const chains = await Promise.all(given.anchors.map((anchor) => this.#openAnchor(anchor, config)));
      return { chains: chains as [OpenedChain, ...OpenedChain[]], config };
    }
    const chain = await this.#openOnly();
    this.#isSandbox = isSandbox(sandbox, [chain.chainId], "SVC_RPC_URL");
    const config = withDefaults(given, this.#isSandbox);
    return {
      chains: [
        {
          chain,
          confirmations: config.confirmations,
          bumpAfterMs: config.anchorBumpMs,
          raisePermille: null,
          maxFeePerGasWei: null,
          lowBalanceWei: BigInt(config.anchorLowBalanceGwei) * WEI_PER_GWEI,
        },
      ],
      config,
    };
  }

  /** A chain of `SVC_ANCHORS`. Its identifier is given, so nothing is asked: one that is down holds up no other. */
  async #openAnchor(anchor: AnchorSetting, config: Config): Promise<OpenedChain> {
    const { chainId, rpcUrls, networkName, maxFeePerGasWei, priorityFeePerGasWei, raisePermille } = anchor;
    const { watchEndpoints } = this.#options;
    const anchorKey = await readAnchorKey(anchor);
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
    const { access, given } = this.#options;
    const { networkName, rpcTimeoutMs, anchorMaxCostGwei } = withDefaults(given, this.#isSandbox);
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
function isSandbox(mode: SandboxMode, chainIds: readonly number[], setting: string): boolean {
  const other = chainIds.find((chainId) => chainId !== DEVELOPMENT_CHAIN_ID);
  if (mode === "on" && other !== undefined) {
    throw new StartError(
      `SVC_SANDBOX: expected auto or off, because ${setting} leads to chain ${other}, got on: the sandbox runs on the development chain (${DEVELOPMENT_CHAIN_ID}) only`,
    );
  }
  return mode !== "off" && other === undefined;
}
