/** Whether two byte strings are equal. Nothing secret is compared here, so that it need not take constant time. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Whether two integers are, whatever leading zeros their bytes have. */
export function isSameUnsigned(a: Uint8Array, b: Uint8Array): boolean {
  return isSameBytes(withoutZeros(a), withoutZeros(b));
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? new Uint8Array() : bytes.subarray(first);
}
