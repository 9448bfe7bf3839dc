/** A header, its target, work and cost. */
import { bytesToHex, FormatError } from "../bytes.js";
import { sha256 } from "../sha256.js";
import type { JsonLimits } from "../strict-json.js";

// The 80-byte header of a Bitcoin block:
// https://developer.bitcoin.org/reference/block_chain.html#block-headers. Hashes keep the byte order of the
// header. Explorers display them reversed.
//
// Does not check the proof of work, nor whether the block is on the main chain.

/** Size of a block header of Bitcoin, in bytes. */
export const HEADER_BYTES = 80;

/** The fields of a header. Integers are unsigned 32-bit, except `version`. */
export interface BlockHeaderFields {
  /** Signed 32-bit. */
  readonly version: number;
  /** 32 bytes in the byte order of the header, as is `merkleRoot`. */
  readonly previousHash: Uint8Array;
  /** 32 bytes, in the order of the header; explorers show the reverse. */
  readonly merkleRoot: Uint8Array;
  /** Seconds since 1970-01-01T00:00:00Z, by the miner's clock. */
  readonly time: number;
  /** The target in compact form. */
  readonly bits: number;
  readonly nonce: number;
}

/** A parsed header. */
export interface BlockHeader extends BlockHeaderFields {
  /** 80 bytes. */
  readonly bytes: Uint8Array;
  /** Double SHA-256 of the header: 32 bytes, in the byte order in which a successor holds it. */
  readonly hash: Uint8Array;
}

/**
 * Parses a header.
 *
 * @throws FormatError `header_length` unless the input has 80 bytes. Any 80 bytes are a header.
 */
export function parseBlockHeader(input: Uint8Array): BlockHeader {
  if (input.length !== HEADER_BYTES) {
    throw new FormatError("header_length", `expected ${HEADER_BYTES} bytes, got ${input.length}`, 0);
  }
  const bytes = new Uint8Array(input);
  const view = new DataView(bytes.buffer);
  return {
    bytes,
    hash: sha256(sha256(bytes)),
    version: view.getInt32(0, true),
    previousHash: bytes.subarray(4, 36),
    merkleRoot: bytes.subarray(36, 68),
    time: view.getUint32(68, true),
    bits: view.getUint32(72, true),
    nonce: view.getUint32(76, true),
  };
}

/**
 * Encodes a header to its 80 bytes.
 *
 * @throws RangeError if a hash does not have 32 bytes.
 */
export function encodeBlockHeader(fields: BlockHeaderFields): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [name, at] of [
    ["previousHash", 4],
    ["merkleRoot", 36],
  ] as const) {
    const hash = fields[name];
    if (hash.length !== 32) throw new RangeError(`"${name}" expected 32 bytes, got length=${hash.length}`);
    bytes.set(hash, at);
  }
  view.setInt32(0, fields.version, true);
  view.setUint32(68, fields.time, true);
  view.setUint32(72, fields.bits, true);
  view.setUint32(76, fields.nonce, true);
  return bytes;
}

/** A hash as explorers display it: 64 lower-case hexadecimal characters, last byte first. */
export function displayHash(hash: Uint8Array): string {
  return bytesToHex(hash.slice().reverse());
}

// Proof of work: targets, their compact form and their cost. Source: Bitcoin Core, `arith_uint256.cpp`,
// `pow.cpp`, `chain.cpp`.

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

// How the target changes between difficulty epochs. Source: Bitcoin Core, `pow.cpp`, `CalculateNextWorkRequired`.

/** Blocks in one difficulty epoch. */
export const EPOCH_BLOCKS = 2016;
/** Two weeks, in seconds. */
const EPOCH_SECONDS = 1_209_600;

/**
 * The compact target of an epoch, computed from the epoch before.
 *
 * @param bits compact target of the epoch before.
 * @param firstTime time of that epoch's first block, in seconds.
 * @param lastTime time of its last block, in seconds.
 * @throws RangeError if `bits` is not a valid target.
 */
export function nextBits(bits: number, firstTime: number, lastTime: number): number {
  const target = targetOfBits(bits);
  if (target === null) throw new RangeError(`"bits" expected a compact target, got ${bits}`);
  const seconds = Math.min(Math.max(lastTime - firstTime, EPOCH_SECONDS / 4), EPOCH_SECONDS * 4);
  const next = (target * BigInt(seconds)) / BigInt(EPOCH_SECONDS);
  return bitsOfTarget(next > MAX_TARGET ? MAX_TARGET : next);
}

/** Whether the target of one epoch may follow another's: from a quarter to four times, rounded to compact form. */
export function mayFollow(bits: number, next: number): boolean {
  const target = targetOfBits(next);
  if (target === null) return false;
  const least = targetOfBits(nextBits(bits, 0, 0))!;
  const most = targetOfBits(nextBits(bits, 0, EPOCH_SECONDS * 4))!;
  return target >= least && target <= most;
}

// What it would cost to fake blocks: an order of magnitude, by the electricity alone.
//
// Assumes machines that take 15 joules for 10^12 hashes, about the best on sale in 2025, and electricity at 0.05 US
// dollars per kWh, about what large miners pay. Does not count the machines, of which whoever wants to be done within a
// week needs a large share of all that exist.

/** What the best machines on sale in 2025 take for 10^12 hashes, in joules. */
export const JOULES_PER_TERAHASH = 15;
/**
 * Price of electricity in the estimate of what a forged block costs, in US dollars: a low one, so that the estimate
 * is low.
 */
export const USD_PER_KWH = 0.05;

const JOULES_PER_KWH = 3_600_000;
const HASHES_PER_TERAHASH = 1e12;

/**
 * The power of ten of US dollars that is nearest to the cost of the electricity; 6 stands for about a million.
 *
 * @param workBits base-2 logarithm of the number of hashes.
 */
export function forgeryCostPowerOfTen(workBits: number): number {
  const usdPerHash = (JOULES_PER_TERAHASH / HASHES_PER_TERAHASH / JOULES_PER_KWH) * USD_PER_KWH;
  return Math.round(workBits * Math.log10(2) + Math.log10(usdPerHash));
}

// Limits of files. Apart from what reads them, which is not loaded only to know a limit.

/** Fits 52,416 lines of a height and 160 characters. */
export const HEADERS_JSON_LIMITS: JsonLimits = { maxBytes: 9_437_184, maxDepth: 8, maxMembers: 64 };
