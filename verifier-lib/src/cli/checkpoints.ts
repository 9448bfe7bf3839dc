/**
 * Command for maintainers: generates `shared/src/bitcoin/checkpoint-table.ts` from at least two sources of Bitcoin
 * headers. docs/formats/bitcoin-headers.md, "Checkpoints".
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  type BlockHeader,
  EPOCH_BLOCKS,
  encodeCheckpointTable,
  isCheckpoint,
  LAST_CHECKPOINT_HEIGHT,
  parseBlockHeader,
} from "@svc-proof/shared/bitcoin";
import { printable } from "@svc-proof/shared/text";
import { type BitcoinSource, createCoreBitcoinSource, createEsploraBitcoinSource } from "../source/index.js";

/** A checkpoint needs a day of blocks above it, far more than any reorganisation had. */
const MIN_CONFIRMATIONS = 144;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      esplora: { type: "string", multiple: true, default: [] },
      "bitcoin-rpc": { type: "string", multiple: true, default: [] },
    },
  });
  const [target, ...others] = positionals;
  const sources = [
    ...values.esplora.map((url) => createEsploraBitcoinSource({ url })),
    ...values["bitcoin-rpc"].map((url) => createCoreBitcoinSource({ url })),
  ];
  if (target === undefined || others.length > 0 || sources.length < 2) {
    throw new Error(
      "usage: checkpoints.js (--esplora URL | --bitcoin-rpc URL) twice or more, checkpoint-table.ts",
    );
  }
  writeFileSync(target, encodeCheckpointTable(await fetchBoundaries(sources)));
} catch (error) {
  process.stderr.write(`checkpoints: ${printable((error as Error).message)}\n`);
  process.exitCode = 1;
}

/** The first block, then the last of each epoch and the first of the next. All sources must agree. */
async function fetchBoundaries(sources: readonly BitcoinSource[]): Promise<BlockHeader[]> {
  const tips = await Promise.all(sources.map((source) => source.fetchTip()));
  const end = Math.min(...tips.map(({ height }) => height)) - MIN_CONFIRMATIONS;
  if (end < LAST_CHECKPOINT_HEIGHT) throw new Error(`a source has no more than ${end} settled blocks`);
  const headers = [await fetchAgreed(sources, 0)];
  for (let height = EPOCH_BLOCKS; height <= end; height += EPOCH_BLOCKS) {
    headers.push(await fetchAgreed(sources, height - 1), await fetchAgreed(sources, height));
    process.stderr.write(`\r${height} of ${end}`);
  }
  process.stderr.write("\n");
  return headers;
}

async function fetchAgreed(sources: readonly BitcoinSource[], height: number): Promise<BlockHeader> {
  const [first, ...others] = await Promise.all(sources.map((source) => source.fetchHeader(height)));
  if (first == null) throw new Error(`a source has no block ${height}`);
  const isAgreed = others.every((other) => other != null && Buffer.compare(first, other) === 0);
  if (!isAgreed) throw new Error(`the sources disagree on block ${height}`);
  const header = parseBlockHeader(first);
  if (isCheckpoint(height, header.hash) === false) {
    throw new Error(`the sources contradict the checkpoint at ${height}`);
  }
  return header;
}
