/** Identifier octets, including class and form, as in DER: X.690, sections 8.1.2 and 10. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  numericString: 0x12,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visibleString: 0x1a,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** `[number]` that replaces the tag of a primitive type. */
export function contextPrimitive(number: number): number {
  return 0x80 | number;
}

/** `[number]` around a value, or instead of the tag of SEQUENCE or SET. */
export function contextConstructed(number: number): number {
  return 0xa0 | number;
}
