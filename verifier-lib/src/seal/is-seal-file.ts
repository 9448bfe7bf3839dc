/**
 * The first byte of every RFC 3161 response or token. It is also the digit 0 in text, but in DER a length follows.
 */
const DER_SEQUENCE = 0x30;

/** The largest length that is also a digit or white space. */
const LARGEST_OF_TEXT = 0x39;

/** The status of a response, which no text has in this place. */
const DER_INTEGER = 0x02;

/**
 * Whether bytes can be an RFC 3161 response or token instead of text. No token is as short as a length that text could begin with,
 * but a response that refuses has as few as seven bytes: SEQUENCE, SEQUENCE, INTEGER. Does not check that they are well-formed.
 */
export function isSealFile(input: Uint8Array): boolean {
  if (input[0] !== DER_SEQUENCE) return false;
  if ((input[1] ?? 0) > LARGEST_OF_TEXT) return true;
  return input[2] === DER_SEQUENCE && input[4] === DER_INTEGER;
}
