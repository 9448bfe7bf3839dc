import { evmChain } from "@svc-proof/shared/chains";
import type { Config } from "../config/config.js";

/** Configured names of chains: of each by its identifier, or one for the only chain. */
export type NetworkNames = ReadonlyMap<number, string> | string | null;

/** The names that the settings give. */
export function networkNames({
  anchors,
  networkName,
}: Pick<Config, "anchors" | "networkName">): NetworkNames {
  if (anchors === null) return networkName;
  return new Map(
    anchors.flatMap((anchor) => (anchor.networkName ? [[anchor.chainId, anchor.networkName]] : [])),
  );
}

/** Label of a chain in proofs: the known name, otherwise the configured one, otherwise its number. */
export function networkName(chainId: number, names: NetworkNames): string {
  const configured = names === null || typeof names === "string" ? names : names.get(chainId);
  return evmChain(chainId)?.network ?? configured ?? `EIP-155 chain ${chainId}`;
}
