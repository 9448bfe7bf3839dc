import { rewrapKeys } from "../../custody/keys.js";
import { adminEntry } from "../admin-actor.js";
import type { Command } from "../command.js";
import { EXIT } from "../exit-status.js";
import { record } from "../output/result.js";

export const rewrapCustody: Command = {
  words: ["custody", "rewrap"],
  usage: "",
  doc: "wrap the keys of all originals under the first key of SVC_CUSTODY_KEY; exit status 3 if any is left",
  options: {},
  positionals: [],
  run: async ({ store, custodyKeys }) => {
    const keys = custodyKeys();
    if ((await store.custody.wrappedOtherwise(keys.currentId, 1)).length > 0) {
      await store.audit.append(
        adminEntry({
          accountId: null,
          action: "custody.rewrap",
          details: { custody_key_id: keys.currentId },
        }),
      );
    }
    const { rewrapped, unreadable } = await rewrapKeys(store, keys);
    const rest =
      unreadable === 0
        ? "No original is left under another key."
        : `${unreadable} cannot be unwrapped: SVC_CUSTODY_KEY lacks their wrapping key, or they are damaged.`;
    return record(
      { rewrapped, unreadable },
      `${rewrapped} keys rewrapped. ${rest}`,
      unreadable > 0 ? EXIT.problemFound : EXIT.done,
    );
  },
};
