/**
 * Command for maintainers: generates `shared/src/bitcoin/checkpoint-table.ts` from at least two sources.
 * docs/formats/bitcoin-headers.md, "Checkpoints".
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  CHECKPOINTS,
  EPOCH_BLOCKS,
  type EpochEnd,
  encodeCheckpointTable,
  LAST_CHECKPOINT_HEIGHT,
} from "@svc-proof/shared/bitcoin";
import { printable } from "@svc-proof/shared/text";
import { createCoreBitcoinSource, createEsploraBitcoinSource } from "../source/index.js";
import {
  type CheckpointSource,
  fetchCheckpoints,
  readBitcoinjCheckpoints,
  readBoundaryHeaders,
  readElectrumCheckpoints,
} from "./checkpoint-sources.js";

const USAGE =
  "usage: checkpoints.js (--electrum FILE | --bitcoinj FILE | --boundaries FILE | --esplora URL | --bitcoin-rpc URL) twice or more, checkpoint-table.ts";

try {
  const list = { type: "string", multiple: true, default: [] as string[] } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { electrum: list, bitcoinj: list, boundaries: list, esplora: list, "bitcoin-rpc": list },
  });
  const [target, ...others] = positionals;
  const count = Object.values(values).flat().length;
  if (target === undefined || others.length > 0 || count < 2) throw new Error(USAGE);
  const sources = [
    ...values.electrum.map(readElectrumCheckpoints),
    ...values.bitcoinj.map(readBitcoinjCheckpoints),
    ...values.boundaries.map(readBoundaryHeaders),
    ...(await Promise.all([
      ...values.esplora.map((url) => fetchCheckpoints(createEsploraBitcoinSource({ url }))),
      ...values["bitcoin-rpc"].map((url) => fetchCheckpoints(createCoreBitcoinSource({ url }))),
    ])),
  ];
  const table = encodeCheckpointTable(agreedEnds(sources));
  for (const { name, ends } of sources) {
    process.stderr.write(`to height ${ends.length * EPOCH_BLOCKS - 1}: ${printable(name)}\n`);
  }
  writeFileSync(target, table);
} catch (error) {
  process.stderr.write(`checkpoints: ${printable((error as Error).message)}\n`);
  process.exitCode = 1;
}

/**
 * Every epoch that a source knows. Sources must agree wherever two of them know an epoch, and none may contradict the
 * present table.
 */
function agreedEnds(sources: readonly CheckpointSource[]): EpochEnd[] {
  const longest = Math.max(...sources.map(({ ends }) => ends.length));
  const ends: EpochEnd[] = [];
  for (let epoch = 0; epoch < longest; epoch++) {
    const last = (epoch + 1) * EPOCH_BLOCKS - 1;
    const [first, ...others] = sources.flatMap((source) => source.ends[epoch] ?? []);
    for (const other of others) {
      if (Buffer.compare(first!.lastHash, other.lastHash) !== 0) {
        throw new Error(`the sources disagree on block ${last}`);
      }
      if (first!.nextBits !== other.nextBits) {
        throw new Error(`the sources disagree on the target of block ${last + 1}`);
      }
    }
    if (CHECKPOINTS.has(last, first!.lastHash) === false) {
      throw new Error(`the sources contradict the checkpoint at ${last}`);
    }
    if ((CHECKPOINTS.bitsAt(last + 1) ?? first!.nextBits) !== first!.nextBits) {
      throw new Error(`the sources contradict the target of block ${last + 1}`);
    }
    ends.push(first!);
  }
  if (ends.length * EPOCH_BLOCKS - 1 < LAST_CHECKPOINT_HEIGHT) {
    throw new Error(`no source knows more than ${ends.length} epochs`);
  }
  return ends;
}
