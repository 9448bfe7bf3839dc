import type { JSX } from "preact";
import { numberText } from "../../pages/amounts.js";
import { Moment } from "../../pages/moment.js";
import { Pager } from "../../pages/pager.js";
import { Table } from "../../pages/table.js";
import type { Visit } from "../../pages/visit.js";
import type { SealEntry } from "../../records/types.js";
import { ACCOUNT_TEXTS, type AccountTexts } from "./texts.js";

export interface LedgerViewProps {
  readonly visit: Visit;
  /** Of one page, newest first. */
  readonly entries: readonly SealEntry[];
  /** Addresses of the pages before and after; null at the ends. */
  readonly newer: string | null;
  readonly older: string | null;
}

export function LedgerView({ visit, entries, newer, older }: LedgerViewProps): JSX.Element {
  const { language } = visit;
  const { ledger } = ACCOUNT_TEXTS[language];
  return (
    <>
      <h1>{ledger.title}</h1>
      <p>{ledger.about}</p>
      {entries.length === 0 ? (
        <p>{ledger.none}</p>
      ) : (
        <Table
          label={ledger.title}
          head={ledger.columns}
          rows={entries.map((entry) => ({
            key: entry.id,
            cells: [
              <Moment key="at" at={entry.at} language={language} seconds />,
              `${entry.amount > 0 ? "+" : "−"}${numberText(Math.abs(entry.amount), language)}`,
              ledger.kinds[entry.kind],
              <Cause key="cause" visit={visit} entry={entry} texts={ledger} />,
            ],
          }))}
        />
      )}
      <Pager visit={visit} label={ledger.title} newer={newer} older={older} texts={ledger} />
      <p>
        <a href={visit.href("/dashboard/account")}>{ledger.back}</a>
      </p>
    </>
  );
}

interface CauseProps {
  readonly visit: Visit;
  readonly entry: SealEntry;
  readonly texts: AccountTexts["ledger"];
}

function Cause({ visit, entry, texts }: CauseProps): JSX.Element {
  const { proofId, refundOf, cause } = entry;
  if (proofId === null) return <>{cause === "new account" ? texts.newAccount : cause}</>;
  return (
    <a href={visit.href(`/dashboard/proofs/${proofId}`)}>{refundOf === null ? texts.paid : texts.refund}</a>
  );
}
