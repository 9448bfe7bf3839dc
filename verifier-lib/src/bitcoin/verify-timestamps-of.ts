import type { BitcoinResult, Digest, VerifyBitcoinOptions } from "./verify-bitcoin.js";

/**
 * The check `bitcoin` of a content. Null if there is no timestamp of it, or if those that were merely found are all
 * refuted.
 */
export async function verifyTimestampsOf(
  timestamps: readonly Uint8Array[],
  digests: readonly Digest[],
  options: VerifyBitcoinOptions,
): Promise<BitcoinResult | null> {
  const isFound = digests.some((digest) => options.found?.hasTimestamps(digest) === true);
  if (timestamps.length === 0 && !isFound) return null;
  const { verifyBitcoin } = await import("./verify-bitcoin.js");
  const result = await verifyBitcoin(timestamps, digests, options);
  return timestamps.length === 0 && result.check.status === "failed" ? null : result;
}
