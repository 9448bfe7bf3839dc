/** `/dashboard/audit`: the audit trail of the account, for its owners. */
import { Readable } from "node:stream";
import type { ResponseObject, ResponseToolkit } from "@hapi/hapi";
import { ApiError } from "../../api-error.js";
import { allEntries } from "../../audit/all-entries.js";
import { AUDIT_CSV_TITLES, auditCsvLine } from "../../audit/audit-csv.js";
import { auditEntry } from "../../audit/audit-entry.js";
import { auditFields } from "../../audit/audit-fields.js";
import { OneAtATime } from "../../connections/one-at-a-time.js";
import { orNoSuchPage } from "../../pages/or-no-such-page.js";
import type { Page, PageRoute } from "../../pages/page-route.js";
import { signedInOf, type Visit } from "../../pages/visit.js";
import type { AuditStore } from "../../records/records.js";
import type { AuditEntry } from "../../records/types.js";
import { actingPerson } from "../acting-person.js";
import { AuditView, isAuditAction } from "./audit-view.js";
import { AUDIT_TEXTS } from "./texts.js";

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
  const { title } = AUDIT_TEXTS[visit.language];
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
