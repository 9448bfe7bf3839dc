/** The job `attest`. */

import { createHash, randomBytes } from "node:crypto";
import { FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { MerkleTree } from "@svc-proof/shared/merkle";
import {
  auditPathOperations,
  encodeTimestamp,
  MAX_TIMESTAMP_BYTES,
  mergeTimestamps,
  parseTimestamp,
  type Timestamp,
  timestampAlong,
} from "@svc-proof/shared/opentimestamps";
import {
  type BitcoinSource,
  createCoreBitcoinSource,
  createEsploraBitcoinSource,
  SourceError,
} from "@svc-proof/verifier-lib/source";
import { type Calendar, createHttpCalendar } from "../clients/calendars.js";
import type { Config } from "../config/settings.js";
import { StartError } from "../errors.js";
import { type JobHost, type Jobs, type OutageKind, startLeasedJob } from "../jobs/job.js";
import { type JobLog, OutageLog } from "../log.js";
import type { Records } from "../records/records.js";
import type { Attestation, BitcoinState, Lease } from "../records/types.js";
import type { Bitcoin } from "./bitcoin.js";
import { Completer } from "./complete.js";
import { HeaderCollector } from "./headers.js";
import { gatherStamps, MAX_STAMPS } from "./stamps.js";

/** The roots that are attested in Bitcoin: those of batches, and those of sets of stamps. A round treats both alike. */
export interface AttestedRoot {
  /** For the log. */
  readonly name: { readonly batch: number } | { readonly stampSet: number };
  /** 32 bytes. */
  readonly root: Uint8Array;
  readonly createdAt: Date;
  readonly attestation: Attestation;
  /** Replaces its attestation. False, and nothing changes, when its state is not `from`. */
  replace(from: BitcoinState, attestation: Attestation): Promise<boolean>;
}

/**
 * Takes over, for a lease, the roots with a step due: at most `limit` batches and as many sets.
 *
 * @throws StoreUnavailableError, LeaseLostError
 */
export async function takeDueRoots(
  { attestations, stamps }: Pick<Records, "attestations" | "stamps">,
  lease: Lease,
  limit: number,
): Promise<{ readonly roots: readonly AttestedRoot[]; readonly isFull: boolean }> {
  const now = new Date();
  const batches = await attestations.takeDue(lease, now, limit);
  const sets = await stamps.takeDue(lease, now, limit);
  return {
    roots: [
      ...batches.map(({ batch, attestation }) => ({
        name: { batch: batch.number },
        root: hexToBytes(batch.root),
        createdAt: batch.createdAt,
        attestation,
        replace: (from: BitcoinState, next: Attestation) => attestations.replace(lease, batch.id, from, next),
      })),
      ...sets.map(({ set, attestation }) => ({
        name: { stampSet: set.number },
        root: hexToBytes(set.root),
        createdAt: set.createdAt,
        attestation,
        replace: (from: BitcoinState, next: Attestation) => stamps.replace(lease, set.number, from, next),
      })),
    ],
    isFull: batches.length === limit || sets.length === limit,
  };
}

/**
 * One submission for many digests: a Merkle tree over them, whose tip goes to all calendars at once.
 *
 * Each digest is blinded with a nonce before it joins the tree, as python-opentimestamps' client does: calendars learn
 * nothing about it, and the proof of one reveals nothing about its neighbours.
 */
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

// One round over every root with a step due in Bitcoin, of a batch or of a set of stamps: docs/design/bitcoin.md.
//
// The round has no state of its own: it reads the store, so it can stop anywhere and be repeated by this process or the
// next. A submission that was not stored is repeated, because the calendars' answers are needed and were lost.

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

/**
 * The jobs that submit batches and stamps to Bitcoin and collect the headers that prove it. Each runs in the one instance that holds
 * its lease; the others stand by.
 */
const OUTAGES: readonly OutageKind[] = [
  { error: SourceError, level: "warn", message: "the Bitcoin sources returned no usable answer" },
  {
    error: TooFewCalendarsError,
    level: "error",
    message: "too few calendars accept digests; nothing is submitted to Bitcoin until more do",
  },
];

export interface AttestJobsOptions extends JobHost, AttestRoundOptions {
  readonly store: Pick<Records, "attestations" | "stamps" | "seals" | "blockHeaders" | "leases">;
  /** Time between two rounds: digests that arrive in between are submitted together. */
  readonly intervalMs: number;
  /** Receives the number of failing calendars and sources, as seen by this instance, whenever it changes. */
  readonly onOutages?: (count: number) => void;
}

/** Starts the jobs. */
export function startAttestJobs(options: AttestJobsOptions): Jobs {
  const { store, log, intervalMs, bitcoin, pollMs, onOutages } = options;
  const outages = new OutageLog(log, onOutages);
  const collector = new HeaderCollector(store, bitcoin, log, outages);
  const collecting = startLeasedJob(options, {
    name: "headers",
    // About six blocks appear meanwhile, which take one request.
    intervalMs: pollMs * MAX_POLL_FACTOR,
    outages: OUTAGES,
    run: (lease, signal) => collector.collect(lease, signal),
  });
  const round = { ...options, onConfirmed: () => collecting.wake() };
  const submitting = startLeasedJob(options, {
    name: "attest",
    intervalMs,
    outages: OUTAGES,
    run: async (lease, signal) => {
      while (await runAttestRound(store, lease, log, outages, round, signal)) {
        signal.throwIfAborted();
      }
    },
  });
  return {
    stop: async () => {
      await Promise.all([submitting.stop(), collecting.stop()]);
    },
  };
}

/** The calendars and Bitcoin sources of the settings. */
export type CalendarsConfig = Pick<
  Config,
  | "calendarUrls"
  | "calendarMin"
  | "calendarTimeoutMs"
  | "calendarPollMs"
  | "bitcoinNetwork"
  | "esploraUrls"
  | "bitcoinRpcUrls"
  | "bitcoinConfirmations"
>;

/**
 * Opens the calendars and Bitcoin sources.
 *
 * @param isRehearsal whether regtest is allowed.
 * @returns null if nothing is submitted.
 * @throws StartError when the settings contradict each other.
 */
export function openCalendars(config: CalendarsConfig, isRehearsal: boolean): AttestRoundOptions | null {
  const { calendarMin: minCalendars, calendarTimeoutMs: timeoutMs, calendarPollMs: pollMs } = config;
  const { bitcoinNetwork: network, bitcoinConfirmations: confirmations } = config;
  if (network === "regtest" && !isRehearsal) {
    throw new StartError("SVC_BITCOIN_NETWORK: expected bitcoin, because SVC_REHEARSAL is off, got regtest");
  }
  if (config.calendarUrls.length === 0) return null;
  if (config.calendarUrls.length < minCalendars) {
    throw new StartError(
      `SVC_CALENDAR_MIN: expected at most ${config.calendarUrls.length}, the number of SVC_CALENDAR_URLS, got ${minCalendars}`,
    );
  }
  const sources: BitcoinSource[] = [
    ...config.esploraUrls.map((url) => createEsploraBitcoinSource({ url, timeoutMs, retries: 0 })),
    ...config.bitcoinRpcUrls.map((url) => createCoreBitcoinSource({ url, timeoutMs, retries: 0 })),
  ];
  if (sources.length === 0) {
    throw new StartError(
      "SVC_ESPLORA_URLS, SVC_BITCOIN_RPC_URLS: expected an endpoint in one of them, because SVC_CALENDAR_URLS is not off, got none",
    );
  }
  return {
    calendars: config.calendarUrls.map((url) => createHttpCalendar({ url, timeoutMs })),
    minCalendars,
    bitcoin: { network, sources, confirmations },
    pollMs,
  };
}
