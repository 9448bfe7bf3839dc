/** Creates the library's sources for the user's endpoints. Each remembers its answers to a request of the user. */
import {
  type BitcoinSource,
  createEsploraBitcoinSource,
  createRpcEvmSource,
  type EvmSource,
} from "@svc-proof/verifier-lib/source";
import { endpointKey } from "../model/endpoints.js";
import type { Online } from "../model/evidence-files.js";
import { Answers, type Keep } from "./answers.js";

export interface Sources {
  readonly sources: readonly EvmSource[];
  readonly bitcoinSources: readonly BitcoinSource[];
}

/** Most requests of the user whose answers are kept; the oldest are dropped first. */
const MAX_REQUESTS = 256;

const told = new Map<string, Answers>();

/** @param signal cancels the task that asks. */
export function sourcesOf({ groups, mode, request }: Online, signal: AbortSignal): Sources {
  const answers = told.get(request) ?? new Answers();
  told.delete(request);
  told.set(request, answers);
  for (const oldest of told.keys()) {
    if (told.size <= MAX_REQUESTS) break;
    told.delete(oldest);
  }
  const sources: EvmSource[] = [];
  const bitcoinSources: BitcoinSource[] = [];
  for (const { kind, chainId, endpoints } of groups) {
    for (const url of endpoints) {
      const keep = answers.of(`${endpointKey({ kind, chainId })} ${url}`, mode, signal);
      if (kind === "bitcoin") bitcoinSources.push(keptBitcoin(createEsploraBitcoinSource({ url }), keep));
      else sources.push(keptEvm(createRpcEvmSource({ chainId: chainId!, url }), keep));
    }
  }
  return { sources, bitcoinSources };
}

function keptEvm(source: EvmSource, keep: Keep): EvmSource {
  return {
    chainId: source.chainId,
    name: source.name,
    fetchChainId: (request) => keep("chain", () => source.fetchChainId(request)),
    fetchHeadNumber: (request) => keep("head", () => source.fetchHeadNumber(request)),
    ...(source.timeoutMs !== undefined && { timeoutMs: source.timeoutMs }),
    fetchFinalizedNumber: (request) =>
      keep("finalized", async () => (await source.fetchFinalizedNumber?.(request)) ?? null),
    fetchTransaction: (hash, request) =>
      keep(`transaction ${hash}`, () => source.fetchTransaction(hash, request)),
    fetchReceipt: (hash, request) => keep(`receipt ${hash}`, () => source.fetchReceipt(hash, request)),
    fetchBlock: (number, request) => keep(`block ${number}`, () => source.fetchBlock(number, request)),
  };
}

function keptBitcoin(source: BitcoinSource, keep: Keep): BitcoinSource {
  return {
    name: source.name,
    ...(source.timeoutMs !== undefined && { timeoutMs: source.timeoutMs }),
    fetchTip: (request) => keep("tip", () => source.fetchTip(request)),
    fetchHeader: (height, request) => keep(`header ${height}`, () => source.fetchHeader(height, request)),
    ...(source.fetchHeadersTo !== undefined && {
      fetchHeadersTo: (height, request) =>
        keep(`headers to ${height}`, () => source.fetchHeadersTo!(height, request)),
    }),
  };
}
