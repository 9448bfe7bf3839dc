/** Hashes of transactions and blocks: tables have none of the prefixes that chains write. */

/** @throws RangeError unless it is 0x and 64 lower-case hexadecimal digits. */
export function bare(hash: string): string {
  if (!/^0x[0-9a-f]{64}$/.test(hash))
    throw new RangeError(`a chain's hash expected 0x and 64 lower-case hexadecimal digits, got "${hash}"`);
  return hash.slice(2);
}

export const prefixed = (hash: string): string => `0x${hash}`;
