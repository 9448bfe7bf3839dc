/**
 * Writes the source of `checkpoint-table.ts` from the first and last header of every difficulty epoch. Checks
 * work, links and targets as a node does, but does not see the blocks inside an epoch.
 */
import { type BlockHeader, displayHash } from "./block-header.js";
import { EPOCH_BLOCKS, nextBits } from "./retarget.js";
import { meetsTarget, targetOfBits } from "./target.js";

/** Hash of Bitcoin's first block, as explorers display it. */
const GENESIS = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";

/**
 * Encodes the table.
 *
 * @param headers the first block, then alternately the last block of an epoch and the first block of the
 * next.
 * @throws RangeError if the headers do not form one chain from Bitcoin's first block.
 */
export function encodeCheckpointTable(headers: readonly BlockHeader[]): string {
  if (headers.length % 2 !== 1)
    throw new RangeError(`expected an odd number of headers, got ${headers.length}`);
  let first = headers[0]!;
  if (displayHash(first.hash) !== GENESIS) throw new RangeError("expected Bitcoin's first block at height 0");
  const firsts = [first];
  for (let i = 1; i < headers.length; i += 2) {
    const last = headers[i]!;
    const next = headers[i + 1]!;
    const height = ((i + 1) / 2) * EPOCH_BLOCKS;
    const isNext =
      last.bits === first.bits &&
      hasWork(last) &&
      hasWork(next) &&
      equal(next.previousHash, last.hash) &&
      next.bits === nextBits(first.bits, first.time, last.time);
    if (!isNext)
      throw new RangeError(`the blocks ${height - 1} and ${height} do not follow from those before`);
    firsts.push(next);
    first = next;
  }
  return tableText(firsts);
}

function tableText(firsts: readonly BlockHeader[]): string {
  const hashes = firsts.flatMap(({ hash }) => [...hash.subarray(0, 16)]);
  const text = btoa(String.fromCharCode(...hashes));
  const lines = text.match(/.{1,100}/g)!.map((line) => `  "${line}"`);
  const bounds: string[] = [];
  let before = 0;
  for (const [epoch, { bits }] of firsts.entries()) {
    const length = targetOfBits(bits)!.toString(2).length;
    if (length !== before) bounds.push(`  [${epoch}, ${length}],\n`);
    before = length;
  }
  return `// Written by verifier-lib/src/cli/checkpoints.ts; do not edit by hand. Facts of Bitcoin's main chain.

/** The first 16 bytes of the hash of the first block of every epoch, ${firsts.length} of them, in base64. */
export const CHECKPOINT_HASHES: string =
${lines.join(" +\n")};

/** From that epoch on, no target has more bits. */
export const TARGET_BOUNDS: readonly (readonly [firstEpoch: number, targetBits: number])[] = [
${bounds.join("")}];
`;
}

function hasWork({ hash, bits }: BlockHeader): boolean {
  const target = targetOfBits(bits);
  return target !== null && meetsTarget(hash, target);
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.every((byte, i) => byte === b[i]);
}
