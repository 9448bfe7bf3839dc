/**
 * The 80-byte header of a Bitcoin block: https://developer.bitcoin.org/reference/block_chain.html#block-headers.
 * Hashes are kept in the order in which the header holds them; people and explorers write them reversed.
 *
 * Not checked here: the work, and whether the block is of the main chain.
 */
import { FormatError } from "../encoding/format-error.js";
import { bytesToHex } from "../encoding/hex.js";
import { sha256 } from "../hash/sha256.js";

export const HEADER_BYTES = 80;

/** What a header says. Integers are unsigned 32-bit, except `version`. */
export interface BlockHeaderFields {
  /** Signed 32-bit. */
  readonly version: number;
  /** 32 bytes, in the header's order, as `merkleRoot`. */
  readonly previousHash: Uint8Array;
  readonly merkleRoot: Uint8Array;
  /** Seconds since 1970-01-01T00:00:00Z, by the miner's clock. */
  readonly time: number;
  /** The target in its compact form. */
  readonly bits: number;
  readonly nonce: number;
}

/** A header that was read. */
export interface BlockHeader extends BlockHeaderFields {
  /** 80 bytes. */
  readonly bytes: Uint8Array;
  /** SHA-256 of SHA-256 of the header: 32 bytes, in the order in which a successor holds it. */
  readonly hash: Uint8Array;
}

/**
 * Reads a header.
 *
 * @throws FormatError `header_length` when there are not 80 bytes. Any 80 bytes are a header.
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
 * The 80 bytes of a header.
 *
 * @throws RangeError when a hash has not 32 bytes.
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

/** A hash as people write it: 64 characters of lower-case hexadecimal, the last byte first. */
export function displayHash(hash: Uint8Array): string {
  return bytesToHex(hash.slice().reverse());
}
