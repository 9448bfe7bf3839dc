import type { SealKind } from "../../records/types.js";
import { MAX_SEALS } from "../account/create.js";
import { type Command, TEXT } from "../command.js";
import { findAccount } from "../find-account.js";
import { counted } from "../output/counted.js";
import { record } from "../output/result.js";
import { causeOf } from "./cause.js";
import { enterSeals } from "./enter-seals.js";
import { balanceText, SEAL_KINDS } from "./seal-data.js";

export const removeSeals: Command = {
  words: ["seals", "remove"],
  usage: "--account ACCOUNT --amount N [--kind pack|welcome] [--cause TEXT]",
  doc: "take seals from an account's balance; refused if it has fewer",
  options: { account: TEXT, amount: TEXT, kind: TEXT, cause: TEXT },
  positionals: [],
  run: async ({ store }, given) => {
    const amount = given.wholeNumber("amount", 1, MAX_SEALS);
    const kind: SealKind = given.optionalOneOf("kind", SEAL_KINDS) ?? "pack";
    const cause = causeOf(given, "taken back by the administrator");
    const account = await findAccount(store, "--account", given.required("account"));
    const { id, balance } = await enterSeals(store, account, { kind, amount: -amount, cause });
    return record(
      { id, account_id: account.id, kind, amount: -amount, balance },
      `${counted(amount, `${kind} seal`)} taken from account ${account.id}: it has ${balanceText(balance)}.`,
    );
  },
};
