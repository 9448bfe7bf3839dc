/** Endpoints of one chain that an online check would ask. */
export interface EndpointGroup {
  readonly kind: "evm" | "bitcoin";
  /** EIP-155 identifier; null for Bitcoin. */
  readonly chainId: number | null;
  /** The proof's own name for it if the verifier does not know the chain: hostile text. */
  readonly network: string;
  /** http or https addresses. Empty if the user has to enter one first. */
  readonly endpoints: readonly string[];
}

/** Identifies the group, regardless of its endpoints. */
export function endpointKey({ kind, chainId }: Pick<EndpointGroup, "kind" | "chainId">): string {
  return kind === "bitcoin" ? "bitcoin" : `evm:${chainId}`;
}
