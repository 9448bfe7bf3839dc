/** The chains on which the service anchors. */
import { type AnchorSetting, readAnchorKey } from "../config/anchors.js";
import { chainsOf } from "../config/chains.js";
import type { Config } from "../config/settings.js";
import type { Chain } from "./chain.js";
import { type EndpointWatch, severalEndpoints } from "./evm-endpoints.js";

/** Loaded once the service listens: it is a fifth of what the service would load at its start. */
const rpcChains = () => import("./evm.js");

const WEI_PER_GWEI = 1_000_000_000n;

export interface NetworkOptions {
  readonly config: Config;
  /** Learns which endpoints of a chain fail. */
  readonly watchEndpoints: (chainId: number) => EndpointWatch;
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
  /** Whether proofs have no evidential value. */
  readonly isRehearsal: boolean;
  readonly #options: NetworkOptions;
  #opened: Promise<OpenedChains> | undefined;

  constructor(options: NetworkOptions) {
    this.#options = options;
    this.isRehearsal = options.config.rehearsal === "on";
  }

  /**
   * Opens the chains. Nothing is asked of them: one that is down holds up no other. All calls share one attempt.
   *
   * @throws StartError when a key cannot be read.
   */
  open(): Promise<OpenedChains> {
    this.#opened ??= Promise.all(chainsOf(this.#options.config).map((chain) => this.#open(chain))) as Promise<
      readonly OpenedChain[]
    > as Promise<OpenedChains>;
    return this.#opened;
  }

  async #open(anchor: AnchorSetting): Promise<OpenedChain> {
    const { chainId, rpcUrls, networkName, maxFeePerGasWei, priorityFeePerGasWei, raisePermille } = anchor;
    const { config, watchEndpoints } = this.#options;
    const anchorKey = await readAnchorKey(anchor);
    const { openRpcChain } = await rpcChains();
    const endpoints = rpcUrls.map((rpcUrl) =>
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
}
