/** The chains whose endpoints can be set: those with defaults, those already set, and those that the current proofs name. */

import { evmChain } from "@svc-proof/shared/chains";
import { type EndpointGroup, endpointKey } from "@svc-proof/ui/asking";
import { DEFAULT_ENDPOINTS } from "@svc-proof/verifier-lib/source";
import type { Item } from "../../model.js";

export type NamedGroup = Pick<EndpointGroup, "kind" | "chainId" | "network">;

/**
 * @param own keys of the user's settings.
 * @param items their offers come first, since the reader is working on them.
 */
export function endpointGroups(own: readonly string[], items: readonly Item[]): readonly NamedGroup[] {
  const groups = new Map<string, NamedGroup>();
  for (const { onlineOffer } of items) {
    for (const { kind, chainId, network } of onlineOffer) {
      groups.set(endpointKey({ kind, chainId }), { kind, chainId, network });
    }
  }
  for (const key of [...Object.keys(DEFAULT_ENDPOINTS), ...own]) {
    if (!groups.has(key)) groups.set(key, groupOfKey(key));
  }
  return [...groups.values()];
}

function groupOfKey(key: string): NamedGroup {
  if (key === "bitcoin") return { kind: "bitcoin", chainId: null, network: "Bitcoin" };
  const chainId = Number(key.slice("evm:".length));
  return { kind: "evm", chainId, network: evmChain(chainId)?.network ?? `EIP-155 ${chainId}` };
}
