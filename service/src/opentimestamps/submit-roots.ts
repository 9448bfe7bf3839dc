/**
 * One submission for many digests: a Merkle tree over them, whose tip goes to all calendars at once.
 *
 * Each digest is blinded with a nonce before it joins the tree, as python-opentimestamps' client does: calendars learn
 * nothing about it, and the proof of one reveals nothing about its neighbours.
 */
import { createHash, randomBytes } from "node:crypto";
import { MerkleTree } from "@svc-proof/shared/merkle";
import {
  auditPathOperations,
  mergeTimestamps,
  type Timestamp,
  timestampAlong,
} from "@svc-proof/shared/opentimestamps";
import { SourceError } from "@svc-proof/verifier-lib/source";
import type { Calendar } from "../clients/calendars/calendar.js";
import type { OutageLog } from "../jobs/outage-log.js";

const NONCE_BYTES = 16;

/** Fewer calendars than `SVC_CALENDAR_MIN` accepted the digests. Their answers are discarded. */
export class TooFewCalendarsError extends Error {
  override readonly name = "TooFewCalendarsError";
}

/**
 * Submits digests of 32 bytes.
 *
 * @returns a timestamp for each, in their order, pending with every calendar that answered.
 * @throws TooFewCalendarsError, or the signal's reason when aborted.
 */
export async function submitRoots(
  digests: readonly Uint8Array[],
  calendars: readonly Calendar[],
  minCalendars: number,
  outages: OutageLog,
  signal: AbortSignal,
): Promise<Timestamp[]> {
  const nonces = digests.map(() => randomBytes(NONCE_BYTES));
  const leaves = digests.map((digest, i) => createHash("sha256").update(digest).update(nonces[i]!).digest());
  const tree = new MerkleTree(Buffer.concat(leaves));
  const answers = await Promise.all(
    calendars.map((calendar) => submitTo(calendar, tree.root, outages, signal)),
  );
  const promises = answers.filter((answer) => answer !== null);
  if (promises.length < minCalendars) {
    throw new TooFewCalendarsError(
      `${promises.length} of ${calendars.length} calendars accepted the digests, expected ${minCalendars}`,
    );
  }
  const ofTip = promises.reduce(mergeTimestamps);
  return nonces.map((nonce, i) =>
    timestampAlong(
      [{ kind: "append", argument: nonce }, { kind: "sha256" }, ...auditPathOperations(tree.path(i))],
      ofTip,
    ),
  );
}

async function submitTo(
  calendar: Calendar,
  tip: Uint8Array,
  outages: OutageLog,
  signal: AbortSignal,
): Promise<Timestamp | null> {
  const subject = `submission to ${calendar.name}`;
  try {
    const promised = await calendar.submit(tip, signal);
    outages.worked(subject);
    return promised;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SourceError)) throw error;
    outages.failed(subject, "a calendar accepts no digests", { code: error.code, reason: error.message });
    return null;
  }
}
