/** Checkpoints, and where they come from. */

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  type BlockHeader,
  bitsOfTarget,
  CHECKPOINTS,
  displayHash,
  EPOCH_BLOCKS,
  type EpochEnd,
  encodeCheckpointTable,
  HEADER_BYTES,
  LAST_CHECKPOINT_HEIGHT,
  MAX_TARGET,
  meetsTarget,
  nextBits,
  parseBlockHeader,
  targetOfBits,
  workOfTarget,
} from "@svc-proof/shared/bitcoin";
import { printable } from "@svc-proof/shared/text";
import { type BitcoinSource, createCoreBitcoinSource, createEsploraBitcoinSource } from "../source/index.js";

// What each source of checkpoints says of Bitcoin's difficulty epochs: two lists that wallets ship, headers of the
// blocks beside epoch boundaries, explorers and nodes. Every parser checks what its source allows to check.

/** A source and the epochs that it knows, from Bitcoin's first on without a gap. */
export interface CheckpointSource {
  readonly name: string;
  readonly ends: readonly EpochEnd[];
}

/** A checkpoint needs a day of blocks above it, far more than any reorganisation had. */
const MIN_CONFIRMATIONS = 144;
const EASIEST_BITS = bitsOfTarget(MAX_TARGET);
/** Hash of Bitcoin's first block, as explorers display it. */
const GENESIS = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";

/**
 * Electrum's `checkpoints.json`: pairs of the hash of an epoch's last block and the next epoch's target.
 * https://github.com/spesmilo/electrum, `electrum/chains/mainnet/checkpoints.json`
 */
export function readElectrumCheckpoints(path: string): CheckpointSource {
  // The targets are integers of up to 68 digits, which `JSON.parse` would round.
  const pairs: unknown = JSON.parse(readFileSync(path, "utf8").replace(/\b(\d{16,})\b(?!")/g, '"$1"'));
  if (!Array.isArray(pairs)) throw new Error(`${path}: expected a list`);
  const ends = pairs.map((pair: unknown, epoch): EpochEnd => {
    const [hash, target] = Array.isArray(pair) ? pair : [];
    if (!/^[0-9a-f]{64}$/.test(`${hash}`) || !/^\d+$/.test(`${target}`)) {
      throw new Error(`${path}: epoch ${epoch} is malformed`);
    }
    const bits = bitsOfTarget(BigInt(target));
    if (targetOfBits(bits) !== BigInt(target)) {
      throw new Error(`${path}: the target after epoch ${epoch} is not exact`);
    }
    return { lastHash: Uint8Array.from(Buffer.from(hash, "hex").reverse()), nextBits: bits };
  });
  return { name: "Electrum", ends };
}

/**
 * bitcoinj's `org.bitcoin.production.checkpoints.txt`: total work, height and header of the first block of each epoch.
 * Each header must have its work, and the total work must grow by that of one epoch.
 */
export function readBitcoinjCheckpoints(path: string): CheckpointSource {
  const [format, signatures, count, ...lines] = readFileSync(path, "utf8").trim().split(/\r?\n/);
  if (format !== "TXT CHECKPOINTS 1" || signatures !== "0" || Number(count) !== lines.length) {
    throw new Error(`${path}: expected the text form of bitcoinj's checkpoints, without signatures`);
  }
  let bits = EASIEST_BITS;
  let total = workOfBits(bits);
  const ends = lines.map((line, epoch): EpochEnd => {
    const bytes = Buffer.from(line, "base64");
    const workBytes = bytes.length - 4 - HEADER_BYTES;
    if (workBytes < 1) throw new Error(`${path}: line ${epoch + 4} is too short`);
    const header = parseBlockHeader(bytes.subarray(-HEADER_BYTES));
    const height = bytes.readUInt32BE(workBytes);
    if (height !== (epoch + 1) * EPOCH_BLOCKS || !hasWork(header)) {
      throw new Error(`${path}: line ${epoch + 4} is not the first block of epoch ${epoch + 1}`);
    }
    total += BigInt(EPOCH_BLOCKS - 1) * workOfBits(bits) + workOfBits(header.bits);
    if (BigInt(`0x${bytes.toString("hex", 0, workBytes)}`) !== total) {
      throw new Error(`${path}: the total work at ${height} does not follow from the targets`);
    }
    bits = header.bits;
    return { lastHash: header.previousHash, nextBits: bits };
  });
  return { name: "bitcoinj", ends };
}

/**
 * Headers beside epoch boundaries: Bitcoin's first block, then alternately the last block of an epoch and the first of
 * the next, 80 bytes each.
 */
export function readBoundaryHeaders(path: string): CheckpointSource {
  const bytes = readFileSync(path);
  const headers = Array.from({ length: bytes.length / HEADER_BYTES }, (_, i) =>
    parseBlockHeader(bytes.subarray(HEADER_BYTES * i, HEADER_BYTES * (i + 1))),
  );
  return { name: path, ends: endsOfBoundaries(headers) };
}

/** Asks an explorer or a node for the headers beside the boundaries of settled epochs. */
export async function fetchCheckpoints(source: BitcoinSource): Promise<CheckpointSource> {
  const { height: tip } = await source.fetchTip();
  const headers = [await fetchHeader(source, 0)];
  for (let height = EPOCH_BLOCKS; height <= tip - MIN_CONFIRMATIONS; height += EPOCH_BLOCKS) {
    headers.push(await fetchHeader(source, height - 1), await fetchHeader(source, height));
  }
  return { name: source.name, ends: endsOfBoundaries(headers) };
}

async function fetchHeader(source: BitcoinSource, height: number): Promise<BlockHeader> {
  const header = await source.fetchHeader(height);
  if (header === null) throw new Error(`${source.name} has no block ${height}`);
  return parseBlockHeader(header);
}

/** Checks work, links, and that each target follows from the times of its epoch. */
function endsOfBoundaries(headers: readonly BlockHeader[]): EpochEnd[] {
  let first = headers[0];
  if (first === undefined || displayHash(first.hash) !== GENESIS) {
    throw new Error("expected Bitcoin's first block at height 0");
  }
  const ends: EpochEnd[] = [];
  for (let i = 1; i + 1 < headers.length; i += 2) {
    const last: BlockHeader = headers[i]!;
    const next: BlockHeader = headers[i + 1]!;
    const height = ((i + 1) / 2) * EPOCH_BLOCKS;
    const isNext =
      last.bits === first.bits &&
      hasWork(last) &&
      hasWork(next) &&
      Buffer.compare(next.previousHash, last.hash) === 0 &&
      next.bits === nextBits(first.bits, first.time, last.time);
    if (!isNext) throw new Error(`the blocks ${height - 1} and ${height} do not follow from those before`);
    ends.push({ lastHash: last.hash, nextBits: next.bits });
    first = next;
  }
  return ends;
}

function hasWork({ hash, bits }: BlockHeader): boolean {
  const target = targetOfBits(bits);
  return target !== null && meetsTarget(hash, target);
}

function workOfBits(bits: number): bigint {
  const target = targetOfBits(bits);
  if (target === null) throw new Error(`${bits} is not a compact target`);
  return workOfTarget(target);
}

/**
 * Command for maintainers: generates `shared/src/bitcoin/checkpoint-table.ts` from at least two sources.
 * docs/formats/bitcoin-headers.md, "Checkpoints".
 */
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
