import type { EvidenceItem } from "../items.js";
import type { Subject } from "../report/report.js";
import type { BitcoinResult, Digest, VerifyBitcoinOptions } from "./verify-bitcoin.js";

/**
 * The check `bitcoin` of a content, which settles its timestamps and the headers. Null if there is no timestamp of it, or if those
 * that were merely found are all refuted.
 *
 * @param digests none if timestamps do not use the hash of the content.
 */
export async function verifyTimestampsOf(
  timestamps: readonly EvidenceItem[],
  digests: readonly Digest[],
  { algorithm, hash: stated }: Subject["content"],
  options: VerifyBitcoinOptions,
): Promise<BitcoinResult | null> {
  const isFound = digests.some((digest) => options.found?.hasTimestamps(digest) === true);
  if (timestamps.length === 0 && !isFound) return null;
  const { incomparable, settleHeaders, settleTimestamps, verifyBitcoin } = await import(
    "./verify-bitcoin.js"
  );
  const judged = await verifyBitcoin(timestamps, digests, options);
  if (timestamps.length === 0 && judged.check.status === "failed") return null;
  const result = digests.length > 0 ? judged : incomparable(judged, { algorithm, stated });
  settleTimestamps(timestamps, result);
  settleHeaders(result, options);
  return result;
}
