/** The first byte of every value of RFC 3161, and the digit 0 of a text: what follows in DER is a length, and no digit. */
const DER_SEQUENCE = 0x30;

/** Whether bytes can be an RFC 3161 response or token, and no portable proof. Says nothing of whether they are well-formed. */
export function isSealFile(input: Uint8Array): boolean {
  return input[0] === DER_SEQUENCE && input[1] !== undefined && input[1] > 0x39;
}
