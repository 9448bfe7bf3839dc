/** The ledger, its audit, the trail. */

import { randomUUID } from "node:crypto";
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
import { adminEntry, type Command, findAccount, TEXT } from "./command.js";
import { EXIT, RefusedError, UsageError } from "./errors.js";
import { type Given, uuid } from "./line.js";
import { counted, listing, record, rowsOf, timeData, timeText } from "./output.js";

export const CAUSE_CHARACTERS = 500;

/** The reason of a grant, for people and for the audit. */
export function causeOf(given: Given, fallback: string): string {
  return given.optionalShortText("cause", CAUSE_CHARACTERS) ?? fallback;
}

export interface SealChange {
  readonly kind: SealKind;
  /** Negative when they are taken back. */
  readonly amount: number;
  readonly cause: string;
}

/** Enters seals into the ledger of an account. @throws RefusedError when the balance would be negative. */
export async function enterSeals(
  { accounts }: Pick<Records, "accounts">,
  { id: accountId }: AccountRecord,
  { kind, amount, cause }: SealChange,
): Promise<{ readonly id: string; readonly balance: SealBalance }> {
  const id = randomUUID();
  const audit = adminEntry({
    accountId,
    action: amount > 0 ? "seals.add" : "seals.remove",
    subject: id,
    details: { kind, amount, cause },
  });
  try {
    await accounts.addSeals({ id, accountId, kind, amount, cause, at: audit.at }, audit);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RefusedError(error.message);
  }
  return { id, balance: await accounts.sealBalance(accountId) };
}

export const SEAL_KINDS: readonly SealKind[] = ["pack", "welcome"];

export function balanceText({ welcome, pack }: SealBalance): string {
  return `${welcome} welcome and ${pack} pack seals`;
}

export const addSeals: Command = {
  words: ["seals", "add"],
  usage: "--account ACCOUNT --amount N [--kind pack|welcome] [--cause TEXT]",
  doc: "add seals to an account's balance",
  options: { account: TEXT, amount: TEXT, kind: TEXT, cause: TEXT },
  positionals: [],
  run: async ({ store }, given) => {
    const amount = given.wholeNumber("amount", 1, MAX_SEALS);
    const kind: SealKind = given.optionalOneOf("kind", SEAL_KINDS) ?? "pack";
    const cause = causeOf(given, "added by the administrator");
    const account = await findAccount(store, "--account", given.required("account"));
    const { id, balance } = await enterSeals(store, account, { kind, amount: amount, cause });
    return record(
      { id, account_id: account.id, kind, amount: amount, balance },
      `${counted(amount, `${kind} seal`)} added to account ${account.id}: it has ${balanceText(balance)}.`,
    );
  },
};

export const auditSeals: Command = {
  words: ["seals", "audit"],
  usage: "[--account ACCOUNT]",
  doc: "check balances, ledger and seals against each other; exit status 3 if they disagree",
  options: { account: TEXT },
  positionals: [],
  run: async ({ store }, given) => {
    const named = given.optional("account");
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
        status: count.findings > 0 ? EXIT.problemFound : EXIT.done,
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

export const sealLedger: Command = {
  words: ["seals", "ledger"],
  usage: "--account ACCOUNT [--limit N]",
  doc: "list the entries of an account's ledger, newest first, with its balance",
  options: { account: TEXT, limit: TEXT },
  positionals: [],
  run: async ({ store }, given) => {
    const account = await findAccount(store, "--account", given.required("account"));
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
      limit: given.limit(),
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
