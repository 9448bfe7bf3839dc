/** Completes a timestamp and checks its block. */

import { epochOfHeight, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import {
  type Attested,
  encodeTimestamp,
  graft,
  parseTimestamp,
  replay,
  type Timestamp,
} from "@svc-proof/shared/opentimestamps";
import { type BitcoinSource, SourceError } from "@svc-proof/verifier-lib/source";
import type { Calendar } from "../clients/calendars.js";
import type { OutageLog } from "../log.js";
import type { BlockHeaderStore } from "../records/records.js";
import { type Bitcoin, fetchTipHeight, headersOf, isRun, networkOf, runOfEpoch } from "./bitcoin.js";

// The service's own check that a block of the chain has a Merkle root, before it states `confirmed`.
//
// A header must have its work, on Bitcoin the work that the shipped bounds require, and must not contradict a
// checkpoint. A regtest chain only requires its own trivial target. A header must not be older than what it
// commits to: the work at the heights of Bitcoin's first years takes only seconds today, but a time is tied to a
// height. Anything that only a node can know is not checked here. The sources state it, and verifiers check it again.

/** Maximum difference between miners' clocks and ours: far more than nodes accept. */
const CLOCK_TOLERANCE_MS = 86_400_000;

/** A claim about a block. */
export interface StatedBlock {
  readonly height: number;
  /** 32 bytes, in the header's order. */
  readonly root: Uint8Array;
  /** The earliest time at which the root can have been known. */
  readonly notBefore: Date;
}

/** `open`: it is too early, no source can tell, or the sources disagree. */
export type BlockVerdict = "stands" | "contradicted" | "open";

/**
 * Asks all sources. One source with the root in a block that is deep enough suffices, unless another contradicts it.
 *
 * @throws the signal's reason when aborted.
 */
export async function verifyBlock(
  stated: StatedBlock,
  bitcoin: Bitcoin,
  outages: OutageLog,
  signal: AbortSignal,
): Promise<BlockVerdict> {
  const verdicts = await Promise.all(
    bitcoin.sources.map(async (source) => {
      try {
        const verdict = await askSource(source, stated, bitcoin, signal);
        outages.worked(source.name);
        return verdict;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof SourceError)) throw error;
        outages.failed(source.name, "a Bitcoin source returned no usable answer", { reason: error.message });
        return "open";
      }
    }),
  );
  const subject = `block ${bitcoin.network}`;
  if (!verdicts.includes("stands")) return verdicts.includes("contradicted") ? "contradicted" : "open";
  if (verdicts.includes("contradicted")) {
    outages.failed(subject, "Bitcoin sources disagree about a block", {
      height: stated.height,
    });
    return "open";
  }
  outages.worked(subject);
  return "stands";
}

async function askSource(
  source: BitcoinSource,
  { height, root, notBefore }: StatedBlock,
  { network, confirmations }: Bitcoin,
  signal: AbortSignal,
): Promise<BlockVerdict> {
  if ((await fetchTipHeight(source, network, signal)) - height + 1 < confirmations) return "open";
  const bytes = await source.fetchHeader(height, { signal });
  if (bytes === null) return "open";
  const header = parseBlockHeader(bytes);
  if (!isRun([{ height, header }], network)) {
    throw new SourceError(
      "source_invalid_answer",
      `${source.name}: got a header without enough proof of work`,
    );
  }
  if (!Buffer.from(header.merkleRoot).equals(root)) return "contradicted";
  if (header.time * 1000 < notBefore.getTime() - CLOCK_TOLERANCE_MS) {
    throw new SourceError("source_invalid_answer", `${source.name}: got a block older than its contents`);
  }
  return "stands";
}

// Completes pending timestamps: fetches the calendars' additions, checks them against the chain and merges them.
//
// The operations of an answer apply to any message, so an answer with another digest's timestamp is only noticed at its
// end. It is accepted only if every attestation in it names a block that has the root (`verifyBlock`). Only configured
// calendars are asked; a URL found in a timestamp is never followed.

/** Bytes of a batch's root. */
const ROOT_BYTES = 32;
/** Maximum operations from a root to a block: 255 from the content, less at most 43 from the content to the root. */
const MAX_DEPTH = 212;
/** Attestations in one answer; public calendars give one. */
const MAX_ATTESTATIONS = 4;

/** A timestamp of a root, and its state. */
export interface Completion {
  /** Serialised. */
  readonly timestamp: Uint8Array;
  /** Heights of the newly found blocks, all checked. */
  readonly heights: readonly number[];
  /** Whether a calendar has not added its part yet. */
  readonly isOpen: boolean;
}

/** An answer that was checked. */
interface Addition {
  readonly timestamp: Timestamp;
  readonly heights: readonly number[];
}

/** A pending attestation with a configured calendar. */
interface Promised extends Attested {
  readonly calendar: Calendar;
}

/** Completes timestamps, one after another. Used for one round, in which each request is sent once. */
export class Completer {
  readonly #calendars: readonly Calendar[];
  readonly #bitcoin: Bitcoin;
  readonly #outages: OutageLog;
  readonly #signal: AbortSignal;
  /** By calendar and message: timestamps that were submitted together wait for the same answer. */
  readonly #answers = new Map<string, Promise<Addition | null>>();
  /** Calendars that did not answer: skipped for the rest of this round, so that a dead one costs its time-out once. */
  readonly #silent = new Set<Calendar>();

  constructor(calendars: readonly Calendar[], bitcoin: Bitcoin, outages: OutageLog, signal: AbortSignal) {
    this.#calendars = calendars;
    this.#bitcoin = bitcoin;
    this.#outages = outages;
    this.#signal = signal;
  }

  /**
   * @param stored a serialised timestamp of a root, as stored.
   * @param notBefore the earliest time at which the root can have existed.
   * @throws FormatError when it is malformed; the signal's reason when aborted.
   */
  async complete(root: Uint8Array, stored: Uint8Array, notBefore: Date): Promise<Completion> {
    const timestamp = parseTimestamp(stored, ROOT_BYTES);
    const open = this.#openPromises(timestamp, root);
    const answers = await Promise.all(open.map((promised) => this.#answer(promised, notBefore)));
    let result = timestamp;
    const heights: number[] = [];
    for (const [i, addition] of answers.entries()) {
      if (addition === null) continue;
      // Earlier additions created new nodes, so this one is found by its path.
      const at = this.#openPromises(result, root).find((one) => keyOf(one) === keyOf(open[i]!));
      const grown = at && grafted(result, at, addition.timestamp, root);
      if (grown == null) {
        this.#outages.failed(
          completionBy(open[i]!.calendar),
          "a calendar's timestamp is too large or too deep",
        );
        continue;
      }
      result = grown;
      heights.push(...addition.heights);
    }
    return {
      timestamp: encodeTimestamp(result),
      heights,
      isOpen: this.#openPromises(result, root).length > 0,
    };
  }

  /** The unfulfilled promises of configured calendars. */
  #openPromises(timestamp: Timestamp, root: Uint8Array): Promised[] {
    return replay(timestamp, root).flatMap((attested): Promised[] => {
      const { attestation, node, message } = attested;
      if (attestation.kind !== "pending") return [];
      const calendar = this.#calendars.find((one) => one.isNamedBy(attestation.uri));
      return calendar === undefined || isKept(node, message) ? [] : [{ ...attested, calendar }];
    });
  }

  /** The root of a joint submission is not older than any of its digests, so the first one's time holds for all. */
  #answer(promised: Promised, notBefore: Date): Promise<Addition | null> {
    const key = keyOf(promised);
    let answer = this.#answers.get(key);
    if (answer === undefined) {
      answer = this.#ask(promised, notBefore);
      this.#answers.set(key, answer);
    }
    return answer;
  }

  async #ask({ calendar, message }: Promised, notBefore: Date): Promise<Addition | null> {
    if (this.#silent.has(calendar)) return null;
    const subject = completionBy(calendar);
    let timestamp: Timestamp | null;
    try {
      timestamp = await calendar.fetchTimestamp(message, this.#signal);
    } catch (error) {
      this.#signal.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      const { code, message: reason } = error;
      this.#silent.add(calendar);
      this.#outages.failed(subject, "a calendar returned no timestamp", { code, reason });
      return null;
    }
    if (timestamp === null) {
      this.#outages.worked(subject);
      return null;
    }
    const attested = replay(timestamp, message);
    const heights = attested.flatMap(({ attestation, message: root }) =>
      attestation.kind === "bitcoin" && root.length === ROOT_BYTES
        ? [{ height: attestation.height, root }]
        : [],
    );
    if (heights.length !== attested.length || heights.length > MAX_ATTESTATIONS) {
      this.#outages.failed(subject, "a calendar returned a timestamp of another chain than Bitcoin");
      return null;
    }
    const verdicts = await Promise.all(
      heights.map(({ height, root }) =>
        verifyBlock({ height, root, notBefore }, this.#bitcoin, this.#outages, this.#signal),
      ),
    );
    if (verdicts.includes("contradicted")) {
      this.#outages.failed(subject, "a calendar attested a digest that is not in the block");
      return null;
    }
    this.#outages.worked(subject);
    return verdicts.includes("open") ? null : { timestamp, heights: heights.map(({ height }) => height) };
  }
}

/** Whether a node leads to a block. A block that contains nothing else has the node's message as its root. */
function isKept(node: Timestamp, message: Uint8Array): boolean {
  return replay(node, message).some(({ attestation }) => attestation.kind === "bitcoin");
}

/** The timestamp with the addition; null if it could not be parsed again, or would not fit in a proof's file. */
function grafted(
  timestamp: Timestamp,
  { node }: Promised,
  addition: Timestamp,
  root: Uint8Array,
): Timestamp | null {
  try {
    const bytes = encodeTimestamp(graft(timestamp, new Map([[node, addition]])));
    const result = parseTimestamp(bytes, ROOT_BYTES);
    return replay(result, root).every(({ depth }) => depth <= MAX_DEPTH) ? result : null;
  } catch (error) {
    if (error instanceof FormatError || error instanceof RangeError) return null;
    throw error;
  }
}

function keyOf({ calendar, message }: Promised): string {
  return `${calendar.name} ${bytesToHex(message)}`;
}

function completionBy(calendar: Calendar): string {
  return `completion by ${calendar.name}`;
}

/** The time in the header of a Bitcoin block. Null while the header is not collected, and for blocks of a test network. */
export async function bitcoinBlockTime(
  blockHeaders: Pick<BlockHeaderStore, "find">,
  height: number,
): Promise<Date | null> {
  const epoch = epochOfHeight(height);
  const run = runOfEpoch(await blockHeaders.find(epoch));
  const placed = headersOf(epoch, run, height, height)[0];
  if (placed === undefined || networkOf(placed.header.bits) !== "bitcoin") return null;
  return new Date(placed.header.time * 1000);
}
