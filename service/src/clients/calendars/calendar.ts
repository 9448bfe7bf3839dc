/** The port to OpenTimestamps calendars. */
import type { Timestamp } from "@svc-proof/shared/opentimestamps";

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
