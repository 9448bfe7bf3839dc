/**
 * What the worker does for the page. Files cross over as handles; their bytes are read in the worker alone.
 *
 * Tasks reject with what was cancelled, and with an `UnreadableFileError`; with anything else the worker has failed.
 */
import type { Report } from "@svc-proof/verifier-lib";
import type { DigestAlgorithm } from "../model/digest-algorithm.js";
import type { EvidenceFiles } from "../model/evidence-files.js";
import type { FileRole } from "../model/file-role.js";

export interface Verifier {
  /** Where the counts of hashed bytes go, for every task; called at most some twenty times a second for one. */
  reportProgress(listener: (taskId: number, doneBytes: number) => void): void;
  /** What files are, in their order; what is small and can be verified by itself is. */
  recognise(taskId: number, files: readonly File[]): Promise<readonly Recognised[]>;
  /** Lower-case hexadecimal. */
  digest(taskId: number, file: File, algorithm: DigestAlgorithm): Promise<string>;
  verify(taskId: number, evidence: EvidenceFiles): Promise<Report>;
  /** Ends a task as soon as it yields; its promise rejects. Nothing happens for one that has ended. */
  cancel(taskId: number): void;
  /** Answers: the worker lives. */
  ping(): true;
}

/** What a file turned out to be. */
export interface Recognised {
  readonly role: FileRole;
  /** SHA-256 of documents, which are read whole anyway; null for what is larger, or could not be read. */
  readonly hash: string | null;
  /** SHA-256 of the token inside a seal; null for all else. */
  readonly tokenHash: string | null;
  /** Offline, of the file by itself; null for packages and certificates, which take longer, and for what has none. */
  readonly report: Report | null;
  /** Why the file could not be read. */
  readonly unreadable: string | null;
}
