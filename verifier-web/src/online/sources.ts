/** Creates the library's sources for the user's endpoints. Each remembers its answers to a request of the user. */

import { endpointKey } from "@svc-proof/ui/asking";
import {
  type BitcoinSource,
  bitcoinSourceAskedThrough,
  createEsploraBitcoinSource,
  createRpcEvmSource,
  type EvmSource,
  evmSourceAskedThrough,
} from "@svc-proof/verifier-lib/source";
import type { Online } from "../model.js";
import { Answers } from "./answers.js";

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
      if (kind === "bitcoin") {
        bitcoinSources.push(bitcoinSourceAskedThrough(createEsploraBitcoinSource({ url }), keep));
      } else sources.push(evmSourceAskedThrough(createRpcEvmSource({ chainId: chainId!, url }), keep));
    }
  }
  return { sources, bitcoinSources };
}
