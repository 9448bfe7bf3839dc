/**
 * Serial numbers of certificates and tokens: random, so that nothing has to be remembered for them never to come twice,
 * whatever becomes of the process (RFC 3161, section 2.4.2).
 */
import { randomBytes } from "node:crypto";
import { Integer } from "asn1js";

/** RFC 5280, section 4.1.2.2, and RFC 3161, section 2.4.2: readers are ready for no more. */
const SERIAL_NUMBER_BYTES = 20;

/** Positive, of 20 bytes, 158 of its bits random. */
export function randomSerialNumber(): Integer {
  const bytes = randomBytes(SERIAL_NUMBER_BYTES);
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return new Integer({ valueHex: bytes });
}
