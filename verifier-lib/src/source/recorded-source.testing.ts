/** A source that answers from a chain defined in a test. */
import { evmBlockHash } from "../evm/block-header.js";
import { encodeRlp, rlpInteger } from "../evm/rlp.js";
import type { EvmBlock, EvmReceipt, EvmSource, EvmTransaction } from "./evm.js";

export interface RecordedChain {
  readonly chainId: number;
  readonly head: number;
  /** Number of the newest final block; null if the source does not know. Default: the head. */
  readonly finalized?: number | null;
  readonly transaction: EvmTransaction | null;
  readonly receipt: EvmReceipt | null;
  readonly block: EvmBlock | null;
}

export function recordedSource(
  name: string,
  chain: RecordedChain,
  askedAs: number = chain.chainId,
): EvmSource {
  return {
    chainId: askedAs,
    name,
    fetchChainId: async () => chain.chainId,
    fetchHeadNumber: async () => chain.head,
    fetchFinalizedNumber: async () => (chain.finalized === undefined ? chain.head : chain.finalized),
    fetchTransaction: async () => chain.transaction,
    fetchReceipt: async () => chain.receipt,
    fetchBlock: async (number) => (chain.block?.number === number ? chain.block : null),
  };
}

export interface MinedBlock {
  readonly number: number;
  readonly timestamp: number;
  readonly transactionHashes: readonly string[];
  /** Distinguishes blocks that are otherwise identical. */
  readonly extraData?: string;
  /** Zero since the merge. */
  readonly difficulty?: number;
}

/** A block with a header of the Prague fork and a matching hash. */
export function minedBlock({
  number,
  timestamp,
  transactionHashes,
  extraData = "",
  difficulty = 0,
}: MinedBlock): EvmBlock {
  const zeros = (length: number) => new Uint8Array(length);
  const integer = (value: number) => rlpInteger(BigInt(value));
  const header = encodeRlp([
    ...[zeros(32), zeros(32), zeros(20), zeros(32), zeros(32), zeros(32), zeros(256)],
    ...[integer(difficulty), integer(number), integer(30_000_000), integer(21_000), integer(timestamp)],
    ...[new TextEncoder().encode(extraData), zeros(32), zeros(8)],
    ...[integer(7), zeros(32), integer(0), integer(0), zeros(32), zeros(32)],
  ]);
  return { number, hash: evmBlockHash(header), timestamp, transactionHashes, header };
}

/** A source whose requests all fail. */
export function brokenSource(name: string, chainId: number, error: unknown): EvmSource {
  const fail = () => Promise.reject(error);
  return {
    chainId,
    name,
    fetchChainId: fail,
    fetchHeadNumber: fail,
    fetchTransaction: fail,
    fetchReceipt: fail,
    fetchBlock: fail,
  };
}
