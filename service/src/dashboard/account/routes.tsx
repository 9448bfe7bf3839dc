/** `/dashboard/account`: plan, usage, seals, and the name on certificate pages. */
import { accountUsage } from "../../accounts/account-usage.js";
import { DISPLAY_NAME_CHARACTERS, isShortText } from "../../accounts/short-text.js";
import { auditEntry } from "../../audit/audit-entry.js";
import { orNoSuchPage } from "../../pages/or-no-such-page.js";
import type { Page, PageRoute } from "../../pages/page-route.js";
import { signedInOf, type Visit } from "../../pages/visit.js";
import { isAtLeast } from "../../people/roles.js";
import type { Records } from "../../records/records.js";
import { actingPerson } from "../acting-person.js";
import { orUnknownOutcome } from "../unknown-outcome.js";
import { AccountView, type TypedName } from "./account-view.js";
import { LedgerView } from "./ledger-view.js";
import { ACCOUNT_TEXTS } from "./texts.js";

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
        const { name: texts } = ACCOUNT_TEXTS[visit.language];
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
        const { title, text, back } = ACCOUNT_TEXTS[visit.language].unknown;
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
  return { title: ACCOUNT_TEXTS[visit.language].title, place: "account" };
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
    title: ACCOUNT_TEXTS[visit.language].ledger.title,
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
