import { newAccount } from "../../accounts/accounts.js";
import { PLANS } from "../../accounts/plans.js";
import { ADMIN } from "../admin-actor.js";
import { type Command, TEXT } from "../command.js";
import { counted } from "../output/counted.js";
import { record } from "../output/result.js";
import { accountData, LABEL_CHARACTERS, PLAN_IDS } from "./account-data.js";

/** A typing error must not give away a fortune. */
export const MAX_SEALS = 1_000_000;

export const createAccount: Command = {
  words: ["account", "create"],
  usage: "--plan free|pro [--label TEXT] [--welcome-seals N]",
  doc: "create an account, and the database if there is none; SVC_WELCOME_SEALS if N is not given",
  makesDatabase: true,
  options: { plan: TEXT, label: TEXT, "welcome-seals": TEXT },
  positionals: [],
  run: async ({ store, welcomeSeals }, given) => {
    const plan = given.oneOf("plan", PLAN_IDS);
    const label = given.optionalShortText("label", LABEL_CHARACTERS);
    const seals =
      given.optional("welcome-seals") === null
        ? welcomeSeals
        : given.wholeNumber("welcome-seals", 0, MAX_SEALS);
    const { account, welcome, audit } = newAccount({ plan, label, welcomeSeals: seals, actor: ADMIN });
    await store.accounts.createAccount(account, welcome, audit);
    const granted = seals === 0 ? "" : ` with ${counted(seals, "welcome seal")}`;
    return record(
      { ...accountData(account), welcome_seals: seals },
      `Account ${account.id} (${PLANS[plan].name}) created${granted}. Its first key: npm run admin -- key create --account ${account.id}`,
    );
  },
};
