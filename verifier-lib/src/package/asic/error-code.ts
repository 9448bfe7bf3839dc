/** Error codes of ASiC containers whose archive is valid: docs/formats/evidence.md. */
export type AsicErrorCode = AsicFaultCode | AsicUnsupportedCode;

/** The container breaks a rule. */
export type AsicFaultCode =
  /** There is no file beside `mimetype` and `META-INF/`. */
  | "asic_no_data_object"
  /** There is more than one file beside `mimetype` and `META-INF/`. */
  | "asic_several_data_objects"
  /** An entry is in a folder other than `META-INF/`. */
  | "asic_unexpected_entry"
  /** Some program or system would take an entry for another part of the container. */
  | "asic_name_ambiguous"
  /** There is no timestamp, and nothing else that could prove anything. */
  | "asic_no_timestamp"
  /** `META-INF/timestamp.tst` is not a bare token. */
  | "asic_timestamp_not_a_token"
  /** A part exceeds the size limit of its kind. */
  | "asic_part_too_large";

/** A container of another kind. It may be valid. */
export type AsicUnsupportedCode =
  /** An ASiC-E container: several files and a manifest. */
  | "asic_e_unsupported"
  /** The container is signed instead of time-stamped. */
  | "asic_signature_unsupported"
  /** The container has an evidence record (RFC 4998, RFC 6283) instead of a timestamp. */
  | "asic_evidence_record_unsupported"
  /** The container states the media type of its file instead of its own. */
  | "asic_media_type_unsupported";
