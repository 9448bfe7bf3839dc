import { PLANS } from "../../accounts/plans.js";
import { adminEntry } from "../admin-actor.js";
import type { Command } from "../command.js";
import { findAccount } from "../find-account.js";
import { oneOf } from "../line/given.js";
import { record } from "../output/result.js";
import { accountData, PLAN_IDS } from "./account-data.js";
import { changeAccount } from "./change-account.js";

export const setPlan: Command = {
  words: ["account", "set-plan"],
  usage: "ACCOUNT free|pro",
  doc: "change the plan; the limits hold from the next request on",
  options: {},
  positionals: ["ACCOUNT", "PLAN"],
  run: async ({ store }, given) => {
    const plan = oneOf("PLAN", given.positional("PLAN"), PLAN_IDS);
    const account = await findAccount(store, "ACCOUNT", given.positional("ACCOUNT"));
    if (account.plan === plan) {
      return record(accountData(account), `Account ${account.id} has the plan ${PLANS[plan].name} already.`);
    }
    const audit = adminEntry({
      accountId: account.id,
      action: "plan.set",
      details: { plan, former: account.plan },
    });
    const changed = await changeAccount(store, account, { plan }, audit);
    return record(
      accountData(changed),
      `Account ${account.id} has the plan ${PLANS[plan].name} now, before ${PLANS[account.plan].name}.`,
    );
  },
};
