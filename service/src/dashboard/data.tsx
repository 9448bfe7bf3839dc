/** Export and deletion. */

import { Readable } from "node:stream";
import type { ResponseToolkit } from "@hapi/hapi";
import { isUuid } from "@svc-proof/shared/encoding";
import { fill } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import { type AccountArchiveDeps, accountArchive } from "../account-export/account-archive.js";
import { deleteAccount } from "../accounts/accounts.js";
import { PLANS } from "../accounts/plans.js";
import { auditEntry } from "../audit/audit.js";
import { endWithAnswer, OneAtATime } from "../http/connections.js";
import { RateLimit } from "../http/limits.js";
import { type Answer, type Page, type PageRoute, signedInOf, type Visit } from "../pages/page-route.js";
import { Field, Form, numberText } from "../pages/parts.js";
import { noSessionCookie } from "../people/sessions.js";
import type { Records } from "../records/records.js";
import { PAGE_TEXTS } from "../texts/page-texts.js";
import { actingPerson, orUnknownOutcome } from "./answers.js";

export interface ExportViewProps {
  readonly visit: Visit;
  /** Of originals, today. */
  readonly downloadsLeft: number;
  /** What was typed, and what is wrong. */
  readonly after: string;
  readonly problem?: string;
}

export function ExportView({ visit, downloadsLeft, after, problem }: ExportViewProps): JSX.Element {
  const { export: texts, back } = PAGE_TEXTS[visit.language].data;
  const count = numberText(downloadsLeft, visit.language);
  return (
    <>
      <h1>{texts.title}</h1>
      <p>{texts.about}</p>
      <Form visit={visit} action="/dashboard/account/export">
        <p>
          <label class="check">
            <input type="checkbox" name="originals" value="yes" checked /> {texts.originals}
          </label>
        </p>
        <p class="aside">{fill(texts.downloads, { count })}</p>
        <Field
          name="originals_after"
          label={texts.after}
          hint={texts.afterHint}
          value={after}
          problem={problem}
          maxLength={36}
          autocomplete="off"
        />
        <button type="submit" class="primary">
          {texts.button}
        </button>
      </Form>
      <p>
        <a href={visit.href("/dashboard/account")}>{back}</a>
      </p>
    </>
  );
}

export interface DeleteViewProps {
  readonly visit: Visit;
  /** Unused ones. */
  readonly seals: number;
  readonly typed: string;
  readonly problem?: string;
}

export function DeleteView({ visit, seals, typed, problem }: DeleteViewProps): JSX.Element {
  const { language } = visit;
  const { delete: texts } = PAGE_TEXTS[language].data;
  const { email } = signedInOf(visit).person;
  return (
    <>
      <h1>{texts.title}</h1>
      <h2>{texts.goes.title}</h2>
      <ul>
        {texts.goes.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {seals > 0 && <p class="caveat">{fill(texts.seals, { count: numberText(seals, language) })}</p>}
      <h2>{texts.stays.title}</h2>
      <p>{texts.stays.text}</p>
      <ul>
        {texts.stays.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>
        <a href={visit.href("/dashboard/account/export")}>{texts.exportFirst}</a>
      </p>
      <Form visit={visit} action="/dashboard/account/delete">
        <Field
          name="email"
          label={fill(texts.confirm, { email })}
          hint={texts.confirmHint}
          value={typed}
          problem={problem}
          required
          maxLength={254}
          autocomplete="off"
        />
        <div class="buttons">
          <button type="submit" class="danger">
            {texts.button}
          </button>
          <a class="button" href={visit.href("/dashboard/account")}>
            {texts.cancel}
          </a>
        </div>
      </Form>
    </>
  );
}

/** `/dashboard/account/export` and `/dashboard/account/delete`: for owners who have just signed in. */
export type DataRoutesDeps = AccountArchiveDeps;

const EXPORT_PATH = "/dashboard/account/export";
const DELETE_PATH = "/dashboard/account/delete";
const DELETED_PATH = "/account-deleted";
/** An export reads everything, and originals twice. */
const EXPORTS_AN_HOUR = 5;
const HOUR_MS = 3_600_000;

export function dataRoutes(deps: DataRoutesDeps): PageRoute[] {
  const { store } = deps;
  const limit = new RateLimit(store.rates, { name: "exports", points: EXPORTS_AN_HOUR, windowMs: HOUR_MS });
  const exporting = new OneAtATime();
  const owner = { access: "owner", recent: true } as const;
  return [
    { method: "GET", path: EXPORT_PATH, ...owner, handle: (visit) => exportPage(store, visit) },
    {
      method: "POST",
      path: EXPORT_PATH,
      ...owner,
      handle: (visit, h) => exported(deps, { limit, exporting }, visit, h),
    },
    { method: "GET", path: DELETE_PATH, ...owner, handle: (visit) => deletePage(store, visit) },
    { method: "POST", path: DELETE_PATH, ...owner, handle: (visit) => deleted(store, visit) },
    {
      method: "GET",
      path: DELETED_PATH,
      access: "anyone",
      handle: (visit) => {
        const { deleted } = PAGE_TEXTS[visit.language].data;
        return message(deleted.title, deleted.text);
      },
    },
  ];
}

async function exportPage(
  store: Records,
  visit: Visit,
  refused?: { readonly after: string; readonly problem: string; readonly status: number },
): Promise<Page> {
  const { account } = signedInOf(visit);
  const used = await store.custody.downloadsOfDay(account.id, visit.now);
  const downloadsLeft = Math.max(0, PLANS[account.plan].downloadsPerDay - used);
  const { after = "", problem, status = 200 } = refused ?? {};
  return {
    title: PAGE_TEXTS[visit.language].data.export.title,
    place: "account",
    status,
    body: (
      <ExportView
        visit={visit}
        downloadsLeft={downloadsLeft}
        after={after}
        {...(problem !== undefined && { problem })}
      />
    ),
  };
}

async function exported(
  deps: DataRoutesDeps,
  { limit, exporting }: { readonly limit: RateLimit; readonly exporting: OneAtATime },
  visit: Visit,
  h: ResponseToolkit,
): Promise<Answer> {
  const { store } = deps;
  const { export: texts } = PAGE_TEXTS[visit.language].data;
  const { account } = signedInOf(visit);
  const originals = visit.form.has("originals");
  const after = visit.form.text("originals_after").toLowerCase();
  if (after !== "" && !(isUuid(after) && (await store.proofs.findOwn(after, account.id)) !== null))
    return exportPage(store, visit, { after, problem: texts.afterProblem, status: 400 });
  if (!exporting.begin(account.id, visit.request))
    return exportPage(store, visit, { after, problem: texts.underWay, status: 429 });
  if ((await limit.take(account.id)).left < 0)
    return exportPage(store, visit, { after, problem: texts.tooMany, status: 429 });
  await store.audit.append(
    auditEntry({
      accountId: account.id,
      actor: actingPerson(visit),
      action: "account.export",
      details: { what: "all", originals },
    }),
  );
  const left = new AbortController();
  endWithAnswer(visit.request, () => left.abort());
  const originalsAfter = after === "" ? null : after;
  const wanted = { account, originals, originalsAfter, at: visit.now, signal: left.signal };
  return h
    .response(Readable.from(accountArchive(deps, wanted), { objectMode: false }))
    .type("application/zip")
    .header("cache-control", "no-store")
    .header("content-disposition", "attachment; filename=svc-proof-account.zip");
}

async function deletePage(
  store: Records,
  visit: Visit,
  refused?: { readonly typed: string; readonly problem: string },
): Promise<Page> {
  const { welcome, pack } = await store.accounts.sealBalance(signedInOf(visit).account.id);
  return {
    title: PAGE_TEXTS[visit.language].data.delete.title,
    place: "account",
    ...(refused && { status: 400 }),
    body: <DeleteView visit={visit} seals={welcome + pack} typed="" {...refused} />,
  };
}

async function deleted(store: Records, visit: Visit): Promise<Answer> {
  const texts = PAGE_TEXTS[visit.language].data;
  const { account, person } = signedInOf(visit);
  const typed = visit.form.text("email");
  if (typed.toLowerCase() !== person.email)
    return deletePage(store, visit, { typed, problem: texts.delete.problem });
  const { title } = texts.unknown;
  return orUnknownOutcome(visit, { title }, { ...texts.unknown, look: null }, async () => {
    // Not disabled before: after an outage in the middle an owner can still sign in and delete it again.
    await deleteAccount(store, { id: account.id }, actingPerson(visit));
    return { redirect: DELETED_PATH, cookies: [noSessionCookie()] };
  });
}

function message(title: string, text: string): Page {
  const body = (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
    </>
  );
  return { title, body };
}
