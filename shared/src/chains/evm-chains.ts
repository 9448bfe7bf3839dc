/**
 * The EVM chains that svc-proof knows by name.
 *
 * `network` of an anchor is a label for people. For a chain of this table it must be the name given here, to the
 * letter: a proof that carries one chain's number under another chain's name would mislead its reader. Names are
 * those of the public chain list (chainid.network), cut down to what people say. A chain that is not here can
 * still be used; its label then stands unchecked and the verifier says so.
 */

import { lookAlikeKey } from "./look-alike.js";

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
   * How far the timestamp of a block since the merge may stand from true time, in seconds, by the chain's consensus rules;
   * null where the rules leave it to the sequencer or to nobody. Before the merge a miner chose it, within no such bound.
   */
  readonly timestampAccuracySeconds: number | null;
  /** From when on a block is taken as settled. */
  readonly finality: EvmFinality;
  /**
   * The first block of which the hash is the Keccak-256 of a header by Ethereum's rules; 0 where all are so. The time of
   * an older one is the word of whoever tells it.
   */
  readonly headersSince: number;
}

/**
 * `finalized`: the chain says itself which blocks cannot be taken back, and nodes answer the newest of them to the block
 * tag `finalized`: Ethereum execution APIs. `confirmations`: so many blocks, from the block itself to the head, both
 * counted.
 */
export type EvmFinality =
  | { readonly kind: "finalized" }
  | { readonly kind: "confirmations"; readonly count: number };

const FINALIZED: EvmFinality = { kind: "finalized" };

/**
 * Where the chain has no finality, or is not known: what the service itself waits for before it says `confirmed`. This is
 * a habit of Ethereum's users from before it had finality, and no statement of any chain's rules.
 */
const TWELVE_CONFIRMATIONS: EvmFinality = { kind: "confirmations", count: 12 };

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
    // Two epochs of 32 slots, about 13 minutes, and at least a third of all stake is lost by whoever takes it back:
    // Ethereum consensus specs, phase0/beacon-chain.md, weigh_justification_and_finalization.
    finality: FINALIZED,
    headersSince: 0,
  },
  {
    chainId: 10,
    network: "OP Mainnet",
    kind: "public",
    explorerTransactionUrl: "https://optimistic.etherscan.io/tx/",
    timestampAccuracySeconds: null,
    // The L2 block is derived from a block of Ethereum that is final: OP Stack specs, protocol/derivation.md, "Finalization
    // Guarantees"; 2 s blocks, so that twelve are 24 s of the sequencer's word. Since before Bedrock (block 105,235,063)
    // headers are geth's: l2geth, core/types/block.go.
    finality: FINALIZED,
    headersSince: 0,
  },
  // Same consensus rules as Ethereum, slots of 5 s.
  {
    chainId: 100,
    network: "Gnosis",
    kind: "public",
    explorerTransactionUrl: "https://gnosisscan.io/tx/",
    timestampAccuracySeconds: 5,
    // Ethereum's rules, epochs of 16 slots. Before the merge (8 December 2022) headers end with the step and the seal of
    // AuRa in place of mixHash and nonce: OpenEthereum, ethcore/engines/authority_round.
    finality: FINALIZED,
    headersSince: 25_349_537,
  },
  {
    chainId: 137,
    network: "Polygon",
    kind: "public",
    explorerTransactionUrl: "https://polygonscan.com/tx/",
    timestampAccuracySeconds: null,
    // Milestones, which validators sign on Heimdall: PIP-11, "Finality Tag". Before them 157 blocks were taken back on
    // 22 February 2023. Headers are geth's, the signer's seal in extraData included: Bor, core/types/block.go, Hash.
    finality: FINALIZED,
    headersSince: 0,
  },
  {
    chainId: 8453,
    network: "Base",
    kind: "public",
    explorerTransactionUrl: "https://basescan.org/tx/",
    timestampAccuracySeconds: null,
    // As OP Mainnet.
    finality: FINALIZED,
    headersSince: 0,
  },
  {
    chainId: 42_161,
    network: "Arbitrum One",
    kind: "public",
    explorerTransactionUrl: "https://arbiscan.io/tx/",
    timestampAccuracySeconds: null,
    // The batch stands in a final block of Ethereum: Nitro v2.0.10, "safe" and "finalized"; 0.25 s blocks. Blocks before
    // Nitro's genesis have hashes that their contents do not have: OffchainLabs/arbitrum-classic, pull request 559.
    finality: FINALIZED,
    headersSince: 22_207_817,
  },
  {
    chainId: 80_002,
    network: "Polygon Amoy",
    kind: "testnet",
    explorerTransactionUrl: "https://amoy.polygonscan.com/tx/",
    timestampAccuracySeconds: null,
    // As Polygon.
    finality: FINALIZED,
    headersSince: 0,
  },
  {
    chainId: 84_532,
    network: "Base Sepolia",
    kind: "testnet",
    explorerTransactionUrl: "https://sepolia.basescan.org/tx/",
    timestampAccuracySeconds: null,
    // As OP Mainnet.
    finality: FINALIZED,
    headersSince: 0,
  },
  {
    chainId: 11_155_111,
    network: "Sepolia",
    kind: "testnet",
    explorerTransactionUrl: "https://sepolia.etherscan.io/tx/",
    timestampAccuracySeconds: 12,
    // As Ethereum.
    finality: FINALIZED,
    headersSince: 0,
  },
  {
    chainId: DEVELOPMENT_CHAIN_ID,
    network: "Anvil devnet (no evidential value)",
    kind: "development",
    explorerTransactionUrl: null,
    timestampAccuracySeconds: null,
    // Anvil makes a block whenever it is told to; its `finalized` block means nothing.
    finality: TWELVE_CONFIRMATIONS,
    headersSince: 0,
  },
];

const BY_ID: ReadonlyMap<number, EvmChain> = new Map(CHAINS.map((chain) => [chain.chainId, chain]));
const BY_NETWORK: ReadonlyMap<string, EvmChain> = new Map(
  CHAINS.map((chain) => [lookAlikeKey(chain.network), chain]),
);

/** The chain of that identifier, if it is known. */
export function evmChain(chainId: number): EvmChain | undefined {
  return BY_ID.get(chainId);
}

/** From when on a block of a chain is taken as settled; of a chain that is not known, after twelve confirmations. */
export function evmFinality(chainId: number): EvmFinality {
  return BY_ID.get(chainId)?.finality ?? TWELVE_CONFIRMATIONS;
}

/**
 * The first block whose header must hash to the block's hash by Ethereum's rules; null where the chain is not known, so
 * that nobody can say.
 */
export function evmHeadersSince(chainId: number): number | null {
  return BY_ID.get(chainId)?.headersSince ?? null;
}

/**
 * What the label of an anchor says of its chain: `match`, `mismatch` (a known chain under another label, or
 * another chain under a label that looks like a known one), or `unknown` (neither is in the table).
 */
export function networkLabel(chainId: number, network: string): "match" | "mismatch" | "unknown" {
  const chain = BY_ID.get(chainId) ?? BY_NETWORK.get(lookAlikeKey(network));
  if (chain === undefined) return "unknown";
  return chain.chainId === chainId && chain.network === network ? "match" : "mismatch";
}
