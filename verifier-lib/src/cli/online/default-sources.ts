/** `--online`: the public endpoints for what a report leaves open. */

import { type BitcoinSource, createEsploraBitcoinSource } from "../../source/bitcoin.js";
import { createRpcEvmSource, DEFAULT_ENDPOINTS, type EvmSource } from "../../source/evm.js";
import type { OpenQuestions } from "./open-questions.js";
import { rememberingBitcoin, rememberingEvm } from "./remember-answers.js";

export interface Sources {
  readonly sources: readonly EvmSource[];
  readonly bitcoinSources: readonly BitcoinSource[];
}

export class DefaultSources {
  readonly #made = new Map<string, readonly (EvmSource | BitcoinSource)[]>();
  readonly #timeoutMs: number;

  /** @param timeoutMs for one answer. */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Two for each question; none for chains that are not known by name. */
  of({ chainIds, isBitcoinOpen }: OpenQuestions): Sources {
    const timeoutMs = this.#timeoutMs;
    return {
      sources: chainIds.flatMap((chainId) =>
        this.#once(`evm:${chainId}`, (url) =>
          rememberingEvm(createRpcEvmSource({ chainId, url, timeoutMs })),
        ),
      ),
      bitcoinSources: isBitcoinOpen
        ? this.#once("bitcoin", (url) => rememberingBitcoin(createEsploraBitcoinSource({ url, timeoutMs })))
        : [],
    };
  }

  #once<Source extends EvmSource | BitcoinSource>(
    key: string,
    create: (url: string) => Source,
  ): readonly Source[] {
    const made = this.#made.get(key) ?? (DEFAULT_ENDPOINTS[key] ?? []).map(create);
    this.#made.set(key, made);
    return made as readonly Source[];
  }
}
