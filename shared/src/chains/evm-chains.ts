/**
 * The EVM chains that svc-proof knows by name.
 *
 * `network` of an anchor is a label for people. For a chain of this table it must be the name given here, to the
 * letter: a proof that carries one chain's number under another chain's name would mislead its reader. Names are
 * those of the public chain list (chainid.network), cut down to what people say. A chain that is not here can
 * still be used; its label then stands unchecked and the verifier says so.
 */

/** What kind of evidence a chain can give. */
export type EvmChainKind = "public" | "testnet" | "development";

export interface EvmChain {
  /** EIP-155 identifier. */
  readonly chainId: number;
  readonly network: string;
  readonly kind: EvmChainKind;
  /** Page of a transaction, to which the transaction's hash is appended; null where there is no public explorer. */
  readonly explorerTransactionUrl: string | null;
  /**
   * How far a block's timestamp may stand from true time, in seconds, by the chain's consensus rules; null where
   * the rules leave it to the sequencer or to nobody.
   */
  readonly timestampAccuracySeconds: number | null;
}

/** The chain that the sandbox runs on this machine. */
export const DEVELOPMENT_CHAIN_ID = 31_337;

const CHAINS: readonly EvmChain[] = [
  // Since the merge a block's timestamp is its slot's (12 s), and a block from the future is not attested:
  // Ethereum consensus specs, bellatrix/beacon-chain.md, compute_timestamp_at_slot.
  {
    chainId: 1,
    network: "Ethereum",
    kind: "public",
    explorerTransactionUrl: "https://etherscan.io/tx/",
    timestampAccuracySeconds: 12,
  },
  {
    chainId: 10,
    network: "OP Mainnet",
    kind: "public",
    explorerTransactionUrl: "https://optimistic.etherscan.io/tx/",
    timestampAccuracySeconds: null,
  },
  // Same consensus rules as Ethereum, slots of 5 s.
  {
    chainId: 100,
    network: "Gnosis",
    kind: "public",
    explorerTransactionUrl: "https://gnosisscan.io/tx/",
    timestampAccuracySeconds: 5,
  },
  {
    chainId: 137,
    network: "Polygon",
    kind: "public",
    explorerTransactionUrl: "https://polygonscan.com/tx/",
    timestampAccuracySeconds: null,
  },
  {
    chainId: 8453,
    network: "Base",
    kind: "public",
    explorerTransactionUrl: "https://basescan.org/tx/",
    timestampAccuracySeconds: null,
  },
  {
    chainId: 42_161,
    network: "Arbitrum One",
    kind: "public",
    explorerTransactionUrl: "https://arbiscan.io/tx/",
    timestampAccuracySeconds: null,
  },
  {
    chainId: 80_002,
    network: "Polygon Amoy",
    kind: "testnet",
    explorerTransactionUrl: "https://amoy.polygonscan.com/tx/",
    timestampAccuracySeconds: null,
  },
  {
    chainId: 84_532,
    network: "Base Sepolia",
    kind: "testnet",
    explorerTransactionUrl: "https://sepolia.basescan.org/tx/",
    timestampAccuracySeconds: null,
  },
  {
    chainId: 11_155_111,
    network: "Sepolia",
    kind: "testnet",
    explorerTransactionUrl: "https://sepolia.etherscan.io/tx/",
    timestampAccuracySeconds: 12,
  },
  {
    chainId: DEVELOPMENT_CHAIN_ID,
    network: "Anvil devnet (no evidential value)",
    kind: "development",
    explorerTransactionUrl: null,
    timestampAccuracySeconds: null,
  },
];

const BY_ID: ReadonlyMap<number, EvmChain> = new Map(CHAINS.map((chain) => [chain.chainId, chain]));
const BY_NETWORK: ReadonlyMap<string, EvmChain> = new Map(
  CHAINS.map((chain) => [folded(chain.network), chain]),
);

/** A name as people read it: without case, and without what cannot be seen. */
function folded(network: string): string {
  return network
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Cc}]/gu, "")
    .trim()
    .toLowerCase();
}

/** The chain of that identifier, if it is known. */
export function evmChain(chainId: number): EvmChain | undefined {
  return BY_ID.get(chainId);
}

/**
 * What the label of an anchor says of its chain: `match`, `mismatch` (a known chain under another label, or
 * another chain under a known label), or `unknown` (neither is in the table).
 */
export function networkLabel(chainId: number, network: string): "match" | "mismatch" | "unknown" {
  const chain = BY_ID.get(chainId) ?? BY_NETWORK.get(folded(network));
  if (chain === undefined) return "unknown";
  return chain.chainId === chainId && chain.network === network ? "match" : "mismatch";
}
