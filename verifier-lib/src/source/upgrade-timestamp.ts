/**
 * A pending timestamp completed: its calendars are asked, and what they answer is added where it belongs.
 *
 * A pending attestation may name any address, also one inside the caller's own network. So nobody is asked whom the
 * caller does not allow. Nothing is taken out of the file: an answer that proves false later does no harm.
 */
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import {
  type Attested,
  type DetachedTimestamp,
  encodeDetachedTimestamp,
  graft,
  parseDetachedTimestamp,
  replay,
  type Timestamp,
} from "@svc-proof/shared/opentimestamps";
import { fetchCalendarTimestamp } from "./fetch-calendar-timestamp.js";
import { SourceError, type SourceErrorCode } from "./source-error.js";
import { DEFAULT_RETRIES, DEFAULT_TIMEOUT_MS } from "./source-parameters.js";

export interface UpgradeOptions {
  /** Whether a calendar may be asked. Default: `isPublicCalendar`. */
  readonly isAllowed?: (calendar: URL) => boolean;
  /** For one answer, all tries together. Default 10,000. */
  readonly timeoutMs?: number;
  /** Further tries after a connection error or a refusal for load. Default 2. */
  readonly retries?: number;
  readonly signal?: AbortSignal;
}

/** What came of one pending attestation. */
export interface CalendarAnswer {
  readonly uri: string;
  /** `completed`: the file has grown. `known`: it had all of it. `pending`: nothing yet. `not_allowed`: not asked. */
  readonly answer: "completed" | "known" | "pending" | "not_allowed" | SourceErrorCode;
}

export interface Upgrade {
  readonly file: DetachedTimestamp;
  readonly answers: readonly CalendarAnswer[];
  /** Heights that the file states, not verified, in ascending order. */
  readonly statedHeights: readonly number[];
}

/** Answers may be pending in turn, with another calendar. */
const MAX_ROUNDS = 3;
/** Questions for one file. */
const MAX_QUESTIONS = 32;

/** Domains below which the public calendars stand: python-opentimestamps, `calendar.py`, `DEFAULT_CALENDAR_WHITELIST`. */
const PUBLIC_DOMAINS = ["calendar.opentimestamps.org", "calendar.eternitywall.com", "calendar.catallaxy.com"];

/** Whether an address is one of the public calendars'. */
export function isPublicCalendar({ protocol, hostname, port }: URL): boolean {
  const isKnown = PUBLIC_DOMAINS.some((domain) => hostname.endsWith(`.${domain}`));
  return protocol === "https:" && port === "" && isKnown;
}

/**
 * Completes a timestamp as far as its calendars can.
 *
 * @throws what aborted `options.signal`.
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

/** A pending attestation: whom to ask, and about what. */
interface Pending {
  readonly key: string;
  readonly uri: string;
  readonly message: Uint8Array;
}

function pendingOf({ timestamp, digest }: DetachedTimestamp): (Pending & Pick<Attested, "node">)[] {
  // Once a node: one may have ten thousand attestations, and its message 4,096 bytes.
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

/** The file with the answer in it. One that could not be read again is none: the answer is too deep or too long. */
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
