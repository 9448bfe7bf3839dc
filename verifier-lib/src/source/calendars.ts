/**
 * Completes a pending timestamp: asks its calendars and adds their answers at the right nodes.
 *
 * A pending attestation may name any address, including one inside the caller's network, so only calendars
 * the caller allows are asked. Nothing is removed from the file: an answer that turns out to be false does no
 * harm.
 */

import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import {
  type Attested,
  type DetachedTimestamp,
  encodeDetachedTimestamp,
  graft,
  parseDetachedTimestamp,
  parseTimestamp,
  replay,
  type Timestamp,
} from "@svc-proof/shared/opentimestamps";
import {
  DEFAULT_RETRIES,
  DEFAULT_TIMEOUT_MS,
  fetchBounded,
  type Patience,
  retry,
  SourceError,
  type SourceErrorCode,
} from "./bounded-fetch.js";

/** Answers have about 1,000 bytes. The reference client reads 10,000. */
const MAX_ANSWER_BYTES = 16_384;

/**
 * The calendar's addition to a commitment; null if there is none yet.
 *
 * @param commitment message of the pending attestation.
 * @throws SourceError; the abort reason of the signal.
 */
export async function fetchCalendarTimestamp(
  calendar: URL,
  commitment: Uint8Array,
  patience: Patience,
): Promise<Timestamp | null> {
  const address = new URL(calendar);
  address.pathname = `${calendar.pathname.replace(/\/$/, "")}/timestamp/${bytesToHex(commitment)}`;
  const question = calendar.origin;
  return retry(question, patience, async (signal) => {
    const { status, body } = await fetchBounded(question, address, {
      headers: { accept: "application/vnd.opentimestamps.v1" },
      maxBytes: MAX_ANSWER_BYTES,
      signal,
    });
    if (status === 404) return null;
    if (status !== 200)
      throw new SourceError("source_error", `${question}: HTTP status ${status}`, undefined, status);
    try {
      return parseTimestamp(body, commitment.length);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      throw new SourceError(
        "source_invalid_answer",
        `${question}: got a malformed timestamp (${error.code})`,
        error,
      );
    }
  });
}

/** Options of `upgradeTimestamp`. */
export interface UpgradeOptions {
  /** Whether a calendar may be asked. Default: `isPublicCalendar`. */
  readonly isAllowed?: (calendar: URL) => boolean;
  /** Time limit of one answer, including retries. Default 10,000. */
  readonly timeoutMs?: number;
  /** Retries after a connection error or an overload response. Default 2. */
  readonly retries?: number;
  readonly signal?: AbortSignal;
}

/** The result for one pending attestation. */
export interface CalendarAnswer {
  readonly uri: string;
  /**
   * `completed`: the file has grown. `known`: the file already contained the answer. `pending`: nothing yet.
   * `not_allowed`: not asked.
   */
  readonly answer: "completed" | "known" | "pending" | "not_allowed" | SourceErrorCode;
}

/** A timestamp after its calendars were asked. */
export interface Upgrade {
  readonly file: DetachedTimestamp;
  readonly answers: readonly CalendarAnswer[];
  /** Unverified block heights in the file, in ascending order. */
  readonly statedHeights: readonly number[];
}

/** An answer may itself be pending with another calendar. */
const MAX_ROUNDS = 3;
/** Maximum requests for one file. */
const MAX_QUESTIONS = 32;

/** Domains of the public calendars: python-opentimestamps, `calendar.py`, `DEFAULT_CALENDAR_WHITELIST`. */
const PUBLIC_DOMAINS = ["calendar.opentimestamps.org", "calendar.eternitywall.com", "calendar.catallaxy.com"];

/** Whether an address belongs to a public calendar. */
export function isPublicCalendar({ protocol, hostname, port }: URL): boolean {
  const isKnown = PUBLIC_DOMAINS.some((domain) => hostname.endsWith(`.${domain}`));
  return protocol === "https:" && port === "" && isKnown;
}

/**
 * Completes a timestamp as far as its calendars can.
 *
 * @throws the abort reason of `options.signal`.
 */
export async function upgradeTimestamp(
  file: DetachedTimestamp,
  options: UpgradeOptions = {},
): Promise<Upgrade> {
  const {
    isAllowed = isPublicCalendar,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    retries = DEFAULT_RETRIES,
    signal,
  } = options;
  const answers = new Map<string, CalendarAnswer>();
  let current = file;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const pending = pendingOf(current).filter(({ key }) => !answers.has(key));
    const asked = pending.slice(0, MAX_QUESTIONS - answers.size);
    if (asked.length === 0) break;
    const answered = await Promise.all(
      asked.map(async (one) => ({
        one,
        answer: await askCalendar(one, isAllowed, { timeoutMs, retries, signal }),
      })),
    );
    for (const { one, answer } of answered) {
      if (typeof answer === "string") {
        answers.set(one.key, { uri: one.uri, answer });
        continue;
      }
      const upgraded = withAddition(current, one, answer);
      answers.set(one.key, { uri: one.uri, answer: typeof upgraded === "string" ? upgraded : "completed" });
      if (typeof upgraded !== "string") current = upgraded;
    }
  }
  return { file: current, answers: [...answers.values()], statedHeights: statedHeights(current) };
}

/** A pending attestation: the calendar to ask, and the commitment. */
interface Pending {
  readonly key: string;
  readonly uri: string;
  readonly message: Uint8Array;
}

function pendingOf({ timestamp, digest }: DetachedTimestamp): (Pending & Pick<Attested, "node">)[] {
  // Once per node: a node may have ten thousand attestations and a message of 4,096 bytes.
  const digests = new Map<Timestamp, string>();
  return replay(timestamp, digest).flatMap(({ attestation, message, node }) => {
    if (attestation.kind !== "pending") return [];
    const { uri } = attestation;
    const messageDigest = digests.get(node) ?? bytesToHex(sha256(message));
    digests.set(node, messageDigest);
    return [{ key: `${uri} ${messageDigest}`, uri, message, node }];
  });
}

async function askCalendar(
  { uri, message }: Pending,
  isAllowed: (calendar: URL) => boolean,
  patience: { timeoutMs: number; retries: number; signal: AbortSignal | undefined },
): Promise<Timestamp | Exclude<CalendarAnswer["answer"], "completed" | "known">> {
  const calendar = URL.canParse(uri) ? new URL(uri) : null;
  const isWeb = calendar !== null && (calendar.protocol === "https:" || calendar.protocol === "http:");
  if (!isWeb || !isAllowed(calendar)) return "not_allowed";
  try {
    return (await fetchCalendarTimestamp(calendar, message, patience)) ?? "pending";
  } catch (error) {
    patience.signal?.throwIfAborted();
    if (error instanceof SourceError) return error.code;
    throw error;
  }
}

/** Adds the answer to the file. An answer that makes the file too deep or too long to be parsed again is invalid. */
function withAddition(
  file: DetachedTimestamp,
  { key }: Pending,
  addition: Timestamp,
): DetachedTimestamp | "known" | "source_invalid_answer" {
  const nodes = pendingOf(file).filter((pending) => pending.key === key);
  const additions = new Map(nodes.map(({ node }) => [node, addition]));
  const before = encodeDetachedTimestamp(file);
  try {
    const bytes = encodeDetachedTimestamp({ ...file, timestamp: graft(file.timestamp, additions) });
    return bytes.length <= before.length ? "known" : parseDetachedTimestamp(bytes);
  } catch (error) {
    if (error instanceof FormatError || error instanceof RangeError) return "source_invalid_answer";
    throw error;
  }
}

function statedHeights({ timestamp, digest }: DetachedTimestamp): number[] {
  const heights = replay(timestamp, digest).flatMap(({ attestation }) =>
    attestation.kind === "bitcoin" ? [attestation.height] : [],
  );
  return [...new Set(heights)].sort((a, b) => a - b);
}
