/** Sources whose every question goes through a function of the caller, which may remember answers or refuse to ask. */
import type { BitcoinSource } from "./bitcoin.js";
import type { EvmSource } from "./evm.js";

/**
 * Passes a question on to a source, or answers it from what it remembers.
 *
 * @param question the same for equal questions to one source, different for others.
 * @param ask asks the source.
 */
export type Ask = <Answer>(question: string, ask: () => Promise<Answer>) => Promise<Answer>;

/** The same source, asked through `ask`. */
export function evmSourceAskedThrough(source: EvmSource, ask: Ask): EvmSource {
  return {
    chainId: source.chainId,
    name: source.name,
    ...(source.timeoutMs !== undefined && { timeoutMs: source.timeoutMs }),
    fetchChainId: (request) => ask("chain", () => source.fetchChainId(request)),
    fetchHeadNumber: (request) => ask("head", () => source.fetchHeadNumber(request)),
    ...(source.fetchFinalizedNumber !== undefined && {
      fetchFinalizedNumber: (request) => ask("finalized", () => source.fetchFinalizedNumber!(request)),
    }),
    fetchTransaction: (hash, request) =>
      ask(`transaction ${hash}`, () => source.fetchTransaction(hash, request)),
    fetchReceipt: (hash, request) => ask(`receipt ${hash}`, () => source.fetchReceipt(hash, request)),
    fetchBlock: (number, request) => ask(`block ${number}`, () => source.fetchBlock(number, request)),
  };
}

/** The same source, asked through `ask`. */
export function bitcoinSourceAskedThrough(source: BitcoinSource, ask: Ask): BitcoinSource {
  return {
    name: source.name,
    ...(source.timeoutMs !== undefined && { timeoutMs: source.timeoutMs }),
    fetchTip: (request) => ask("tip", () => source.fetchTip(request)),
    fetchHeader: (height, request) => ask(`header ${height}`, () => source.fetchHeader(height, request)),
    ...(source.fetchHeadersTo !== undefined && {
      fetchHeadersTo: (height, request) =>
        ask(`headers to ${height}`, () => source.fetchHeadersTo!(height, request)),
    }),
  };
}
