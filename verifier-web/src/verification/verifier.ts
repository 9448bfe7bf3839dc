/** What the page asks of the worker. */

import type { LookAlike, Report } from "@svc-proof/verifier-lib";
import type { DigestAlgorithm } from "@svc-proof/verifier-web/ui/hashing";
import type { AsicParts, AsicResult, EvidenceFiles, FileRole, SnapshotFacts } from "../model.js";

/**
 * The worker's interface. Files are passed as handles, and only the worker reads their bytes.
 *
 * Tasks reject with the reason of a cancellation or with an `UnreadableFileError`; any other error is a failure of the worker.
 */
export interface Verifier {
  /** Receives the bytes hashed so far by each task, at most about twenty times a second per task. */
  reportProgress(listener: (taskId: number, doneBytes: number) => void): void;
  /** Recognises files, in their order, and verifies those that are small and need no other file. */
  recognise(taskId: number, files: readonly File[]): Promise<readonly Recognised[]>;
  /** Lower-case hexadecimal. */
  digest(taskId: number, file: File, algorithm: DigestAlgorithm): Promise<string>;
  verify(taskId: number, evidence: EvidenceFiles): Promise<Report>;
  /** An ASiC-S container with the original and its timestamp. */
  createAsic(taskId: number, parts: AsicParts): Promise<AsicResult>;
  /** The snapshot of the EU trusted lists that this build ships. Loads it. */
  shippedSnapshot(taskId: number): Promise<SnapshotFacts>;
  /** Cancels a task at its next pause; its promise rejects. Does nothing if the task has ended. */
  cancel(taskId: number): void;
  /** Answers if the worker is responsive. */
  ping(): true;
}

/** A recognised file. */
export interface Recognised {
  readonly role: FileRole;
  /** What it looks like that is neither evidence nor likely to be anybody's original; null for all else. */
  readonly looksLike: LookAlike | null;
  /** SHA-256 of a document, which is read completely; null for larger or unreadable files. */
  readonly hash: string | null;
  /** SHA-256 of the token inside a seal; null for other roles. */
  readonly tokenHash: string | null;
  /**
   * Offline report on this file alone; null for packages and certificates, which take longer, and for files without
   * evidence.
   */
  readonly report: Report | null;
  /** What a snapshot of trusted lists contains; null for other roles, and if it cannot be read. */
  readonly snapshot: SnapshotFacts | null;
  /** Height of the first of a file of raw headers, where one is known. */
  readonly firstHeight?: number;
  /** Why the file could not be read. */
  readonly unreadable: string | null;
}

// The worker's current tasks, by the number that the page gave them. The page can cancel each and receives its progress.

/** Minimum time between two progress messages of one task: the page cannot show more. */
const PROGRESS_INTERVAL_MS = 50;

type ProgressListener = (taskId: number, doneBytes: number) => void;

export interface Task {
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number) => void;
}

export class Tasks {
  readonly #running = new Map<number, AbortController>();
  #listener: ProgressListener = () => undefined;

  reportProgress(listener: ProgressListener): void {
    this.#listener = listener;
  }

  async run<Result>(taskId: number, work: (task: Task) => Promise<Result>): Promise<Result> {
    const controller = new AbortController();
    this.#running.set(taskId, controller);
    let toldAtMs = performance.now();
    try {
      return await work({
        signal: controller.signal,
        onProgress: (doneBytes) => {
          const nowMs = performance.now();
          if (nowMs - toldAtMs < PROGRESS_INTERVAL_MS) return;
          toldAtMs = nowMs;
          this.#listener(taskId, doneBytes);
        },
      });
    } finally {
      this.#running.delete(taskId);
    }
  }

  cancel(taskId: number): void {
    this.#running.get(taskId)?.abort();
  }
}
