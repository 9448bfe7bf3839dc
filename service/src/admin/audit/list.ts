import { normalEmail } from "../../people/sign-in.js";
import type { AuditStore } from "../../records/records.js";
import type { AuditEntry } from "../../records/types.js";
import { type Command, TEXT } from "../command.js";
import { findAccount } from "../find-account.js";
import { uuid } from "../line/given.js";
import { listing } from "../output/result.js";
import { timeData, timeText } from "../output/time-text.js";
import { UsageError } from "../usage-error.js";

const PAGE_ENTRIES = 200;

export const listAudit: Command = {
  words: ["audit", "list"],
  usage: "[--account ACCOUNT] [--action ACTION] [--from TIME] [--until TIME] [--after ID] [--limit N]",
  doc: "list the audit trail of an account, newest first; without --account what concerns none. ACTION may be an area, as in key",
  options: { account: TEXT, action: TEXT, from: TEXT, until: TEXT, after: TEXT, limit: TEXT },
  positionals: [],
  run: async ({ store }, given) => {
    const named = given.optional("account");
    const action = given.optional("action");
    const [from, until] = [given.optionalMoment("from"), given.optionalMoment("until")];
    const after = given.optionalUuid("after");
    const accountId =
      named === null
        ? null
        : normalEmail(named) !== null
          ? (await findAccount(store, "--account", named)).id
          : // The trail of a deleted account stays.
            uuid("--account", named);
    const isWanted = (entry: AuditEntry) =>
      (action === null || entry.action === action || entry.action.startsWith(`${action}.`)) &&
      (from === null || entry.at >= from) &&
      (until === null || entry.at < until);
    return listing<AuditEntry>({
      rows: entries(store.audit, accountId, after, isWanted),
      columns: [
        { title: "AT (UTC)", cell: ({ at }) => timeText(at) },
        { title: "ACTOR", cell: actorText, maxWidth: 40 },
        { title: "ACTION", cell: (entry) => entry.action },
        { title: "SUBJECT", cell: ({ subject }) => subject, maxWidth: 60 },
        { title: "DETAILS", cell: detailsText, maxWidth: 100 },
      ],
      dataOf: auditData,
      none: "No entries.",
      limit: given.limit(),
      after: ({ id }) => `--after ${id}`,
    });
  },
};

async function* entries(
  audit: AuditStore,
  accountId: string | null,
  after: string | null,
  isWanted: (entry: AuditEntry) => boolean,
): AsyncGenerator<AuditEntry> {
  for (let before = after; ; ) {
    const page = await audit.list(accountId, PAGE_ENTRIES, before).catch((error: unknown) => {
      if (error instanceof RangeError)
        throw new UsageError(`--after expected an entry of this trail: ${error.message}`);
      throw error;
    });
    for (const entry of page.entries) if (isWanted(entry)) yield entry;
    if (!page.more) return;
    before = page.entries.at(-1)!.id;
  }
}

function actorText({ actor }: AuditEntry): string {
  return actor.kind === "person" ? actor.email || actor.id : actor.kind;
}

function detailsText({ details }: AuditEntry): string | null {
  return (
    Object.entries(details)
      .map(([name, value]) => `${name}=${typeof value === "string" ? JSON.stringify(value) : value}`)
      .join(" ") || null
  );
}

function auditData({ id, accountId, at, actor, action, subject, details }: AuditEntry): object {
  return { id, account_id: accountId, at: timeData(at), actor, action, subject, details };
}
