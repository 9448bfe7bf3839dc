/** What is known of a file before anything is verified: what it is, and by what other files find it. */
import type { InputType } from "../index.js";

/** `headers`: of Bitcoin blocks. `certificates`: PEM. `crl`, `ocsp`: of revocations. `other`: perhaps an original. */
export type EvidenceRole =
  | Exclude<InputType, "unknown">
  | "headers"
  | "certificates"
  | "crl"
  | "ocsp"
  | "other";

/** Keys are made by `keyOf`. */
export interface EvidenceFacts {
  readonly role: EvidenceRole;
  /** Keys of the file's own digests, as far as they are known: SHA-256 first. */
  readonly digests: readonly string[];
  /** The content that evidence is about; null for other files, and if it cannot be read. */
  readonly content: string | null;
  /** The Merkle root of a proof. */
  readonly root: string | null;
  /** The block header in a witness. */
  readonly header: string | null;
  /** The token in a seal. */
  readonly token: string | null;
  /** Whether evidence holds a seal of its own. */
  readonly hasSeal: boolean;
  /** Whether it looked like evidence and cannot be read as such, so that it may be any file. */
  readonly isUnread: boolean;
}

/**
 * The key by which a file and its evidence find each other.
 *
 * @param algorithm `SHA-256`, `SHA-384` or `SHA-512`.
 * @param digest lower-case hexadecimal.
 */
export function keyOf(algorithm: string, digest: string): string {
  return `${algorithm} ${digest}`;
}

/** Evidence is verified; everything else is offered to it. */
export function isEvidenceRole(role: EvidenceRole): role is Exclude<InputType, "unknown"> {
  return !OFFERED.includes(role);
}

const OFFERED: readonly EvidenceRole[] = ["headers", "certificates", "crl", "ocsp", "other"];
