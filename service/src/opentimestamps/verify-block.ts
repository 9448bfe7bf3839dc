/**
 * Whether a block of the chain has a Merkle root: the service's own look, before it says `confirmed`.
 *
 * A header must have its work, on Bitcoin the work that the shipped bounds ask for, and must not contradict a
 * checkpoint. Of the sandbox's regtest chain no more is asked than its own trivial target. Nor may it be older than what
 * it commits to: at the heights of Bitcoin's first years the work is a matter of seconds by now, and a time is tied to a
 * height. Not checked here: anything that takes a node's knowledge; that is the sources' word, which verifiers check
 * again.
 */
import { parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { type BitcoinSource, SourceError } from "@svc-proof/verifier-lib/source";
import type { OutageLog } from "../jobs/outage-log.js";
import { type Bitcoin, fetchTipHeight, isRun } from "./bitcoin.js";

/** Maximum difference between miners' clocks and ours: far more than nodes accept. */
const CLOCK_TOLERANCE_MS = 86_400_000;

/** What is said of a block. */
export interface StatedBlock {
  readonly height: number;
  /** 32 bytes, in the header's order. */
  readonly root: Uint8Array;
  /** When the root could first be known to anyone. */
  readonly notBefore: Date;
}

/** `open`: too early, or no source can tell, or they disagree. */
export type BlockVerdict = "stands" | "contradicted" | "open";

/**
 * Asks all sources. One source with the root in a block that is deep enough suffices, unless another contradicts it.
 *
 * @throws what aborted the signal.
 */
export async function verifyBlock(
  stated: StatedBlock,
  bitcoin: Bitcoin,
  outages: OutageLog,
  signal: AbortSignal,
): Promise<BlockVerdict> {
  const verdicts = await Promise.all(
    bitcoin.sources.map(async (source) => {
      try {
        const verdict = await askSource(source, stated, bitcoin, signal);
        outages.worked(source.name);
        return verdict;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof SourceError)) throw error;
        outages.failed(source.name, "a Bitcoin source returned no usable answer", { reason: error.message });
        return "open";
      }
    }),
  );
  const subject = `block ${bitcoin.network}`;
  if (!verdicts.includes("stands")) return verdicts.includes("contradicted") ? "contradicted" : "open";
  if (verdicts.includes("contradicted")) {
    outages.failed(subject, "Bitcoin sources disagree about a block", {
      height: stated.height,
    });
    return "open";
  }
  outages.worked(subject);
  return "stands";
}

async function askSource(
  source: BitcoinSource,
  { height, root, notBefore }: StatedBlock,
  { network, confirmations }: Bitcoin,
  signal: AbortSignal,
): Promise<BlockVerdict> {
  if ((await fetchTipHeight(source, network, signal)) - height + 1 < confirmations) return "open";
  const bytes = await source.fetchHeader(height, { signal });
  if (bytes === null) return "open";
  const header = parseBlockHeader(bytes);
  if (!isRun([{ height, header }], network)) {
    throw new SourceError(
      "source_invalid_answer",
      `${source.name}: got a header without enough proof of work`,
    );
  }
  if (!Buffer.from(header.merkleRoot).equals(root)) return "contradicted";
  if (header.time * 1000 < notBefore.getTime() - CLOCK_TOLERANCE_MS) {
    throw new SourceError("source_invalid_answer", `${source.name}: got a block older than its contents`);
  }
  return "stands";
}
