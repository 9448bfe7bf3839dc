import type { AccountRecord } from "../../records/types.js";
import { type Command, SWITCH, TEXT } from "../command.js";
import { NotFoundError } from "../not-found-error.js";
import { listing } from "../output/result.js";
import { timeText } from "../output/time-text.js";
import { UsageError } from "../usage-error.js";
import { accountData, PLAN_IDS } from "./account-data.js";
import { eachAccount } from "./account-pages.js";

export const listAccounts: Command = {
  words: ["account", "list"],
  usage: "[--plan free|pro] [--disabled | --enabled] [--text TEXT] [--after ID] [--limit N]",
  doc: "list accounts, oldest first; TEXT is a part of the label or of the owner's name",
  options: { plan: TEXT, disabled: SWITCH, enabled: SWITCH, text: TEXT, after: TEXT, limit: TEXT },
  positionals: [],
  run: async ({ store }, given) => {
    const plan = given.optionalOneOf("plan", PLAN_IDS);
    const [isDisabled, isEnabled] = [given.has("disabled"), given.has("enabled")];
    if (isDisabled && isEnabled) throw new UsageError("--disabled and --enabled exclude each other");
    const text = given.optional("text")?.toLowerCase() ?? null;
    const after = given.optionalUuid("after");
    await store.accounts.pageAccounts(1, after).catch((error: unknown) => {
      throw error instanceof RangeError ? new NotFoundError(error.message) : error;
    });
    const isWanted = (account: AccountRecord) =>
      (plan === null || account.plan === plan) &&
      (!isDisabled || account.disabledAt !== null) &&
      (!isEnabled || account.disabledAt === null) &&
      (text === null ||
        [account.label, account.displayName].some((name) => name?.toLowerCase().includes(text)));
    return listing<AccountRecord>({
      rows: wanted(eachAccount(store.accounts, after), isWanted),
      columns: [
        { title: "ID", cell: ({ id }) => id },
        { title: "PLAN", cell: (account) => account.plan },
        { title: "CREATED (UTC)", cell: ({ createdAt }) => timeText(createdAt) },
        { title: "DISABLED (UTC)", cell: ({ disabledAt }) => timeText(disabledAt) },
        { title: "LABEL", cell: ({ label }) => label, maxWidth: 40 },
        { title: "NAME", cell: ({ displayName }) => displayName, maxWidth: 40 },
      ],
      dataOf: accountData,
      none: "No accounts.",
      limit: given.limit(),
      after: ({ id }) => `--after ${id}`,
    });
  },
};

async function* wanted<Row>(rows: AsyncIterable<Row>, isWanted: (row: Row) => boolean): AsyncGenerator<Row> {
  for await (const row of rows) if (isWanted(row)) yield row;
}
