/** A file of the session, and the state of the work on it. */

import type { DigestAlgorithm, Progress } from "@svc-proof/ui/hashing";
import type { ItemPhase, Problem } from "../model/item.js";
import type { KnownFile } from "../model/known-file.js";
import type { Recognised } from "../verification/verifier.js";

export interface FileRecord {
  readonly known: KnownFile;
  readonly phase: Extract<ItemPhase, "waiting" | "hashing" | "verifying" | "done" | "cancelled" | "refused">;
  readonly progress: Progress | null;
  readonly problem: Problem | null;
  /** Certificates only: whether the user trusts them. */
  readonly isTrusted: boolean;
}

/** A file that is not recognised yet. */
export type ArrivingFile = Pick<KnownFile, "id" | "path" | "isChosen" | "comparedWith"> & {
  readonly file: File;
};

const IDLE = { phase: "done", progress: null, problem: null, isTrusted: false } as const;

/** The record of a recognised file. */
export function recognisedRecord(
  arriving: ArrivingFile,
  { unreadable, role, looksLike, hash, tokenHash, report, snapshot, firstHeight }: Recognised,
): FileRecord {
  if (unreadable !== null) {
    return refusedRecord(arriving, { code: "file_unreadable", evidence: { reason: unreadable } });
  }
  const digests = hash === null ? {} : { "SHA-256": hash };
  const height = firstHeight === undefined ? {} : { firstHeight };
  const facts = { role, looksLike, digests, tokenHash, report, snapshot, ...height };
  return { ...IDLE, known: { ...UNKNOWN, ...named(arriving), ...facts } };
}

/** The record of a file that could not be recognised. */
export function refusedRecord(arriving: ArrivingFile, problem: Problem): FileRecord {
  return { ...IDLE, known: { ...UNKNOWN, ...named(arriving) }, phase: "refused", problem };
}

/** The record of a fingerprint entered in place of a file. */
export function typedRecord(id: string, algorithm: DigestAlgorithm, hash: string): FileRecord {
  const digests = { [algorithm]: hash };
  return { ...IDLE, known: { ...UNKNOWN, id, file: null, name: hash, path: hash, isChosen: true, digests } };
}

const UNKNOWN = {
  comparedWith: null,
  role: "original",
  looksLike: null,
  digests: {},
  tokenHash: null,
  report: null,
  snapshot: null,
} as const;

function named({ id, file, path, isChosen, comparedWith }: ArrivingFile) {
  return { id, file, name: file.name, path, isChosen, comparedWith };
}
