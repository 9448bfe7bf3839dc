/** A file, or a fingerprint entered in its place, with what is known about it so far. */

import type { DigestAlgorithm } from "@svc-proof/ui/hashing";
import type { LookAlike, Report } from "@svc-proof/verifier-lib";
import type { SnapshotFacts } from "./trust-list.js";

export interface KnownFile {
  readonly id: string;
  /** Null if only its digest was entered. */
  readonly file: File | null;
  /** Hostile text of at most 255 characters. */
  readonly name: string;
  /** The end of the same with the folders that were given with it. */
  readonly path: string;
  readonly role: FileRole;
  /** What it looks like that is neither evidence nor likely to be anybody's original; null for all else. */
  readonly looksLike: LookAlike | null;
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

/**
 * What a file is for a verification.
 *
 * - `proof`: `proof.json`; `package`: an evidence ZIP; `certificate`: its PDF; `seal`: `.tsr`; `timestamp`: `.ots`.
 * - `container`: an original with its seal, `.asics`.
 * - `witness`: of an anchor, `anchors/<chain_id>.json`.
 * - `headers`: Bitcoin block headers. `authority`: certificates of an authority, or certificates to trust.
 * - `crl`, `ocsp`: what an authority says of revocations.
 * - `snapshot`: of the EU trusted lists, `svc-trust-list/1`. `trusted-list`: one of these lists itself, which is XML.
 * - `original`: everything else.
 */
export type FileRole =
  | "proof"
  | "package"
  | "certificate"
  | "container"
  | "seal"
  | "timestamp"
  | "witness"
  | "headers"
  | "authority"
  | "crl"
  | "ocsp"
  | "snapshot"
  | "trusted-list"
  | "original";
