/**
 * A calendar's completion of a pending timestamp: `GET <calendar>/timestamp/<commitment>`, as the public calendars
 * serve it (opentimestamps-server, `doc/merkle-mountain-range.md`, `otsserver/rpc.py`).
 *
 * Not checked here: that what the calendar attests is true, or about this commitment at all. An answer applies to any
 * message; only the block at its end tells.
 */
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { parseTimestamp, type Timestamp } from "@svc-proof/shared/opentimestamps";
import { fetchBounded } from "./fetch-bounded.js";
import { type Patience, retry } from "./retry.js";
import { SourceError } from "./source-error.js";

/** Answers have about 1,000 bytes; the reference client reads 10,000. */
const MAX_ANSWER_BYTES = 16_384;

/**
 * What a calendar has added to a commitment; null where it has nothing yet.
 *
 * @param commitment message of the pending attestation.
 * @throws SourceError; what aborted the signal.
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
      throw new SourceError("source_invalid_answer", `${question}: got no timestamp (${error.code})`, error);
    }
  });
}
