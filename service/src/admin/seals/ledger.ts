import type { SealEntry } from "../../records/types.js";
import { type Command, TEXT } from "../command.js";
import { findAccount } from "../find-account.js";
import { listing } from "../output/result.js";
import { rowsOf } from "../output/rows-of.js";
import { timeData, timeText } from "../output/time-text.js";
import { balanceText } from "./seal-data.js";

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
