/** The original in a package: docs/interface.md, "GET /proofs/{id}/evidence.zip" and "Limits", rule 6. */
import { fileEntryName } from "@svc-proof/shared/zip";
import type { AccountRecord, ProofRecord } from "../../records/types.js";
import type { EvidencePart } from "./evidence-part.js";

/** Why a package contains no original. */
export type OriginalAbsence =
  /** No original is in custody. */
  | "not_in_custody"
  /** The account has no download left today. */
  | "no_download_left"
  /** The stored original no longer has its fingerprint and is not served. */
  | "integrity_failed"
  /** The storage does not answer. */
  | "unavailable";

/** An original that was just found whole, with the proof's fingerprint, and for which a download was spent. */
export interface OpenedOriginal {
  readonly fileName: string;
  readonly sizeBytes: number;
  /** `sizeBytes` bytes. Read once, or not at all when the caller disconnects. */
  read(): AsyncIterable<Uint8Array>;
  /** Releases its resources once the package is sent or abandoned. */
  close(): void;
}

/**
 * Opens the original for a package.
 *
 * @param isSpent false for a request without a response body: nothing is spent, and the answer is what would be included.
 */
export type OpenOriginal = (
  proof: ProofRecord,
  account: AccountRecord,
  isSpent: boolean,
) => Promise<OpenedOriginal | OriginalAbsence>;

export function originalPart({ fileName, sizeBytes, read }: OpenedOriginal): EvidencePart {
  return { kind: "original", name: `original/${fileEntryName(fileName)}`, content: { sizeBytes, read } };
}
