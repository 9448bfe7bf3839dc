import type { Records } from "../../records/records.js";
import type { AccountRecord, SealBooks } from "../../records/types.js";
import { type AuditFinding, auditBooks } from "../../seals/books.js";
import { eachAccount } from "../account/account-pages.js";
import { type Command, TEXT } from "../command.js";
import { EXIT } from "../exit-status.js";
import { findAccount } from "../find-account.js";
import { counted } from "../output/counted.js";
import { listing } from "../output/result.js";
import { rowsOf } from "../output/rows-of.js";

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
