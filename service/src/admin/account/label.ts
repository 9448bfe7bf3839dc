import { adminEntry } from "../admin-actor.js";
import { type Command, SWITCH, TEXT } from "../command.js";
import { findAccount } from "../find-account.js";
import { record } from "../output/result.js";
import { UsageError } from "../usage-error.js";
import { accountData, LABEL_CHARACTERS } from "./account-data.js";
import { changeAccount } from "./change-account.js";

export const labelAccount: Command = {
  words: ["account", "label"],
  usage: "ACCOUNT --label TEXT | --none",
  doc: "set or remove the operator's own note, which the account's people do not see",
  options: { label: TEXT, none: SWITCH },
  positionals: ["ACCOUNT"],
  run: async ({ store }, given) => {
    const label = given.optionalShortText("label", LABEL_CHARACTERS);
    if ((label === null) !== given.has("none")) throw new UsageError("expected either --label or --none");
    const account = await findAccount(store, "ACCOUNT", given.positional("ACCOUNT"));
    const audit = adminEntry({ accountId: account.id, action: "account.update", details: { label } });
    const changed = await changeAccount(store, account, { label }, audit);
    return record(
      accountData(changed),
      label === null
        ? `Account ${account.id} has no label now.`
        : `Account ${account.id} has the label "${label}" now.`,
    );
  },
};
