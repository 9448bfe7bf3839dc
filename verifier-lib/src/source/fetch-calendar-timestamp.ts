/**
 * Fetches a calendar's completion of a pending timestamp: `GET <calendar>/timestamp/<commitment>`, the API of
 * the public calendars (opentimestamps-server, `doc/merkle-mountain-range.md`, `otsserver/rpc.py`).
 *
 * Does not check that the calendar's attestation is true or is about this commitment. An answer applies to
 * any message; only the block at its end decides.
 */
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { parseTimestamp, type Timestamp } from "@svc-proof/shared/opentimestamps";
import { fetchBounded } from "./fetch-bounded.js";
import { type Patience, retry } from "./retry.js";
import { SourceError } from "./source-error.js";

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
