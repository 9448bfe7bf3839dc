/** Error codes of evidence packages whose archive is valid. */
export type EvidenceErrorCode =
  /** No entry is named `proof.json`. */
  | "evidence_no_proof"
  /** `proof.json` is in a folder, and there are files beside that folder. */
  | "evidence_folder_unsupported"
  /** More than one entry in `original/`. */
  | "evidence_several_originals"
  /** Under the name that some program or system uses, an entry is a different part than under its own name. */
  | "evidence_name_ambiguous"
  /** More than 16 files `bitcoin/*.ots`. */
  | "evidence_too_many_timestamps"
  /** More than 16 files `anchors/<chain_id>.json`, or as many `.ots`. */
  | "evidence_too_many_witnesses"
  /** More than 64 certificates. */
  | "evidence_too_many_certificates"
  /** More than 16 files `seal/revocation/<n>.crl`, or as many `.ocsp`. */
  | "evidence_too_many_revocation_files"
  /** More than four documents of headers. */
  | "evidence_too_many_headers"
  /** A part exceeds the size limit of its kind, or the unchecked parts together have more than 64 MiB. */
  | "evidence_part_too_large";
