/** Codes of evidence packages that are sound archives. */
export type EvidenceErrorCode =
  /** No entry is named `proof.json`. */
  | "evidence_no_proof"
  /** More than one entry stands in `original/`. */
  | "evidence_several_originals"
  /** An entry is another part by the name that some program or system reads than by its own. */
  | "evidence_name_ambiguous"
  /** More than 16 files `bitcoin/*.ots`. */
  | "evidence_too_many_timestamps"
  /** More than 64 certificates. */
  | "evidence_too_many_certificates"
  /** A part has more bytes than any of its kind, or those that are not looked at have more than 64 MiB together. */
  | "evidence_part_too_large";
