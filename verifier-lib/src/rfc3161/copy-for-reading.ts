import type { DerLimits } from "../der/index.js";

/**
 * A copy of hostile bytes, so that what was parsed stays what it was: at most one byte more than is read, which is enough
 * for the reader to refuse them, however many they are.
 */
export function copyForReading(der: Uint8Array, { maxBytes }: DerLimits): Uint8Array {
  return new Uint8Array(der.subarray(0, maxBytes + 1));
}
