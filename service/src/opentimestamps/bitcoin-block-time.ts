import { epochOfHeight } from "@svc-proof/shared/bitcoin";
import type { BlockHeaderStore } from "../records/records.js";
import { headersOf, networkOf, runOfEpoch } from "./header-run.js";

/** The time in the header of a Bitcoin block. Null while the header is not collected, and for blocks of a test network. */
export async function bitcoinBlockTime(
  blockHeaders: Pick<BlockHeaderStore, "find">,
  height: number,
): Promise<Date | null> {
  const epoch = epochOfHeight(height);
  const run = runOfEpoch(await blockHeaders.find(epoch));
  const placed = headersOf(epoch, run, height, height)[0];
  if (placed === undefined || networkOf(placed.header.bits) !== "bitcoin") return null;
  return new Date(placed.header.time * 1000);
}
