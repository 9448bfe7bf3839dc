/** Whether two byte strings are equal. Nothing secret is compared here, so that it need not take constant time. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
