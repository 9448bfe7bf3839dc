/** An `.ots` file by itself, and what it leaves open. */

import { bytesToHex } from "@svc-proof/shared/encoding";
import {
  type Attested,
  type HashKind,
  parseDetachedTimestamp,
  type Timestamp,
} from "@svc-proof/shared/opentimestamps";
import { EvidenceItem } from "../items.js";
import { formatFault, formatPassed, type Reading } from "../reading.js";
import type { Subject } from "../report/report.js";
import type { Work } from "../work/work.js";

// What calendars have promised and not kept yet. A promise that was kept stays in its file beside the way to the block,
// as the format never takes anything out; nothing is pending about it any more.

/**
 * Assigns numbers to messages; equal bytes get the same number. Each message is read once per node, because one node
 * may have ten thousand attestations and a message of 4,096 bytes.
 */
export class MessageNumbers {
  readonly #byNode = new Map<Timestamp, number>();
  readonly #byMessage = new Map<string, number>();

  of({ node, message }: Pick<Attested, "node" | "message">): number {
    const known = this.#byNode.get(node);
    if (known !== undefined) return known;
    const hex = bytesToHex(message);
    const number = this.#byMessage.get(hex) ?? this.#byMessage.size;
    this.#byMessage.set(hex, number);
    this.#byNode.set(node, number);
    return number;
  }
}

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
  const promises = attested.filter(({ attestation }) => attestation.kind === "pending");
  if (promises.length === 0) return new Set();
  const leading = new Set<Timestamp>();
  for (const one of attested) {
    if (one.attestation.kind === "bitcoin" && !isRefuted(one)) leading.add(one.node);
  }
  const keptNodes = new Set<Timestamp>();
  for (const timestamp of timestamps) {
    for (const [node, promised] of promisedOf(timestamp)) {
      if (!leading.has(node)) continue;
      for (let one = promised; one !== null && !keptNodes.has(one.node); one = one.before) {
        keptNodes.add(one.node);
      }
    }
  }
  const kept = new Set<number>();
  for (const promise of promises) if (keptNodes.has(promise.node)) kept.add(numbers.of(promise));
  const open = new Set<string>();
  for (const promise of promises) {
    const { attestation } = promise;
    if (attestation.kind === "pending" && !kept.has(numbers.of(promise))) open.add(attestation.uri);
  }
  return open;
}

/** The messages with a promise on the way to another one, the nearest first. */
interface Promised {
  readonly node: Timestamp;
  readonly before: Promised | null;
}

/** Of a tree that a thousand verifications ask about, it is found once. */
const KNOWN = new WeakMap<Timestamp, ReadonlyMap<Timestamp, Promised | null>>();

/** By the messages of a tree that blocks may hold. */
function promisedOf(root: Timestamp): ReadonlyMap<Timestamp, Promised | null> {
  const known = KNOWN.get(root);
  if (known !== undefined) return known;
  const promised = new Map<Timestamp, Promised | null>();
  /** Recurs as deep as a file may be: 255 operations. */
  const visit = (node: Timestamp, before: Promised | null): void => {
    const has = (kind: string) =>
      node.branches.some((branch) => "attestation" in branch && branch.attestation.kind === kind);
    const own = has("pending") ? { node, before } : before;
    if (has("bitcoin")) promised.set(node, own);
    for (const branch of node.branches) if ("next" in branch) visit(branch.next, own);
  };
  visit(root, null);
  KNOWN.set(root, promised);
  return promised;
}

// A bare `.ots` file as input: docs/formats/opentimestamps.md.

/** Names of hashes, as standards write them. */
const ALGORITHMS: Readonly<Record<HashKind, Subject["content"]["algorithm"]>> = {
  sha1: "SHA-1",
  ripemd160: "RIPEMD-160",
  sha256: "SHA-256",
  keccak256: "Keccak-256",
};

export function readTimestampFile(input: Uint8Array, work: Work): Reading {
  const type = "opentimestamps";
  const items = [new EvidenceItem({ kind: "timestamp", content: input }, "input")];
  try {
    const { hash, digest } = parseDetachedTimestamp(input, { work });
    const algorithm = ALGORITHMS[hash];
    const subject: Subject = { proof_id: null, content: { algorithm, hash: bytesToHex(digest) } };
    return { type, format: formatPassed({ hash: algorithm }), subject, items };
  } catch (error) {
    return { type, format: formatFault(error), subject: null, items };
  }
}
