/** Whether two byte strings are equal. Not constant-time: nothing secret is compared. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  const { length } = a;
  if (length !== b.length) return false;
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}
