/** Account and ledger. */

import { fill } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import { DISPLAY_NAME_CHARACTERS, isShortText } from "../accounts/accounts.js";
import { type AccountUsage, accountUsage, PLANS } from "../accounts/plans.js";
import { auditEntry } from "../audit/audit.js";
import { type Page, type PageRoute, signedInOf, type Visit } from "../pages/page-route.js";
import { orNoSuchPage } from "../pages/page-routes.js";
import { Field, Form, Moment, Notice, numberText, Pager, sizeText, Table } from "../pages/parts.js";
import { isAtLeast } from "../people/sign-in.js";
import type { Records } from "../records/records.js";
import type { AccountRecord, OrderRecord, SealEntry } from "../records/types.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";
import { actingPerson, orUnknownOutcome } from "./answers.js";
import { OrderTable } from "./orders.js";

export interface TypedName {
  readonly displayName: string;
  readonly shows: boolean;
  readonly problem: string;
}

export interface AccountViewProps {
  readonly visit: Visit;
  readonly usage: AccountUsage;
  /** Newest first; those of an owner's account only. */
  readonly orders: readonly OrderRecord[];
  readonly isOwner: boolean;
  readonly typed?: TypedName;
}

export function AccountView(props: AccountViewProps): JSX.Element {
  const { visit, usage, orders, isOwner } = props;
  const { language } = visit;
  const texts = PAGE_TEXTS[language].account;
  const { account } = signedInOf(visit);
  const count = (value: number) => numberText(value, language);
  return (
    <>
      <h1>{texts.title}</h1>
      {visit.query.get("done") === "name" && <Notice kind="done">{texts.name.done}</Notice>}
      <h2>{texts.plan.title}</h2>
      <p>
        {fill(texts.plan.is, { plan: PLANS[account.plan].name })}{" "}
        <a href={visit.href("/plans")}>{texts.plan.change}</a>
      </p>
      <h2>{texts.usage.title}</h2>
      <UsageTable visit={visit} usage={usage} texts={texts} />
      <p>
        {texts.usage.renewed} {texts.usage.browser}
      </p>
      <h2>{texts.seals.title}</h2>
      <p>{fill(texts.seals.left, { count: count(usage.seals.welcome + usage.seals.pack) })}</p>
      <p>{fill(texts.seals.kinds, { welcome: count(usage.seals.welcome), pack: count(usage.seals.pack) })}</p>
      <ul>
        <li>
          <a href={visit.href("/dashboard/account/seals")}>{texts.seals.ledger}</a>
        </li>
        <li>
          <a href={visit.href("/seals")}>{texts.seals.buy}</a>
        </li>
      </ul>
      {orders.length > 0 && <OrderTable visit={visit} orders={orders} />}
      <h2>{texts.name.title}</h2>
      <p>{texts.name.about}</p>
      {isOwner ? (
        <NameForm {...props} account={account} texts={texts} />
      ) : (
        <Name account={account} texts={texts} />
      )}
      <h2>{texts.data.title}</h2>
      <p>{texts.data.about}</p>
      {isOwner && (
        <div class="buttons">
          <a class="button" href={visit.href("/dashboard/account/export")}>
            {texts.data.export}
          </a>
          <a class="button" href={visit.href("/dashboard/account/delete")}>
            {texts.data.delete}
          </a>
        </div>
      )}
    </>
  );
}

function UsageTable({
  visit,
  usage,
  texts,
}: Pick<AccountViewProps, "visit" | "usage"> & { readonly texts: PageTexts["account"] }): JSX.Element {
  const { language } = visit;
  const plan = PLANS[signedInOf(visit).account.plan];
  const count = (value: number) => numberText(value, language);
  const size = (bytes: number) => sizeText(bytes, language);
  const rows: readonly (readonly [string, string, string])[] = [
    [texts.usage.proofs, count(usage.proofsToday), count(plan.proofsPerDay)],
    [texts.usage.keys, count(usage.activeKeys), count(plan.activeKeys)],
    [texts.usage.custody, size(usage.custodyBytes), size(plan.custodyAccountBytes)],
    [texts.usage.file, "–", size(plan.custodyFileBytes)],
    [texts.usage.downloads, count(usage.downloadsToday), count(plan.downloadsPerDay)],
  ];
  return (
    <Table
      label={texts.usage.title}
      head={texts.usage.columns}
      rows={rows.map((cells) => ({ key: cells[0], cells }))}
    />
  );
}

interface NameProps {
  readonly account: AccountRecord;
  readonly texts: PageTexts["account"];
}

function NameForm({
  visit,
  account,
  texts,
  typed,
}: NameProps & Pick<AccountViewProps, "visit" | "typed">): JSX.Element {
  return (
    <Form visit={visit} action="/dashboard/account/name">
      <Field
        name="display_name"
        label={texts.name.label}
        hint={texts.name.hint}
        value={typed?.displayName ?? account.displayName ?? ""}
        problem={typed?.problem}
        maxLength={DISPLAY_NAME_CHARACTERS}
        autocomplete="organization"
      />
      <p>
        <label class="check">
          <input
            type="checkbox"
            name="shows"
            value="yes"
            checked={typed?.shows ?? account.showsDisplayName}
          />{" "}
          {texts.name.shows}
        </label>
      </p>
      <button type="submit">{texts.name.button}</button>
    </Form>
  );
}

function Name({ account, texts }: NameProps): JSX.Element {
  const { displayName, showsDisplayName } = account;
  return (
    <p>
      {displayName === null ? texts.name.none : fill(texts.name.is, { name: displayName })}{" "}
      {displayName !== null && (showsDisplayName ? texts.name.shown : texts.name.hidden)}{" "}
      {texts.name.ownerOnly}
    </p>
  );
}

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
  const { ledger } = PAGE_TEXTS[language].account;
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
  readonly texts: PageTexts["account"]["ledger"];
}

function Cause({ visit, entry, texts }: CauseProps): JSX.Element {
  const { proofId, refundOf, cause } = entry;
  if (proofId === null) return <>{cause === "new account" ? texts.newAccount : cause}</>;
  return (
    <a href={visit.href(`/dashboard/proofs/${proofId}`)}>{refundOf === null ? texts.paid : texts.refund}</a>
  );
}

/** `/dashboard/account`: plan, usage, seals, and the name on certificate pages. */
type AccountPagesStore = Pick<Records, "accounts" | "proofs" | "custody" | "seals" | "orders">;

const PATH = "/dashboard/account";
const LEDGER_PATH = `${PATH}/seals`;
const ENTRIES_A_PAGE = 50;

export function accountRoutes(store: AccountPagesStore): PageRoute[] {
  return [
    { method: "GET", path: PATH, access: "reader", handle: (visit) => accountPage(store, visit) },
    { method: "GET", path: LEDGER_PATH, access: "reader", handle: (visit) => ledgerPage(store, visit) },
    {
      method: "POST",
      path: `${PATH}/name`,
      access: "owner",
      handle: async (visit) => {
        const { name: texts } = PAGE_TEXTS[visit.language].account;
        const { account } = signedInOf(visit);
        const displayName = visit.form.text("display_name");
        const shows = visit.form.has("shows");
        const refused = (problem: string) => accountPage(store, visit, { displayName, shows, problem });
        if (displayName === "" && shows) return refused(texts.missing);
        if (displayName !== "" && !isShortText(displayName, DISPLAY_NAME_CHARACTERS))
          return refused(texts.problem);
        const change = { displayName: displayName || null, showsDisplayName: shows };
        const audit = auditEntry({
          accountId: account.id,
          actor: actingPerson(visit),
          action: "account.update",
          details: { display_name: change.displayName, shows_display_name: shows },
        });
        const { title, text, back } = PAGE_TEXTS[visit.language].account.unknown;
        const unknown = { title, text, look: { path: PATH, text: back } };
        return orUnknownOutcome(visit, page(visit), unknown, async () => {
          await store.accounts.updateAccount(account.id, change, audit);
          return { redirect: `${PATH}?done=name` };
        });
      },
    },
  ];
}

function page(visit: Visit): Pick<Page, "title" | "place"> {
  return { title: PAGE_TEXTS[visit.language].account.title, place: "account" };
}

async function accountPage(store: AccountPagesStore, visit: Visit, typed?: TypedName): Promise<Page> {
  const { account, person } = signedInOf(visit);
  const isOwner = isAtLeast(person.role, "owner");
  const [usage, orders] = await Promise.all([
    accountUsage(store, account, visit.now),
    isOwner ? store.orders.list(account.id) : [],
  ]);
  return {
    ...page(visit),
    ...(typed && { status: 400 }),
    body: (
      <AccountView visit={visit} usage={usage} orders={orders} isOwner={isOwner} {...(typed && { typed })} />
    ),
  };
}

async function ledgerPage({ seals }: AccountPagesStore, visit: Visit): Promise<Page> {
  const before = visit.query.get("before");
  const { account } = signedInOf(visit);
  const { entries, more } = await orNoSuchPage(seals.listEntries(account.id, ENTRIES_A_PAGE, before));
  return {
    title: PAGE_TEXTS[visit.language].account.ledger.title,
    place: "account",
    body: (
      <LedgerView
        visit={visit}
        entries={entries}
        newer={before === null ? null : LEDGER_PATH}
        older={more ? `${LEDGER_PATH}?before=${entries.at(-1)!.id}` : null}
      />
    ),
  };
}
