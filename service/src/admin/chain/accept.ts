import { chainsText, StoreMarksError } from "../../records/store-marks.js";
import { adminEntry } from "../admin-actor.js";
import type { Command } from "../command.js";
import { record } from "../output/result.js";
import { RefusedError } from "../refused-error.js";
import { UsageError } from "../usage-error.js";

const MAX_CHAINS = 8;

export const acceptChains: Command = {
  words: ["chain", "accept"],
  usage: "CHAIN_IDS",
  doc: "let the store have these chains, separated by commas, from the next start on, in place of those that it has; proofs keep theirs",
  options: {},
  positionals: ["CHAIN_IDS"],
  run: async ({ store, acceptChains }, given) => {
    const chainIds = chainIdsOf(given.positional("CHAIN_IDS"));
    const former = await acceptChains(chainIds).catch((error: unknown) => {
      throw error instanceof StoreMarksError ? new RefusedError(error.message) : error;
    });
    const details = { chains: chainIds.join(" "), former: (former ?? []).join(" ") };
    await store.audit.append(adminEntry({ accountId: null, action: "chain.accept", details }));
    const before = former === null ? "It had none yet" : `Before, it had ${chainsText(former)}`;
    return record(
      { chain_ids: chainIds, former_chain_ids: former },
      `The store has ${chainsText(chainIds)} from the next start on. ${before}.`,
    );
  },
};

/** @throws UsageError */
function chainIdsOf(text: string): readonly number[] {
  const words = text.split(",");
  const ids = words.filter((word) => /^[1-9][0-9]{0,15}$/.test(word)).map(Number);
  const isRight =
    ids.length === words.length && ids.every(Number.isSafeInteger) && new Set(ids).size === ids.length;
  if (!isRight || ids.length > MAX_CHAINS) {
    throw new UsageError(`expected 1 to ${MAX_CHAINS} different EIP-155 identifiers, separated by commas`);
  }
  return ids;
}
