/**
 * Decides what the service accepts as blocks of Bitcoin, or of a rehearsal's regtest chain.
 *
 * Headers must have their work and follow from one another. On Bitcoin they must have the work that the shipped bounds
 * require, and must not contradict a checkpoint. On regtest only its own trivial target is required. Anything that only
 * a node can know is not checked here. The sources state it, and verifiers check it again.
 */
import {
  type BitcoinNetwork,
  judgeHeaders,
  meetsTarget,
  type PlacedHeader,
  targetOfBits,
} from "@svc-proof/shared/bitcoin";
import { type BitcoinSource, SourceError } from "@svc-proof/verifier-lib/source";

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
