/** The ledger, its audit, the trail. */

import { randomUUID } from "node:crypto";
import {
  anyText,
  EXIT,
  integer,
  listing,
  moment,
  needed,
  oneOf,
  option,
  type ParsedWords,
  type Result,
  record,
  rowsOf,
  UsageError,
} from "@svc-proof/verifier-lib/command-line";
import { normalEmail } from "../people/sign-in.js";
import type { AuditStore, Records } from "../records/records.js";
import type {
  AccountRecord,
  AuditEntry,
  SealBalance,
  SealBooks,
  SealEntry,
  SealKind,
} from "../records/types.js";
import { type AuditFinding, auditBooks } from "../seals/books.js";
import { eachAccount, MAX_SEALS } from "./accounts.js";
import {
  ACCOUNT,
  type AdminCommand,
  type AdminContext,
  AFTER,
  adminEntry,
  COUNT,
  command,
  counted,
  FROM,
  findAccount,
  LIMIT,
  RefusedError,
  shortText,
  timeData,
  timeText,
  UNTIL,
  uuid,
} from "./command.js";

const KINDS: readonly SealKind[] = ["pack", "welcome"];

/** Options of what changes a balance. */
const CHANGE = [
  needed(ACCOUNT),
  needed(option("amount", "N", "how many")),
  option("kind", "KIND", "pack (the default) or welcome", KINDS),
  option("cause", "TEXT", "why, for the ledger and the audit trail"),
];

/** Enters seals into the ledger of an account. @param sign -1 takes them back. */
async function changeSeals(
  { store }: AdminContext,
  given: ParsedWords,
  sign: 1 | -1,
  defaultCause: string,
): Promise<Result> {
  const count = given.required("amount", integer(1, MAX_SEALS));
  const kind = given.optional("kind", oneOf(KINDS)) ?? "pack";
  const cause = given.optional("cause", shortText(500)) ?? defaultCause;
  const { id: accountId } = await findAccount(store, "--account", given.required("account", anyText));
  const [id, amount] = [randomUUID(), sign * count];
  const audit = adminEntry({
    accountId,
    action: sign === 1 ? "seals.add" : "seals.remove",
    subject: id,
    details: { kind, amount, cause },
  });
  await store.accounts
    .addSeals({ id, accountId, kind, amount, cause, at: audit.at }, audit)
    .catch((error: unknown) => {
      // The balance would be negative.
      throw error instanceof RangeError ? new RefusedError(error.message) : error;
    });
  const balance = await store.accounts.sealBalance(accountId);
  return record(
    { id, account_id: accountId, kind, amount, balance },
    `${counted(count, `${kind} seal`)} ${sign === 1 ? "added to" : "taken from"} account ${accountId}: it has ${balanceText(balance)}.`,
  );
}

function balanceText({ welcome, pack }: SealBalance): string {
  return `${welcome} welcome and ${pack} pack seals`;
}

export const addSeals: AdminCommand = {
  ...command("seals add", "", "Adds seals to an account's balance.", ...CHANGE),
  run: (context, given) => changeSeals(context, given, 1, "added by the administrator"),
};

export const removeSeals: AdminCommand = {
  ...command(
    "seals remove",
    "",
    "Takes seals from an account's balance. Refused if it has fewer.",
    ...CHANGE,
  ),
  run: (context, given) => changeSeals(context, given, -1, "taken back by the administrator"),
};

export const auditSeals: AdminCommand = {
  ...command(
    "seals audit",
    "",
    "Checks balances, ledger and seals against each other. Ends with status 1 if they disagree.",
    ACCOUNT,
  ),
  run: async ({ store }, given) => {
    const named = given.optional("account", anyText);
    const audited =
      named === null ? eachAccount(store.accounts) : rowsOf([await findAccount(store, "--account", named)]);
    const count = { accounts: 0, findings: 0 };
    return listing<AuditReport>({
      rows: reports(store, audited, count),
      columns: [
        { title: "ACCOUNT", cell: (report) => report.account_id },
        ...(["granted", "paid", "refunded", "issued", "qualified", "pending"] as const).map((name) => ({
          title: name.toUpperCase(),
          cell: (report: AuditReport) => report[name].toString(),
          align: "right" as const,
        })),
        { title: "LEFT", cell: ({ welcome, pack }) => `${welcome + pack}`, align: "right" },
        { title: "PROBLEMS", cell: ({ findings }) => findings.join("; ") || null },
      ],
      dataOf: (report) => report,
      none: "No accounts.",
      end: () => ({
        text:
          count.findings > 0
            ? "The books do not agree."
            : `The books of ${counted(count.accounts, "account")} agree.`,
        status: count.findings > 0 ? EXIT.failed : EXIT.done,
      }),
    });
  },
};

interface AuditReport {
  readonly account_id: string;
  readonly welcome: number;
  readonly pack: number;
  readonly granted: number;
  readonly paid: number;
  readonly refunded: number;
  readonly issued: number;
  /** Issued seals whose authority the trusted lists named as qualified. */
  readonly qualified: number;
  readonly pending: number;
  readonly findings: readonly AuditFinding[];
}

async function* reports(
  { seals }: Pick<Records, "seals">,
  accounts: AsyncIterable<AccountRecord>,
  count: { accounts: number; findings: number },
): AsyncGenerator<AuditReport> {
  for await (const { id } of accounts) {
    const report = auditReport(await seals.books(id));
    count.accounts++;
    count.findings += report.findings.length;
    yield report;
  }
}

function auditReport(books: SealBooks): AuditReport {
  const { accountId, balance, entries, seals } = books;
  return {
    account_id: accountId,
    ...balance,
    granted: entries.reduce((sum, { amount, proofId }) => sum + (proofId === null ? amount : 0), 0),
    paid: entries.filter(({ proofId, refundOf }) => proofId !== null && refundOf === null).length,
    refunded: entries.filter(({ refundOf }) => refundOf !== null).length,
    issued: seals.filter(({ token }) => token !== null).length,
    qualified: seals.filter(({ token }) => token?.qualification?.result === "qualified").length,
    pending: seals.filter(({ token }) => token === null).length,
    findings: auditBooks(books),
  };
}

export const sealLedger: AdminCommand = {
  ...command(
    "seals ledger",
    "",
    "Lists the entries of an account's ledger, newest first, with its balance.",
    needed(ACCOUNT),
    LIMIT,
  ),
  run: async ({ store }, given) => {
    const account = await findAccount(store, "--account", given.required("account", anyText));
    const { entries, balance } = await store.seals.books(account.id);
    const newestFirst = [...entries].reverse().sort((one, other) => other.at.getTime() - one.at.getTime());
    return listing<SealEntry>({
      rows: rowsOf(newestFirst),
      columns: [
        { title: "AT (UTC)", cell: ({ at }) => timeText(at) },
        { title: "SEALS", cell: ({ amount }) => (amount > 0 ? `+${amount}` : `${amount}`), align: "right" },
        { title: "KIND", cell: ({ kind }) => kind },
        { title: "ENTRY", cell: whatIs },
        { title: "PROOF", cell: ({ proofId }) => proofId },
        { title: "CAUSE", cell: ({ cause }) => cause, maxWidth: 60 },
      ],
      dataOf: entryData,
      none: "No entries.",
      limit: given.optional("limit", COUNT),
      end: () => ({ text: `Balance: ${balanceText(balance)}.`, data: { account_id: account.id, balance } }),
      name: "entries",
    });
  },
};

function whatIs({ proofId, refundOf, amount }: SealEntry): string {
  if (refundOf !== null) return "refund";
  if (proofId !== null) return "payment";
  return amount > 0 ? "grant" : "taken back";
}

function entryData(entry: SealEntry): object {
  const { id, at, kind, amount, cause, proofId, refundOf } = entry;
  return { id, at: timeData(at), kind, amount, cause, proof_id: proofId, refund_of: refundOf };
}

const PAGE_ENTRIES = 200;

export const listAudit: AdminCommand = {
  ...command(
    "audit list",
    "",
    "Lists the audit trail, newest first.",
    { ...ACCOUNT, help: "the trail of this account (default: what concerns none)" },
    option("action", "ACTION", "those of this action, or of an area such as key"),
    FROM,
    UNTIL,
    AFTER,
    LIMIT,
  ),
  run: async ({ store }, given) => {
    const named = given.optional("account", anyText);
    const action = given.optional("action", anyText);
    const [from, until] = [given.optional("from", moment), given.optional("until", moment)];
    const after = given.optional("after", uuid);
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
      limit: given.optional("limit", COUNT),
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
