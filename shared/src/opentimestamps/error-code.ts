/** Every error code of these parsers, one per malformation. */
export type TimestampErrorCode =
  /** The input has more than 131,072 bytes. */
  | "ots_too_large"
  /** The input does not begin as a detached file. */
  | "ots_bad_magic"
  | "ots_version_unsupported"
  /** The hash algorithm of the file's digest is unknown. */
  | "ots_file_hash_unknown"
  /** The input ends before the proof does. */
  | "ots_truncated"
  /** Bytes follow the proof. */
  | "ots_trailing_data"
  | "ots_operation_unknown"
  /** The argument of `append` or `prepend` is empty or has more than 4,096 bytes. */
  | "ots_argument_length"
  /** An operation results in a message of more than 4,096 bytes. */
  | "ots_message_too_long"
  /** More than 255 operations lead to one attestation. */
  | "ots_too_deep"
  /** Replaying would take more work than this library allows. */
  | "ots_too_costly"
  | "ots_payload_too_long"
  /** The payload of a known attestation is too short or too long. */
  | "ots_payload_malformed"
  | "ots_uri_too_long"
  | "ots_uri_malformed"
  | "ots_height_too_large"
  /** An integer has more bytes than its value needs. */
  | "ots_integer_not_minimal"
  /** An integer has more than five bytes. */
  | "ots_integer_too_large";
