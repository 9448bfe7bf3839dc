import { epochOfHeight } from "@svc-proof/shared/bitcoin";
import type { BlockHeaderStore } from "../store/store.js";
import { headersOf, networkOf, runOfEpoch } from "./header-run.js";

/** The time in the header of a Bitcoin block; null while the header is not collected, and for a block of regtest. */
export async function bitcoinBlockTime(blockHeaders: BlockHeaderStore, height: number): Promise<Date | null> {
  const epoch = epochOfHeight(height);
  const [placed] = headersOf(epoch, runOfEpoch(await blockHeaders.find(epoch)), height, height);
  if (placed === undefined || networkOf(placed.header.bits) !== "bitcoin") return null;
  return new Date(placed.header.time * 1000);
}
