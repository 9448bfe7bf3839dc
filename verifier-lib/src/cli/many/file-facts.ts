/** What is known of a file in a folder before anything is verified. */
import { type EvidenceFacts, isEvidenceRole } from "../../arrange/evidence-facts.js";
import type { FoundPiece } from "../../evidence/kinds.js";

export interface FileFacts
  extends Pick<EvidenceFacts, "role" | "content" | "root" | "header" | "token" | "hasSeal"> {
  readonly path: string;
  readonly sizeBytes: number;
  /** SHA-256 of the file, lower-case hexadecimal; null if it could not be read. */
  readonly sha256: string | null;
  /** The original inside a package or a container. */
  readonly inside: { readonly name: string; readonly sizeBytes: number } | null;
  /** What it may prove of other evidence; null for what is none, or holds evidence of its own. */
  readonly found: FoundPiece | null;
  /** Why the file could not be read. */
  readonly problem: string | null;
}

export function isEvidence({ role }: Pick<FileFacts, "role">): boolean {
  return isEvidenceRole(role);
}
