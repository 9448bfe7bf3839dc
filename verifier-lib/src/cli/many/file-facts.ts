/** What is known of a file before anything is verified: what it is, and by what other files find it. */
import type { InputType } from "../../index.js";

/** `headers`: of Bitcoin blocks. `certificates`: PEM. `other`: perhaps an original. */
export type FileRole = InputType | "headers" | "certificates" | "other";

export interface FileFacts {
  readonly path: string;
  readonly role: FileRole;
  readonly sizeBytes: number;
  /** SHA-256 of the file, lower-case hexadecimal; null if it could not be read. */
  readonly sha256: string | null;
  /** The content that the evidence is about, as a key: `SHA-256 7f83…`; null for other files, and if it is malformed. */
  readonly content: string | null;
  /** Key of the Merkle root of a proof. */
  readonly root: string | null;
  /** Key of the header in a witness. */
  readonly header: string | null;
  /** Key of the token in a seal. */
  readonly token: string | null;
  /** The original inside a package or a container. */
  readonly inside: { readonly name: string; readonly sizeBytes: number } | null;
  /** Whether evidence holds a seal of its own. */
  readonly hasSeal: boolean;
  /** Why the file could not be read. */
  readonly problem: string | null;
}

export function keyOf(algorithm: string, hash: string): string {
  return `${algorithm} ${hash}`;
}

/** Evidence is verified; everything else is offered to it. */
export function isEvidence({ role }: Pick<FileFacts, "role">): boolean {
  return role !== "headers" && role !== "certificates" && role !== "other";
}
