/**
 * What the service takes for blocks of Bitcoin, or of the sandbox's regtest chain.
 *
 * Headers must have their work and follow from one another; on Bitcoin they must have the work that the shipped bounds
 * ask for, and must not contradict a checkpoint. On regtest only its own trivial target is required. Not checked
 * here: anything that takes a node's knowledge; that is the sources' word, which verifiers check again.
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
  /** Blocks from one to the tip, both counted, from which on it counts as confirmed. */
  readonly confirmations: number;
}

/** How Bitcoin Core names the networks (`getblockchaininfo`). */
const CORE_NAMES: Readonly<Record<BitcoinNetwork, string>> = { bitcoin: "main", regtest: "regtest" };

/**
 * The height of the last block that a source has.
 *
 * @throws SourceError when it does not answer, or is of another network.
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

/** Whether headers of consecutive blocks, the lowest first, can be of the network's chain. */
export function isRun(run: readonly PlacedHeader[], network: BitcoinNetwork): boolean {
  if (network === "regtest") return run.every((one, i) => hasRegtestWork(one) && follows(one, run[i - 1]));
  const judged = judgeHeaders(run, Date.now() / 1000);
  // Esplora lists the highest block first.
  return judged.every(
    ({ standing, successors }, i) =>
      (standing === "main-chain" || standing === "unproven") && successors === i,
  );
}

function hasRegtestWork({ header }: PlacedHeader): boolean {
  const target = targetOfBits(header.bits);
  return target !== null && meetsTarget(header.hash, target);
}

function follows({ header }: PlacedHeader, before: PlacedHeader | undefined): boolean {
  return before === undefined || Buffer.from(header.previousHash).equals(before.header.hash);
}
