/**
 * Whether bytes are a token by itself and no response around one: its first value is an identifier, a response's a
 * SEQUENCE. Says nothing of whether either is well-formed.
 */
export function isBareToken(der: Uint8Array): boolean {
  const length = der[1] ?? 0;
  return der[2 + (length > 0x80 ? length & 0x7f : 0)] === 0x06;
}
