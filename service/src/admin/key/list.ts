import { type Command, SWITCH, TEXT } from "../command.js";
import { findAccount } from "../find-account.js";
import { listing } from "../output/result.js";
import { rowsOf } from "../output/rows-of.js";
import { KEY_COLUMNS, keyData } from "./key-data.js";

export const listKeys: Command = {
  words: ["key", "list"],
  usage: "--account ACCOUNT [--active]",
  doc: "list an account's keys, oldest first; the keys themselves are not stored",
  options: { account: TEXT, active: SWITCH },
  positionals: [],
  run: async ({ store }, given) => {
    const account = await findAccount(store, "--account", given.required("account"));
    const keys = await store.accounts.listKeys(account.id);
    const shown = given.has("active") ? keys.filter(({ revokedAt }) => revokedAt === null) : keys;
    return listing({ rows: rowsOf(shown), columns: KEY_COLUMNS, dataOf: keyData, none: "No keys." });
  },
};
