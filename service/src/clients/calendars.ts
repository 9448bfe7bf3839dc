/** OpenTimestamps calendars. */
import { FormatError } from "@svc-proof/shared/encoding";
import { parseTimestamp, replay, type Timestamp } from "@svc-proof/shared/opentimestamps";
import { fetchBounded, fetchCalendarTimestamp, retry, SourceError } from "@svc-proof/verifier-lib/source";

// The port to OpenTimestamps calendars.

/**
 * One calendar. Methods reject with a `SourceError` when it does not answer or its answer is invalid, and with the
 * signal's reason when aborted.
 */
export interface Calendar {
  /** For the log: its origin. */
  readonly name: string;
  /** Whether this calendar completes a pending attestation with this URI. */
  isNamedBy(uri: string): boolean;
  /**
   * Submits a digest of 32 bytes.
   *
   * @returns a timestamp of it. All of its attestations are pending, and with this calendar.
   */
  submit(digest: Uint8Array, signal: AbortSignal): Promise<Timestamp>;
  /**
   * The calendar's timestamp of a pending attestation's message; null if it has none yet. Its attestations are not
   * verified.
   */
  fetchTimestamp(commitment: Uint8Array, signal: AbortSignal): Promise<Timestamp | null>;
}

// A calendar behind the HTTP interface of the public ones: `POST /digest`, `GET /timestamp/<commitment>`
// (opentimestamps-server, `otsserver/rpc.py`). Each call tries once; the caller retries. A redirect is never followed.

/** python-opentimestamps, `calendar.py`: the reference client reads no more. */
const MAX_ANSWER_BYTES = 10_000;
/** Operations of an answer on the way to an attestation; public calendars have some 40. Ours come before and after. */
const MAX_ANSWER_DEPTH = 100;
/** Promises in one answer; public calendars make one. */
const MAX_PROMISES = 4;
/** Maximum length of an answer's address in messages: it may have a thousand characters. */
const MAX_TOLD_CHARACTERS = 200;

export interface HttpCalendarOptions {
  readonly url: string;
  /** For one answer. */
  readonly timeoutMs: number;
}

/** @throws TypeError when a URL is malformed. */
export function createHttpCalendar({ url, timeoutMs }: HttpCalendarOptions): Calendar {
  const base = new URL(url);
  const isNamedBy = (uri: string) => URL.canParse(uri) && nameOf(new URL(uri)) === nameOf(base);
  return {
    name: base.origin,
    isNamedBy,
    async submit(digest, signal) {
      const address = new URL(base);
      address.pathname = `${base.pathname.replace(/\/$/, "")}/digest`;
      const { status, body } = await retry(base.origin, { timeoutMs, retries: 0, signal }, (bounded) =>
        fetchBounded(base.origin, address, {
          method: "POST",
          headers: {
            accept: "application/vnd.opentimestamps.v1",
            "content-type": "application/x-www-form-urlencoded",
          },
          body: Uint8Array.from(digest),
          maxBytes: MAX_ANSWER_BYTES,
          signal: bounded,
        }),
      );
      if (status !== 200) {
        throw new SourceError("source_error", `${base.origin}: HTTP status ${status}`, undefined, status);
      }
      return promised(base.origin, digest, body, isNamedBy);
    },
    fetchTimestamp: (commitment, signal) =>
      fetchCalendarTimestamp(base, commitment, { timeoutMs, retries: 0, signal }),
  };
}

/** Checks that the answer to a submission is a promise of this calendar and nothing else. */
function promised(
  name: string,
  digest: Uint8Array,
  body: Uint8Array,
  isNamedBy: (uri: string) => boolean,
): Timestamp {
  let timestamp: Timestamp;
  try {
    timestamp = parseTimestamp(body, digest.length);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new SourceError(
      "source_invalid_answer",
      `${name}: got a malformed timestamp (${error.code})`,
      error,
    );
  }
  const attested = replay(timestamp, digest);
  if (attested.length > MAX_PROMISES) {
    throw new SourceError("source_invalid_answer", `${name}: got more than ${MAX_PROMISES} attestations`);
  }
  for (const { attestation, depth } of attested) {
    if (attestation.kind !== "pending") {
      throw new SourceError(
        "source_invalid_answer",
        `${name}: got a timestamp without a pending attestation`,
      );
    }
    // Any other address would be handed out with proofs, and could lead readers anywhere.
    if (!isNamedBy(attestation.uri)) {
      const other = attestation.uri.slice(0, MAX_TOLD_CHARACTERS);
      throw new SourceError("source_invalid_answer", `${name}: got a pending attestation of ${other}`);
    }
    if (depth > MAX_ANSWER_DEPTH) {
      throw new SourceError("source_invalid_answer", `${name}: got more than ${MAX_ANSWER_DEPTH} operations`);
    }
  }
  return timestamp;
}

/** Calendars and their attestations differ in closing slashes and in the case of host names. */
function nameOf({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}
