import { adminEntry } from "../admin-actor.js";
import { type Command, TEXT } from "../command.js";
import { findAccount } from "../find-account.js";
import { record } from "../output/result.js";
import { timeText } from "../output/time-text.js";
import { accountData } from "./account-data.js";
import { changeAccount } from "./change-account.js";

export const disableAccount: Command = {
  words: ["account", "disable"],
  usage: "ACCOUNT [--reason TEXT]",
  doc: "refuse the account's keys and sessions within a second; its proofs stay valid",
  options: { reason: TEXT },
  positionals: ["ACCOUNT"],
  run: async ({ store }, given) => {
    const reason = given.optionalShortText("reason", 500);
    const account = await findAccount(store, "ACCOUNT", given.positional("ACCOUNT"));
    if (account.disabledAt !== null) {
      return record(
        accountData(account),
        `Account ${account.id} is disabled since ${timeText(account.disabledAt)}.`,
      );
    }
    const audit = adminEntry({
      accountId: account.id,
      action: "account.disable",
      details: reason === null ? {} : { reason },
    });
    const changed = await changeAccount(store, account, { disabledAt: audit.at }, audit);
    return record(
      accountData(changed),
      `Account ${account.id} is disabled: its keys and sessions are refused.`,
    );
  },
};
