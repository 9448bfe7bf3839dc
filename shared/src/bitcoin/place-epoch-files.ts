/**
 * Finds the heights of epoch files, which do not state them. A file belongs after the checkpoint that its first header
 * names, or after the known header that it names.
 */
import { bytesToHex } from "../encoding/hex.js";
import type { BlockHeader } from "./block-header.js";
import { CHECKPOINTS, type Checkpoints } from "./checkpoints.js";
import type { HeaderRun } from "./headers-document.js";
import { EPOCH_BLOCKS } from "./retarget.js";

/**
 * The height of the first header of each file, null where nothing at hand says it.
 *
 * @param files the headers of each epoch file, as `parseEpochFile` returns them.
 * @param runs further headers at hand.
 */
export function placeEpochFiles(
  files: readonly (readonly BlockHeader[])[],
  runs: readonly HeaderRun[],
  checkpoints: Checkpoints = CHECKPOINTS,
): (number | null)[] {
  const nameOf = (headers: readonly BlockHeader[]) => bytesToHex(headers[0]!.previousHash);
  const waiting = new Map<string, number[]>();
  for (const [i, headers] of files.entries()) {
    const name = nameOf(headers);
    const same = waiting.get(name);
    if (same === undefined) waiting.set(name, [i]);
    else same.push(i);
  }
  const heights: (number | null)[] = files.map(() => null);
  const ends: { readonly hash: Uint8Array; readonly next: number }[] = [];
  for (const headers of files) {
    const { previousHash } = headers[0]!;
    const next = previousHash.every((byte) => byte === 0) ? 0 : checkpoints.heightAfter(previousHash);
    if (next !== null) ends.push({ hash: previousHash, next });
  }
  for (const { network, height, headers } of runs) {
    if (network !== "bitcoin") continue;
    const first = (EPOCH_BLOCKS - 1 - (height % EPOCH_BLOCKS) + EPOCH_BLOCKS) % EPOCH_BLOCKS;
    for (let at = first; at < headers.length; at += EPOCH_BLOCKS) {
      ends.push({ hash: headers[at]!.hash, next: height + at + 1 });
    }
  }
  // Each file is placed once, and then places what follows it.
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    const name = bytesToHex(end.hash);
    for (const i of waiting.get(name) ?? []) {
      heights[i] = end.next;
      ends.push({ hash: files[i]!.at(-1)!.hash, next: end.next + EPOCH_BLOCKS });
    }
    waiting.delete(name);
  }
  return heights;
}
