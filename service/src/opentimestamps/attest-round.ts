/**
 * One round over every root with a step due in Bitcoin, of a batch or of a set of stamps: docs/design/bitcoin.md.
 *
 * The round has no state of its own: it reads the store, so it can stop anywhere and be repeated by this process or the
 * next. A submission that was not stored is repeated, because the calendars' answers are needed and were lost.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import {
  encodeTimestamp,
  MAX_TIMESTAMP_BYTES,
  mergeTimestamps,
  parseTimestamp,
} from "@svc-proof/shared/opentimestamps";
import type { Calendar } from "../clients/calendars/calendar.js";
import type { JobLog } from "../jobs/job-log.js";
import type { OutageLog } from "../jobs/outage-log.js";
import type { Records } from "../records/records.js";
import type { Attestation, Lease } from "../records/types.js";
import { type AttestedRoot, takeDueRoots } from "./attested-root.js";
import type { Bitcoin } from "./bitcoin.js";
import { Completer } from "./complete-timestamp.js";
import { gatherStamps, MAX_STAMPS } from "./gather-stamps.js";
import { submitRoots } from "./submit-roots.js";

/** Maximum number of batches per round, and of sets of stamps. Both together are the leaves of a submission's tree. */
export const MAX_DUE = 256;

/** Calendars are polled at intervals that double up to this multiple of the first. */
export const MAX_POLL_FACTOR = 6;
const DAY_MS = 86_400_000;
/** How long the other calendars' parts are collected after the first block. */
const COLLECT_MS: number = 7 * DAY_MS;
/** Without a block after this time, the calendars have lost the digest or are gone, so it is submitted again. */
const RESUBMIT_AFTER_MS: number = 3 * DAY_MS;
/** A larger timestamp is not submitted again. Each submission adds about 1,000 bytes. */
const MAX_RESUBMITTED_BYTES: number = MAX_TIMESTAMP_BYTES / 4;

export interface AttestRoundOptions {
  readonly calendars: readonly Calendar[];
  /** Calendars that must accept a submission. */
  readonly minCalendars: number;
  readonly bitcoin: Bitcoin;
  /** Time from a submission to the first poll. */
  readonly pollMs: number;
  /** Called for each root for which a block was found. */
  readonly onConfirmed?: () => void;
}

/**
 * Advances every root by one step: gathers the waiting stamps, checks pending submissions, then submits all new roots
 * together.
 *
 * @returns whether more may be due.
 * @throws TooFewCalendarsError, StoreUnavailableError, LeaseLostError, the signal's reason when aborted: another round
 *   continues from the store.
 */
export async function runAttestRound(
  store: Pick<Records, "attestations" | "stamps" | "seals">,
  lease: Lease,
  log: JobLog,
  outages: OutageLog,
  options: AttestRoundOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const before = await takeDueRoots(store, lease, MAX_DUE);
  // While calendars take nothing, the stamps wait, and one set holds them later.
  const isHeldUp = before.roots.some(({ name, attestation }) => "stampSet" in name && isNew(attestation));
  const gathered = isHeldUp ? 0 : await gatherStamps(store, lease, log, signal);
  const { roots, isFull } = gathered === 0 ? before : await takeDueRoots(store, lease, MAX_DUE);
  const toSubmit = roots.filter(({ attestation }) => isNew(attestation));
  const completer = new Completer(options.calendars, options.bitcoin, outages, signal);
  for (const due of roots) {
    const { name, attestation } = due;
    if (attestation.timestamp === null) continue;
    const completed = await complete(completer, due, options.pollMs).catch((error: unknown) => {
      if (!(error instanceof FormatError)) throw error;
      log.error({ ...name, code: error.code }, "a stored timestamp is damaged; it is skipped");
      return { ...attestation, dueAt: null };
    });
    if (!(await due.replace(attestation.state, completed))) continue;
    if (completed.state !== attestation.state) {
      log.info({ ...name, blockHeight: completed.blockHeight }, "confirmed in Bitcoin");
      options.onConfirmed?.();
    }
    if (isLost(completed)) toSubmit.push({ ...due, attestation: completed });
  }
  if (toSubmit.length > 0) await submit(log, outages, options, toSubmit, signal);
  return isFull || gathered === MAX_STAMPS;
}

function isNew({ state }: Attestation): boolean {
  return state === "pending";
}

async function complete(
  completer: Completer,
  { root, createdAt, attestation }: AttestedRoot,
  pollMs: number,
): Promise<Attestation> {
  const { timestamp, heights, isOpen } = await completer.complete(root, attestation.timestamp!, createdAt);
  const blockHeight = attestation.blockHeight ?? (heights.length > 0 ? Math.min(...heights) : null);
  const isConfirmed = blockHeight !== null;
  const isOver = isConfirmed && (!isOpen || ageMs(attestation) > COLLECT_MS);
  const tries = attestation.tries + 1;
  return {
    ...attestation,
    state: isConfirmed ? "confirmed" : attestation.state,
    blockHeight,
    timestamp,
    tries,
    dueAt: isOver ? null : new Date(Date.now() + pollDelayMs(pollMs, tries)),
  };
}

/** Whether the attestation will probably never be completed. */
function isLost(attestation: Attestation): boolean {
  const { state, timestamp } = attestation;
  return (
    state === "submitted" &&
    ageMs(attestation) > RESUBMIT_AFTER_MS &&
    timestamp!.length <= MAX_RESUBMITTED_BYTES
  );
}

async function submit(
  log: JobLog,
  outages: OutageLog,
  { calendars, minCalendars, pollMs }: AttestRoundOptions,
  due: readonly AttestedRoot[],
  signal: AbortSignal,
): Promise<void> {
  const roots = due.map(({ root }) => root);
  const promises = await submitRoots(roots, calendars, minCalendars, outages, signal);
  const submittedAt = new Date();
  const dueAt = new Date(submittedAt.getTime() + pollDelayMs(pollMs, 0));
  const stored = await Promise.all(
    due.map(({ attestation, replace }, i) => {
      const former = attestation.timestamp && parseTimestamp(attestation.timestamp, roots[i]!.length);
      const timestamp = former === null ? promises[i]! : mergeTimestamps(former, promises[i]!);
      return replace(attestation.state, {
        state: "submitted",
        blockHeight: null,
        timestamp: encodeTimestamp(timestamp),
        submittedAt,
        tries: 0,
        dueAt,
      });
    }),
  );
  const names = due.filter((_, i) => stored[i]).map(({ name }) => name);
  log.info(
    {
      batches: names.flatMap((name) => ("batch" in name ? [name.batch] : [])),
      stampSets: names.flatMap((name) => ("stampSet" in name ? [name.stampSet] : [])),
    },
    "submitted to calendars",
  );
}

function ageMs({ submittedAt }: Attestation): number {
  return Date.now() - submittedAt!.getTime();
}

function pollDelayMs(pollMs: number, tries: number): number {
  return pollMs * Math.min(2 ** tries, MAX_POLL_FACTOR);
}
