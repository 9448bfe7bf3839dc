/** The original in a package: interface, "GET /proofs/{id}/evidence.zip" and "Limits", rule 6. */
import type { Caller } from "../../accounts/authentication.js";
import type { ProofRecord } from "../../store/store.js";
import type { EvidencePart } from "./evidence-part.js";
import { originalEntryName } from "./original-entry-name.js";

/** Why there is none, where there is none. */
export type OriginalAbsence =
  /** None is in custody. */
  | "not_in_custody"
  /** The account has no download left today. */
  | "no_download_left"
  /** The stored one no longer has its fingerprint: it is not served anywhere. */
  | "integrity_failed"
  /** The storage does not answer. */
  | "unavailable";

/** An original that was just found whole, with the proof's fingerprint, and for which a download was spent. */
export interface OpenedOriginal {
  readonly fileName: string;
  readonly sizeBytes: number;
  /** `sizeBytes` bytes. Read once, or not at all where the caller goes away. */
  read(): AsyncIterable<Uint8Array>;
  /** Releases what it holds, once the package is sent or nobody waits for it any more. */
  close(): void;
}

/**
 * Opens the original for a package.
 *
 * @param isSpent false for a request that gets no body: what would be included is told, and nothing is spent.
 */
export type OpenOriginal = (
  proof: ProofRecord,
  caller: Caller,
  isSpent: boolean,
) => Promise<OpenedOriginal | OriginalAbsence>;

export function originalPart({ fileName, sizeBytes, read }: OpenedOriginal): EvidencePart {
  return { kind: "original", name: originalEntryName(fileName), content: { sizeBytes, read } };
}
