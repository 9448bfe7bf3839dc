import { adminEntry } from "../admin-actor.js";
import type { Command } from "../command.js";
import { findAccount } from "../find-account.js";
import { record } from "../output/result.js";
import { accountData } from "./account-data.js";
import { changeAccount } from "./change-account.js";

export const enableAccount: Command = {
  words: ["account", "enable"],
  usage: "ACCOUNT",
  doc: "accept the keys and sessions of a disabled account again",
  options: {},
  positionals: ["ACCOUNT"],
  run: async ({ store }, given) => {
    const account = await findAccount(store, "ACCOUNT", given.positional("ACCOUNT"));
    if (account.disabledAt === null) {
      return record(accountData(account), `Account ${account.id} is not disabled.`);
    }
    const audit = adminEntry({ accountId: account.id, action: "account.enable" });
    const changed = await changeAccount(store, account, { disabledAt: null }, audit);
    return record(accountData(changed), `Account ${account.id} is enabled again.`);
  },
};
