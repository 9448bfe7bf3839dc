import { fill } from "@svc-proof/ui/language";
import type { JSX } from "preact";
import type { AccountUsage } from "../../accounts/account-usage.js";
import { PLANS } from "../../accounts/plans.js";
import { DISPLAY_NAME_CHARACTERS } from "../../accounts/short-text.js";
import { numberText, sizeText } from "../../pages/amounts.js";
import { Field, Form, Notice } from "../../pages/form/form.js";
import { Table } from "../../pages/table.js";
import { signedInOf, type Visit } from "../../pages/visit.js";
import type { AccountRecord, OrderRecord } from "../../records/types.js";
import { OrderTable } from "../orders/order-table.js";
import { ACCOUNT_TEXTS, type AccountTexts } from "./texts.js";

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
  const texts = ACCOUNT_TEXTS[language];
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
}: Pick<AccountViewProps, "visit" | "usage"> & { readonly texts: AccountTexts }): JSX.Element {
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
  readonly texts: AccountTexts;
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
