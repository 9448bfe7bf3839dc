/** A file, or a fingerprint that was typed instead of one, with what is known of it so far. */
import type { Report } from "@svc-proof/verifier-lib";
import type { DigestAlgorithm } from "./digest-algorithm.js";
import type { FileRole } from "./file-role.js";

export interface KnownFile {
  readonly id: string;
  /** Null where only its digest was typed. */
  readonly file: File | null;
  /** Hostile text of at most 255 characters. */
  readonly name: string;
  readonly role: FileRole;
  /** Whether it was chosen by itself, and not found in a folder. */
  readonly isChosen: boolean;
  /** Lower-case hexadecimal, as far as they were made. */
  readonly digests: Readonly<Partial<Record<DigestAlgorithm, string>>>;
  /** SHA-256 of the token inside a seal; null for all else. */
  readonly tokenHash: string | null;
  /** Of the file by itself, offline; null where it has none, or none yet. */
  readonly report: Report | null;
  /** The item that the user has put an original to, whatever their fingerprints say. */
  readonly comparedWith: string | null;
}
