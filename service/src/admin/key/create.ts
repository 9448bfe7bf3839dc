import { issueApiKey, KEY_NAME_CHARACTERS } from "../../accounts/accounts.js";
import { PLANS } from "../../accounts/plans.js";
import { ADMIN } from "../admin-actor.js";
import { type Command, TEXT } from "../command.js";
import { findAccount } from "../find-account.js";
import { record } from "../output/result.js";
import { RefusedError } from "../refused-error.js";

export const createKey: Command = {
  words: ["key", "create"],
  usage: "--account ACCOUNT [--name TEXT]",
  doc: "create an API key; it is shown once",
  options: { account: TEXT, name: TEXT },
  positionals: [],
  run: async ({ store }, given) => {
    const name = given.optionalShortText("name", KEY_NAME_CHARACTERS) ?? "made by the administrator";
    const account = await findAccount(store, "--account", given.required("account"));
    const issued = await issueApiKey(store.accounts, account, name, ADMIN);
    if (issued === null) {
      throw new RefusedError(
        `account ${account.id} has ${PLANS[account.plan].activeKeys} active keys, the maximum of its plan: revoke one first`,
      );
    }
    const isDisabled =
      account.disabledAt !== null ? " The account is disabled: it is refused until that ends." : "";
    return record(
      { id: issued.id, account_id: account.id, name, key: issued.key },
      `Key ${issued.id} created. Save it now: it is not shown again.${isDisabled}\n${issued.key}`,
    );
  },
};
