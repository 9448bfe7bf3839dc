/**
 * Whether a block of the chain has a Merkle root: the service's own look, before it says `confirmed`.
 *
 * A header must have its work, on Bitcoin the work that the shipped bounds ask for, and must not contradict a
 * checkpoint. Of the sandbox's regtest chain no more is asked than its own trivial target. Not checked here: anything
 * that takes a node's knowledge; that is the sources' word, which verifiers check again.
 */
import { parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { type BitcoinSource, SourceError } from "@svc-proof/verifier-lib/source";
import { type Bitcoin, fetchTipHeight, isRun } from "./bitcoin.js";
import type { OutageLog } from "./outage-log.js";

/** `open`: too early, or no source can tell, or they disagree. */
export type BlockVerdict = "stands" | "contradicted" | "open";

/**
 * Asks all sources. One that has the root in a block that is deep enough is enough, if none contradicts it.
 *
 * @param root 32 bytes, in the header's order.
 * @throws what aborted the signal.
 */
export async function verifyBlock(
  height: number,
  root: Uint8Array,
  bitcoin: Bitcoin,
  outages: OutageLog,
  signal: AbortSignal,
): Promise<BlockVerdict> {
  const verdicts = await Promise.all(
    bitcoin.sources.map(async (source) => {
      try {
        const verdict = await askSource(source, height, root, bitcoin, signal);
        outages.worked(source.name);
        return verdict;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof SourceError)) throw error;
        outages.failed(source.name, "a source of Bitcoin gives no usable answer", { reason: error.message });
        return "open";
      }
    }),
  );
  const subject = `block ${bitcoin.network}`;
  if (!verdicts.includes("stands")) return verdicts.includes("contradicted") ? "contradicted" : "open";
  if (verdicts.includes("contradicted")) {
    outages.failed(subject, "sources of Bitcoin disagree about a block", { height });
    return "open";
  }
  outages.worked(subject);
  return "stands";
}

async function askSource(
  source: BitcoinSource,
  height: number,
  root: Uint8Array,
  { network, confirmations }: Bitcoin,
  signal: AbortSignal,
): Promise<BlockVerdict> {
  if ((await fetchTipHeight(source, network, signal)) - height + 1 < confirmations) return "open";
  const bytes = await source.fetchHeader(height, { signal });
  if (bytes === null) return "open";
  const header = parseBlockHeader(bytes);
  if (!isRun([{ height, header }], network)) {
    throw new SourceError("source_invalid_answer", `${source.name}: got a header that has not its work`);
  }
  return Buffer.from(header.merkleRoot).equals(root) ? "stands" : "contradicted";
}
