/**
 * What calendars have promised and not kept yet. A promise that was kept stays in its file beside the way to the block,
 * as the format never takes anything out; nothing is pending about it any more.
 */
import type { Attested, Timestamp } from "@svc-proof/shared/opentimestamps";
import type { MessageNumbers } from "./message-numbers.js";

/**
 * URIs of the calendars that have yet to lead a message to a block, each once, in the order of the files.
 *
 * @param timestamps of one digest: a promise that one of them shows to be kept is kept.
 * @param attested what `replay` gave of them.
 * @param numbers of their messages.
 * @param isRefuted whether an attestation is known to be false: it keeps no promise.
 */
export function openPromises(
  timestamps: readonly Timestamp[],
  attested: readonly Attested[],
  numbers: MessageNumbers,
  isRefuted: (attested: Attested) => boolean = () => false,
): ReadonlySet<string> {
  const keptNodes = new Set<Timestamp>();
  const leading = new Set<Timestamp>();
  for (const one of attested) {
    if (one.attestation.kind === "bitcoin" && !isRefuted(one)) leading.add(one.node);
  }
  for (const timestamp of timestamps) findKept(timestamp, leading, keptNodes);
  const promises = attested.filter(({ attestation }) => attestation.kind === "pending");
  const kept = new Set<number>();
  for (const promise of promises) if (keptNodes.has(promise.node)) kept.add(numbers.of(promise));
  const open = new Set<string>();
  for (const promise of promises) {
    const { attestation } = promise;
    if (attestation.kind === "pending" && !kept.has(numbers.of(promise))) open.add(attestation.uri);
  }
  return open;
}

/**
 * Messages from which some way leads to a block. Recurs as deep as a file may be: 255 operations.
 *
 * @param leading the messages that a block holds.
 */
function findKept(node: Timestamp, leading: ReadonlySet<Timestamp>, kept: Set<Timestamp>): boolean {
  let isKept = leading.has(node);
  for (const branch of node.branches) {
    const leads = "next" in branch && findKept(branch.next, leading, kept);
    isKept ||= leads;
  }
  if (isKept) kept.add(node);
  return isKept;
}
