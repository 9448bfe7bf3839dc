/** Every error code of the DER parser, one per malformation (X.690, sections 8 and 10 to 11). */
export type DerErrorCode =
  /** The input is larger than the caller allows, or an object identifier or time in it than this library reads. */
  | "der_too_large"
  /** The input ends before the value does, or a value is longer than its parent. */
  | "der_truncated"
  /** Bytes follow the value. */
  | "der_trailing_data"
  /** Values are nested deeper than the caller allows. */
  | "der_too_deep"
  /** There are more values than the caller allows. */
  | "der_too_many_elements"
  /** The tag has a form that no supported format uses: a number above 30, or the reserved universal tag 0. */
  | "der_tag_unsupported"
  /** The length is indefinite: BER, not DER. */
  | "der_length_indefinite"
  /** The length has more bytes than its value needs. */
  | "der_length_not_minimal"
  /** A constructed type in primitive form, or a primitive type in constructed form. */
  | "der_form"
  | "der_boolean"
  | "der_integer"
  | "der_bit_string"
  | "der_null"
  | "der_object_identifier"
  /** A character string holds bytes that its type does not allow. */
  | "der_string"
  /** A time is not in DER form (UTC, seconds, no trailing zeros), or does not exist. */
  | "der_time"
  /** A value has another type than expected, or a required value is missing. */
  | "der_unexpected";
