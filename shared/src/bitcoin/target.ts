/**
 * Proof of work: targets, their compact form and their cost. Source: Bitcoin Core, `arith_uint256.cpp`,
 * `pow.cpp`, `chain.cpp`.
 */

/** The easiest target on Bitcoin's main chain. */
export const MAX_TARGET: bigint = 0xffffn << 208n;

const MAX_BITS_256: bigint = 1n << 256n;

/** Decodes a compact target; null if it is negative, zero or larger than 256 bits, which no block may have. */
export function targetOfBits(bits: number): bigint | null {
  const exponent = bits >>> 24;
  const mantissa = bits & 0x7fffff;
  if ((bits & 0x800000) !== 0) return null;
  // By a negative number of bits, this shifts to the right.
  const target = BigInt(mantissa) << BigInt(8 * (exponent - 3));
  return target === 0n || target >= MAX_BITS_256 ? null : target;
}

/** Encodes a target in compact form, which keeps its three highest bytes. */
export function bitsOfTarget(target: bigint): number {
  let exponent = Math.ceil(target.toString(16).length / 2);
  let mantissa = Number(target >> BigInt(8 * (exponent - 3)));
  // The highest bit is the sign.
  if ((mantissa & 0x800000) !== 0) {
    mantissa >>= 8;
    exponent++;
  }
  return ((exponent << 24) | mantissa) >>> 0;
}

/**
 * Whether a hash is at most the target.
 *
 * @param hash 32 bytes in header order.
 */
export function meetsTarget(hash: Uint8Array, target: bigint): boolean {
  return integerOf(hash) <= target;
}

/** Average number of hashes needed to meet a target. */
export function workOfTarget(target: bigint): bigint {
  return MAX_BITS_256 / (target + 1n);
}

/** Bits of work: the base-2 logarithm, rounded down to one decimal. */
export function workBits(work: bigint): number {
  if (work <= 0n) return 0;
  return Math.floor(Math.log2(Number(work)) * 10) / 10;
}

/** Reads 32 bytes as a little-endian integer. */
function integerOf(hash: Uint8Array): bigint {
  const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength);
  let value = 0n;
  for (let at = 24; at >= 0; at -= 8) value = (value << 64n) | view.getBigUint64(at, true);
  return value;
}
