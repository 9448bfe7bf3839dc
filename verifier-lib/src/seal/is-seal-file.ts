/**
 * The first byte of every RFC 3161 response or token. It is also the digit 0 in text, but in DER a length follows.
 */
const DER_SEQUENCE = 0x30;

/** Whether bytes can be an RFC 3161 response or token instead of text. Does not check that they are well-formed. */
export function isSealFile(input: Uint8Array): boolean {
  return input[0] === DER_SEQUENCE && (input[1] ?? 0) > 0x39;
}
