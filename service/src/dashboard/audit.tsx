/** The trail. */

import { Readable } from "node:stream";
import type { ResponseObject, ResponseToolkit } from "@hapi/hapi";
import type { Language } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import { PLANS } from "../accounts/plans.js";
import { AUDIT_CSV_TITLES, allEntries, auditCsvLine, auditEntry, auditFields } from "../audit/audit.js";
import { ApiError } from "../errors.js";
import { OneAtATime } from "../http/connections.js";
import { type Page, type PageRoute, signedInOf, type Visit } from "../pages/page-route.js";
import { orNoSuchPage } from "../pages/page-routes.js";
import { Moment, Pager, Select, Table } from "../pages/parts.js";
import type { AuditStore } from "../records/records.js";
import type { AuditActor, AuditEntry } from "../records/types.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";
import { actingPerson } from "./answers.js";

/** What an entry says beside its action, in words. What later versions write is shown as it is. */
export function detailsText(details: AuditEntry["details"], language: Language): string {
  const { names } = PAGE_TEXTS[language].details;
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${wordOf(names, name)}: ${valueText(name, value, language)}`)
    .join("; ");
}

const PLAN_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PLANS).map(([id, { name }]) => [id, name]),
);

function valueText(name: string, value: string | number | boolean | null, language: Language): string {
  const { yes, no, purposes, exports, reasons } = PAGE_TEXTS[language].details;
  if (typeof value === "boolean") return value ? yes : no;
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    role: PAGE_TEXTS[language].people.roles,
    from: PAGE_TEXTS[language].people.roles,
    to: PAGE_TEXTS[language].people.roles,
    method: PAGE_TEXTS[language].security.methods,
    kind: PAGE_TEXTS[language].account.ledger.kinds,
    by: purposes,
    what: exports,
    reason: reasons,
    plan: PLAN_NAMES,
    former: PLAN_NAMES,
    cause: { "new account": PAGE_TEXTS[language].account.ledger.newAccount },
  };
  const known = Object.hasOwn(words, name) ? words[name] : undefined;
  return known === undefined ? String(value) : wordOf(known, String(value));
}

function wordOf(words: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(words, word) ? words[word]! : word;
}

/** What the audit trail tells of. */
type AuditAction = keyof PageTexts["audit"]["actions"];

export interface AuditViewProps {
  readonly visit: Visit;
  readonly action: AuditAction | null;
  /** Of one page, newest first. */
  readonly entries: readonly AuditEntry[];
  /** Paths of other pages; null if there is none. */
  readonly newer: string | null;
  readonly older: string | null;
}

export function AuditView({ visit, action, entries, newer, older }: AuditViewProps): JSX.Element {
  const { language } = visit;
  const texts = PAGE_TEXTS[language].audit;
  const options = Object.entries(texts.actions).map(([value, text]) => ({ value, text }));
  return (
    <>
      <h1>{texts.title}</h1>
      <p>{texts.about}</p>
      <form method="get" action={visit.href("/dashboard/audit")}>
        <Select
          name="action"
          label={texts.filter}
          value={action ?? ""}
          options={[{ value: "", text: texts.any }, ...options]}
        />
        <button type="submit">{texts.show}</button>
      </form>
      {entries.length === 0 ? (
        <p>{older === null ? texts.none : texts.noneYet}</p>
      ) : (
        <Table
          label={texts.title}
          head={texts.columns}
          rows={entries.map((entry) => ({
            key: entry.id,
            cells: [
              <Moment key="at" at={entry.at} language={language} seconds />,
              actorText(entry.actor, texts),
              actionText(entry.action, texts),
              entry.subject === null ? (
                ""
              ) : (
                <span key="subject" class="fingerprint">
                  {entry.subject}
                </span>
              ),
              detailsText(entry.details, language),
            ],
          }))}
        />
      )}
      <Pager visit={visit} label={texts.title} newer={newer} older={older} texts={texts} />
      <ul>
        <li>
          <a href={visit.href("/dashboard/audit.csv")} download>
            {texts.csv}
          </a>
        </li>
        <li>
          <a href={visit.href("/dashboard/audit.json")} download>
            {texts.json}
          </a>
        </li>
      </ul>
    </>
  );
}

function actorText(actor: AuditActor, texts: PageTexts["audit"]): string {
  if (actor.kind === "person") return actor.email;
  return actor.kind === "admin" ? texts.administrator : texts.service;
}

/** The word itself for what later versions write. */
function actionText(action: string, texts: PageTexts["audit"]): string {
  return isAuditAction(action) ? texts.actions[action] : action;
}

export function isAuditAction(action: string | null): action is AuditAction {
  return action !== null && Object.hasOwn(PAGE_TEXTS.en.audit.actions, action);
}

/** `/dashboard/audit`: the audit trail of the account, for its owners. */
const PATH = "/dashboard/audit";
const ENTRIES_A_PAGE = 50;
/** Entries that a filter looks at for one page: the next page goes on from there. */
const LOOKED_AT = 2_000;

export function auditRoutes(audit: AuditStore): PageRoute[] {
  const exporting = new OneAtATime();
  const exportAs = (
    format: "csv" | "json",
    type: string,
    write: (entries: AsyncIterable<AuditEntry>) => AsyncIterable<string>,
  ): PageRoute => ({
    method: "GET",
    path: `${PATH}.${format}`,
    access: "owner",
    handle: async (visit, h) => {
      const { account } = signedInOf(visit);
      if (!exporting.begin(account.id, visit.request))
        throw new ApiError("rate_limited", "another export of the account is under way");
      const details = { what: "audit", format };
      const actor = actingPerson(visit);
      await audit.append(auditEntry({ accountId: account.id, actor, action: "account.export", details }));
      return download(
        h,
        write(allEntries((limit, before) => audit.list(account.id, limit, before))),
        `audit.${format}`,
        type,
      );
    },
  });
  return [
    { method: "GET", path: PATH, access: "owner", handle: (visit) => auditPage(audit, visit) },
    exportAs("csv", "text/csv", csvOf),
    exportAs("json", "application/json", jsonOf),
  ];
}

async function auditPage(audit: AuditStore, visit: Visit): Promise<Page> {
  const { title } = PAGE_TEXTS[visit.language].audit;
  const asked = visit.query.get("action");
  const action = isAuditAction(asked) ? asked : null;
  const before = visit.query.get("before");
  const { entries, next } = await found(audit, signedInOf(visit).account.id, action, before);
  const pathOf = (query: Readonly<Record<string, string>>) => {
    const given = new URLSearchParams({ ...(action !== null && { action }), ...query });
    return given.size === 0 ? PATH : `${PATH}?${given}`;
  };
  const body = (
    <AuditView
      visit={visit}
      action={action}
      entries={entries}
      newer={before === null ? null : pathOf({})}
      older={next === null ? null : pathOf({ before: next })}
    />
  );
  return { title, place: "audit", body };
}

/** A page of the entries with an action, and the entry after which the next one begins. */
async function found(
  audit: AuditStore,
  accountId: string,
  action: string | null,
  before: string | null,
): Promise<{ readonly entries: readonly AuditEntry[]; readonly next: string | null }> {
  const entries: AuditEntry[] = [];
  let last = before;
  for (let count = 0; count < LOOKED_AT; ) {
    const page = await orNoSuchPage(audit.list(accountId, action === null ? ENTRIES_A_PAGE : 500, last));
    for (const entry of page.entries) {
      // One more than fits shows that others follow.
      if (entries.length === ENTRIES_A_PAGE) return { entries, next: last };
      count++;
      last = entry.id;
      if (action === null || entry.action === action) entries.push(entry);
    }
    if (!page.more) return { entries, next: null };
    if (entries.length === ENTRIES_A_PAGE) break;
  }
  return { entries, next: last };
}

async function* csvOf(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield AUDIT_CSV_TITLES;
  for await (const entry of entries) yield auditCsvLine(entry);
}

async function* jsonOf(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const entry of entries) {
    yield `${separator}${JSON.stringify(auditFields(entry))}`;
    separator = ",\n";
  }
  yield "\n]\n";
}

/** A text that is made while it is sent. An outage in the middle cuts it, so that it never looks whole. */
function download(
  h: ResponseToolkit,
  text: AsyncIterable<string>,
  fileName: string,
  type: string,
): ResponseObject {
  const bytes = Readable.from(text, { objectMode: false, encoding: "utf8" });
  return h
    .response(bytes)
    .type(`${type}; charset=utf-8`)
    .header("cache-control", "no-store")
    .header("content-disposition", `attachment; filename=${fileName}`);
}
