import type { Chain } from "../clients/chain/chain.js";
import type { JobLog } from "../jobs/job-log.js";
import type { AnchorMemory } from "./anchor-memory.js";
import type { AnchorWatch } from "./anchor-watch.js";

/** Asks for the balance of the address that pays, and logs once when it falls below a limit and once when it is back. */
export async function watchBalance(
  chain: Chain,
  log: Pick<JobLog, "warn" | "info">,
  lowBalanceWei: bigint,
  { memory, watch }: { readonly memory: AnchorMemory; readonly watch: AnchorWatch | undefined },
): Promise<void> {
  const wei = await chain.fetchBalance();
  watch?.balance(chain.chainId, wei);
  const isLow = wei < lowBalanceWei;
  if (isLow === memory.isBalanceLow) return;
  memory.isBalanceLow = isLow;
  const fields = {
    chainId: chain.chainId,
    address: chain.address,
    balanceWei: `${wei}`,
    limitWei: `${lowBalanceWei}`,
  };
  if (isLow) log.warn(fields, "the balance of the anchor address is low: send it coins");
  else log.info(fields, "the balance of the anchor address is sufficient again");
}
