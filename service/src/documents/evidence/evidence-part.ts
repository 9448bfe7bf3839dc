import type { ZipContent } from "./zip/encode-zip.js";

/** What a part is. The instructions describe each kind. */
export type EvidencePartKind =
  | "certificate"
  | "proof"
  | "seal"
  | "seal_certificates"
  | "trusted_list_entry"
  | "seal_timestamp"
  | "seal_revocation"
  | "bitcoin_original"
  | "bitcoin_batch"
  | "bitcoin_headers"
  | "anchor_witness"
  | "anchor_timestamp"
  | "verifier"
  | "original";

/** A file of the package: docs/formats/evidence.md. */
export interface EvidencePart {
  readonly kind: EvidencePartKind;
  /** Name of the entry, with its folder. */
  readonly name: string;
  readonly content: ZipContent;
}
