/** Nodes and explorers; a run of headers. */
import {
  type BitcoinNetwork,
  EPOCH_BLOCKS,
  HEADER_BYTES,
  judgeHeaders,
  MAX_TARGET,
  meetsTarget,
  type PlacedHeader,
  parseBlockHeader,
  targetOfBits,
} from "@svc-proof/shared/bitcoin";
import { type BitcoinSource, SourceError } from "@svc-proof/verifier-lib/source";

/**
 * Decides what the service accepts as blocks of Bitcoin, or of a rehearsal's regtest chain.
 *
 * Headers must have their work and follow from one another. On Bitcoin they must have the work that the shipped bounds
 * require, and must not contradict a checkpoint. On regtest only its own trivial target is required. Anything that only
 * a node can know is not checked here. The sources state it, and verifiers check it again.
 */
export interface Bitcoin {
  readonly network: BitcoinNetwork;
  readonly sources: readonly BitcoinSource[];
  /** Blocks from a block to the tip, both included, after which the block counts as confirmed. */
  readonly confirmations: number;
}

/** How Bitcoin Core names the networks (`getblockchaininfo`). */
const CORE_NAMES: Readonly<Record<BitcoinNetwork, string>> = { bitcoin: "main", regtest: "regtest" };

/**
 * The height of the last block that a source has.
 *
 * @throws SourceError when it does not answer or serves another network.
 */
export async function fetchTipHeight(
  source: BitcoinSource,
  network: BitcoinNetwork,
  signal: AbortSignal,
): Promise<number> {
  const { height, chain } = await source.fetchTip({ signal });
  if (chain !== null && chain !== CORE_NAMES[network]) {
    throw new SourceError("source_invalid_answer", `${source.name}: its chain is not ${CORE_NAMES[network]}`);
  }
  return height;
}

/** Whether headers of consecutive blocks, lowest first, can belong to the network's chain. */
export function isRun(run: readonly PlacedHeader[], network: BitcoinNetwork): boolean {
  if (network === "regtest") return run.every((one, i) => hasRegtestWork(one) && follows(one, run[i - 1]));
  const judged = judgeHeaders(run, Date.now() / 1000);
  // Esplora lists the highest block first.
  return judged.every(
    ({ standing, successors }, i) =>
      standing !== "impossible" && standing !== "off-chain" && successors === i,
  );
}

function hasRegtestWork({ header }: PlacedHeader): boolean {
  const target = targetOfBits(header.bits);
  return target !== null && meetsTarget(header.hash, target);
}

function follows({ header }: PlacedHeader, before: PlacedHeader | undefined): boolean {
  return before === undefined || Buffer.from(header.previousHash).equals(before.header.hash);
}

// The stored headers of a difficulty epoch, from its first block to its last, which becomes a checkpoint.

/** Bytes of a run that is complete. */
export const COMPLETE_RUN_BYTES: number = EPOCH_BLOCKS * HEADER_BYTES;

/** Height of the first block of an epoch. */
export function firstHeight(epoch: number): number {
  return epoch * EPOCH_BLOCKS;
}

/**
 * The headers that belong to an epoch.
 *
 * @param stored as stored. Earlier versions stored the first block of the next epoch too.
 */
export function runOfEpoch(stored: Uint8Array): Uint8Array {
  return stored.subarray(0, COMPLETE_RUN_BYTES);
}

export function isComplete(run: Uint8Array): boolean {
  return run.length >= COMPLETE_RUN_BYTES;
}

/** Height of the block after the last one of a run; for an empty run, that of the epoch's first block. */
export function nextHeight(epoch: number, run: Uint8Array): number {
  return firstHeight(epoch) + run.length / HEADER_BYTES;
}

/**
 * The headers of a run from a height to another, both included, as far as the run reaches.
 *
 * @param run whole headers of one epoch.
 */
export function headersOf(epoch: number, run: Uint8Array, from: number, to: number): PlacedHeader[] {
  const placed: PlacedHeader[] = [];
  const last = Math.min(to, nextHeight(epoch, run) - 1);
  for (let height = Math.max(from, firstHeight(epoch)); height <= last; height++) {
    const offset = (height - firstHeight(epoch)) * HEADER_BYTES;
    placed.push({ height, header: parseBlockHeader(run.subarray(offset, offset + HEADER_BYTES)) });
  }
  return placed;
}

/** The network of a stored header. Every regtest block has a target that is easier than any of Bitcoin's main chain. */
export function networkOf(bits: number): BitcoinNetwork {
  const target = targetOfBits(bits);
  return target !== null && target <= MAX_TARGET ? "bitcoin" : "regtest";
}
