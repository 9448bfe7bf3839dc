/**
 * Proof of work: targets, their compact form, and what they cost. Bitcoin Core, `arith_uint256.cpp`, `pow.cpp`,
 * `chain.cpp`.
 */

/** The easiest target of Bitcoin's main chain. */
export const MAX_TARGET: bigint = 0xffffn << 208n;

const MAX_BITS_256: bigint = 1n << 256n;

/** The target of the compact form; null where it is negative, zero, or more than 256 bits: no block can have it. */
export function targetOfBits(bits: number): bigint | null {
  const exponent = bits >>> 24;
  const mantissa = bits & 0x7fffff;
  if ((bits & 0x800000) !== 0 && mantissa !== 0) return null;
  const target =
    exponent <= 3
      ? BigInt(mantissa) >> BigInt(8 * (3 - exponent))
      : BigInt(mantissa) << BigInt(8 * (exponent - 3));
  return target === 0n || target >= MAX_BITS_256 ? null : target;
}

/** The compact form of a target, which keeps its three highest bytes. */
export function bitsOfTarget(target: bigint): number {
  let exponent = Math.ceil(target.toString(16).length / 2);
  const shift = 8 * (exponent - 3);
  let mantissa = Number(shift > 0 ? target >> BigInt(shift) : target << BigInt(-shift));
  // The highest bit would be a sign.
  if ((mantissa & 0x800000) !== 0) {
    mantissa >>= 8;
    exponent++;
  }
  return ((exponent << 24) | mantissa) >>> 0;
}

/**
 * Whether a hash is at most a target.
 *
 * @param hash 32 bytes, in a header's order.
 */
export function meetsTarget(hash: Uint8Array, target: bigint): boolean {
  return integerOf(hash) <= target;
}

/** Hashes that one must try, on average, to meet a target. */
export function workOfTarget(target: bigint): bigint {
  return MAX_BITS_256 / (target + 1n);
}

/** Bits of work: the logarithm to base 2, one decimal, rounded down. */
export function workBits(work: bigint): number {
  if (work <= 0n) return 0;
  const length = work.toString(2).length;
  const shift = Math.max(0, length - 53);
  return Math.floor((Math.log2(Number(work >> BigInt(shift))) + shift) * 10) / 10;
}

/** The integer of 32 bytes, the lowest first. */
function integerOf(hash: Uint8Array): bigint {
  const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength);
  let value = 0n;
  for (let at = 24; at >= 0; at -= 8) value = (value << 64n) | view.getBigUint64(at, true);
  return value;
}
