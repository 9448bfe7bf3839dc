/** Whether two byte strings are equal. Nothing secret is compared here, so that it need not take constant time. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  const { length } = a;
  if (length !== b.length) return false;
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}
