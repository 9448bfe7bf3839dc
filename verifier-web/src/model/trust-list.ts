/** What the page knows of a snapshot of the EU trusted lists. */

import type { SnapshotFacts } from "@svc-proof/ui/wording";

export type { SnapshotFacts } from "@svc-proof/ui/wording";

/** A snapshot that the user has chosen, by what the page has said of it. */
export interface ChosenSnapshot {
  readonly file: File;
  /** As in `SnapshotFacts`. */
  readonly sha256: string;
}

/** A snapshot that was given as a file. It is not used before the user says so. */
export interface GivenSnapshot {
  readonly fileId: string;
  /** Hostile text of at most 255 characters. */
  readonly fileName: string;
  /** Null if the file cannot be read as a snapshot. */
  readonly facts: SnapshotFacts | null;
}

export interface TrustListState {
  readonly given: readonly GivenSnapshot[];
  /** The given file that is used in place of the shipped snapshot; null if none is. */
  readonly usedFileId: string | null;
  /** The shipped snapshot; null until the page has asked for it. */
  readonly shipped: SnapshotFacts | null;
  /** Whether the shipped snapshot could not be loaded. */
  readonly isMissing: boolean;
}

/** The snapshot that verdicts rest on, if it is known. */
export function snapshotInUse({ given, usedFileId, shipped }: TrustListState): SnapshotFacts | null {
  if (usedFileId === null) return shipped;
  return given.find(({ fileId }) => fileId === usedFileId)?.facts ?? null;
}
