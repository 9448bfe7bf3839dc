import type { BitcoinSource, EvmSource } from "@svc-proof/verifier-lib";
import { createEsploraBitcoinSource, createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import type { EndpointGroup } from "@svc-proof/verifier-web/ui/asking";

/** The library's sources for the endpoints that the page allows. Loaded when the first is asked. */
export interface NetworkSources {
  readonly sources: readonly EvmSource[];
  readonly bitcoinSources: readonly BitcoinSource[];
}

export function networkSources(groups: readonly EndpointGroup[]): NetworkSources {
  return {
    sources: groups.flatMap(({ chainId, endpoints }) =>
      chainId === null ? [] : endpoints.map((url) => createRpcEvmSource({ chainId, url })),
    ),
    bitcoinSources: groups.flatMap(({ kind, endpoints }) =>
      kind === "bitcoin" ? endpoints.map((url) => createEsploraBitcoinSource({ url })) : [],
    ),
  };
}
