/**
 * The 80-byte header of a Bitcoin block:
 * https://developer.bitcoin.org/reference/block_chain.html#block-headers. Hashes keep the byte order of the
 * header. Explorers display them reversed.
 *
 * Does not check the proof of work, nor whether the block is on the main chain.
 */
import { FormatError } from "../encoding/format-error.js";
import { bytesToHex } from "../encoding/hex.js";
import { sha256 } from "../hash/sha256.js";

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
