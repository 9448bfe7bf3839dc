/** A file, or a fingerprint entered in its place, with what is known about it so far. */

import type { DigestAlgorithm } from "@svc-proof/ui/hashing";
import type { Report } from "@svc-proof/verifier-lib";
import type { FileRole } from "./file-role.js";
import type { SnapshotFacts } from "./trust-list.js";

export interface KnownFile {
  readonly id: string;
  /** Null if only its digest was entered. */
  readonly file: File | null;
  /** Hostile text of at most 255 characters. */
  readonly name: string;
  readonly role: FileRole;
  /** Whether the user chose it individually, not as part of a folder. */
  readonly isChosen: boolean;
  /** Lower-case hexadecimal; the digests computed so far. */
  readonly digests: Readonly<Partial<Record<DigestAlgorithm, string>>>;
  /** SHA-256 of the token inside a seal; null for other roles. */
  readonly tokenHash: string | null;
  /** Height of the first of a file of raw headers, where one is known. */
  readonly firstHeight?: number;
  /** Offline report on this file alone; null if there is none yet, or never will be. */
  readonly report: Report | null;
  /** What a snapshot of trusted lists contains; null for other roles, and if it cannot be read. */
  readonly snapshot: SnapshotFacts | null;
  /** The item that the user added this original to, even if their fingerprints differ. */
  readonly comparedWith: string | null;
}
