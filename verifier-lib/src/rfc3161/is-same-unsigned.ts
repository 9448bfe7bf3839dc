import { isSameBytes } from "../der/is-same-bytes.js";

/** Whether two integers are equal, whatever leading zeros their bytes have. */
export function isSameUnsigned(a: Uint8Array, b: Uint8Array): boolean {
  return isSameBytes(withoutZeros(a), withoutZeros(b));
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? new Uint8Array() : bytes.subarray(first);
}
