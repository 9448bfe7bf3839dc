/** Every code of reading DER, one per malformation (X.690, sections 8 and 10 to 11). */
export type DerErrorCode =
  /** The input has more bytes than the caller allows. */
  | "der_too_large"
  /** The input ends before the value does, or an element is longer than what holds it. */
  | "der_truncated"
  /** Bytes follow the value. */
  | "der_trailing_data"
  /** Values are nested deeper than the caller allows. */
  | "der_too_deep"
  /** There are more values than the caller allows. */
  | "der_too_many_elements"
  /** The tag is of a form that no format here has: a number above 30, or the reserved universal tag 0. */
  | "der_tag_unsupported"
  /** The length is indefinite: BER, not DER. */
  | "der_length_indefinite"
  /** The length has more bytes than its value needs. */
  | "der_length_not_minimal"
  /** A structured type in primitive form, or a simple type in pieces. */
  | "der_form"
  | "der_boolean"
  | "der_integer"
  | "der_bit_string"
  | "der_null"
  | "der_object_identifier"
  /** A character string holds bytes that its type does not allow. */
  | "der_string"
  /** A time is not in DER's form (UTC, seconds, no trailing zeros), or does not exist. */
  | "der_time"
  /** Another type stands where the format has this one, or a required value is missing. */
  | "der_unexpected";
