/**
 * The service's own check that a block of the chain has a Merkle root, before it states `confirmed`.
 *
 * A header must have its work, on Bitcoin the work that the shipped bounds require, and must not contradict a
 * checkpoint. A regtest chain only requires its own trivial target. A header must not be older than what it
 * commits to: the work at the heights of Bitcoin's first years takes only seconds today, but a time is tied to a
 * height. Anything that only a node can know is not checked here. The sources state it, and verifiers check it again.
 */
import { parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { type BitcoinSource, SourceError } from "@svc-proof/verifier-lib/source";
import type { OutageLog } from "../jobs/outage-log.js";
import { type Bitcoin, fetchTipHeight, isRun } from "./bitcoin.js";

/** Maximum difference between miners' clocks and ours: far more than nodes accept. */
const CLOCK_TOLERANCE_MS = 86_400_000;

/** A claim about a block. */
export interface StatedBlock {
  readonly height: number;
  /** 32 bytes, in the header's order. */
  readonly root: Uint8Array;
  /** The earliest time at which the root can have been known. */
  readonly notBefore: Date;
}

/** `open`: it is too early, no source can tell, or the sources disagree. */
export type BlockVerdict = "stands" | "contradicted" | "open";

/**
 * Asks all sources. One source with the root in a block that is deep enough suffices, unless another contradicts it.
 *
 * @throws the signal's reason when aborted.
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
