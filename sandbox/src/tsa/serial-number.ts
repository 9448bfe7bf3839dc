/**
 * Serial numbers of certificates and tokens. They are random, so that they are unique without any stored state, even
 * after a crash (RFC 3161, section 2.4.2).
 */
import { randomBytes } from "node:crypto";
import { Integer } from "asn1js";

/** RFC 5280, section 4.1.2.2, and RFC 3161, section 2.4.2: the most that readers must support. */
const SERIAL_NUMBER_BYTES = 20;

/** A positive number of 20 bytes with 158 random bits. */
export function randomSerialNumber(): Integer {
  const bytes = randomBytes(SERIAL_NUMBER_BYTES);
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return new Integer({ valueHex: bytes });
}
