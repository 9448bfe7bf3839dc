/** The port to OpenTimestamps calendars. */
import type { Timestamp } from "@svc-proof/shared/opentimestamps";

/**
 * One calendar. Methods reject with a `SourceError` where it does not answer, or answers with what cannot be an answer,
 * and with what aborted the signal.
 */
export interface Calendar {
  /** For the log: its origin. */
  readonly name: string;
  /** Whether a pending attestation with this URI is to be completed here. */
  isNamedBy(uri: string): boolean;
  /**
   * Hands over a digest of 32 bytes.
   *
   * @returns a timestamp of it whose attestations are all pending, and all with this calendar.
   */
  submit(digest: Uint8Array, signal: AbortSignal): Promise<Timestamp>;
  /**
   * What the calendar has added to the message of a pending attestation; null where it has nothing yet. Not checked:
   * that any of it is true.
   */
  fetchTimestamp(commitment: Uint8Array, signal: AbortSignal): Promise<Timestamp | null>;
}
