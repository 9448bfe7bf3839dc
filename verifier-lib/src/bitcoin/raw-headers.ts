/** Files of raw 80-byte headers, as callers give them. Free of the table of checkpoints, which pages load when they need it. */
import { isBlob, isRandomAccess, type RandomAccess } from "../package/random-access.js";

/** A file of raw headers, 80 bytes each, one after the other. */
export interface RawHeaders {
  /** Height of the first header; 0 for Electrum's `blockchain_headers`. */
  readonly height: number;
  readonly file: Uint8Array | Blob | RandomAccess;
}

/** Heights are signed 32-bit integers, as in Bitcoin Core. */
const MAX_HEIGHT = 2 ** 31 - 1;

export function isRawHeaders(value: unknown): value is RawHeaders {
  if (typeof value !== "object" || value === null) return false;
  const { height, file } = value as Partial<RawHeaders>;
  const isHeight = Number.isSafeInteger(height) && height! >= 0 && height! <= MAX_HEIGHT;
  return isHeight && (file instanceof Uint8Array || isBlob(file) || isRandomAccess(file));
}
