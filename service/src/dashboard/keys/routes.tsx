/** `/dashboard/keys`: the account's API keys. */
import { isUuid } from "@svc-proof/shared/encoding";
import { fill } from "@svc-proof/ui/language";
import { issueApiKey } from "../../accounts/issue-api-key.js";
import { PLANS } from "../../accounts/plans.js";
import { isShortText, KEY_NAME_CHARACTERS } from "../../accounts/short-text.js";
import { ApiError } from "../../api-error.js";
import { auditEntry } from "../../audit/audit-entry.js";
import type { Answer, Page, PageRoute } from "../../pages/page-route.js";
import { parameterOf, signedInOf, type Visit } from "../../pages/visit.js";
import { isAtLeast } from "../../people/roles.js";
import type { Records } from "../../records/records.js";
import type { ApiKeyRecord } from "../../records/types.js";
import type { Addresses } from "../../site/addresses.js";
import { actingPerson } from "../acting-person.js";
import { orUnknownOutcome } from "../unknown-outcome.js";
import { keyCreators } from "./key-creators.js";
import { CreatedKeyView, KeysView, RevokeKeyView } from "./keys-view.js";
import { KEYS_TEXTS } from "./texts.js";

export interface KeysRoutesDeps {
  readonly store: Pick<Records, "accounts" | "audit">;
  readonly addresses: () => Addresses;
}

const PATH = "/dashboard/keys";

export function keysRoutes({ store, addresses }: KeysRoutesDeps): PageRoute[] {
  return [
    { method: "GET", path: PATH, access: "reader", handle: (visit) => keysPage(store, visit) },
    {
      method: "POST",
      path: PATH,
      access: "member",
      handle: async (visit) => {
        const texts = KEYS_TEXTS[visit.language];
        const { account } = signedInOf(visit);
        const name = visit.form.text("name");
        const refused = (problem: string) => keysPage(store, visit, { name, problem });
        if (!isShortText(name, KEY_NAME_CHARACTERS)) return refused(texts.problems.name);
        return orUnknown(visit, fill(texts.unknown.create, { name }), async () => {
          const issued = await issueApiKey(store.accounts, account, name, actingPerson(visit));
          if (issued === null)
            return refused(fill(texts.problems.full, { max: PLANS[account.plan].activeKeys }));
          // The key is nowhere but in this answer, so there is no page to redirect to.
          const { baseUrl } = addresses();
          return {
            ...page(visit),
            scripts: ["copy"],
            body: <CreatedKeyView visit={visit} name={name} secret={issued.key} baseUrl={baseUrl} />,
          };
        });
      },
    },
    {
      method: "GET",
      path: `${PATH}/{id}/revoke`,
      access: "member",
      handle: async (visit) => {
        const keyRecord = await activeKey(store, visit);
        return { ...page(visit), body: <RevokeKeyView visit={visit} keyRecord={keyRecord} /> };
      },
    },
    {
      method: "POST",
      path: `${PATH}/{id}/revoke`,
      access: "member",
      handle: async (visit) => {
        const { account } = signedInOf(visit);
        const id = keyIdOf(visit);
        const audit = auditEntry({
          accountId: account.id,
          actor: actingPerson(visit),
          action: "key.revoke",
          subject: id,
        });
        return orUnknown(visit, KEYS_TEXTS[visit.language].unknown.revoke, async () => {
          // Once more by whoever pressed twice is no fault.
          if (!(await store.accounts.revokeKey(id, account.id, audit.at, audit))) throw noKey();
          return { redirect: `${PATH}?done=revoked` };
        });
      },
    },
  ];
}

function page(visit: Visit): Pick<Page, "title" | "place"> {
  return { title: KEYS_TEXTS[visit.language].title, place: "keys" };
}

async function keysPage(
  store: KeysRoutesDeps["store"],
  visit: Visit,
  refused?: { readonly name: string; readonly problem: string },
): Promise<Page> {
  const { account, person } = signedInOf(visit);
  const keys = await store.accounts.listKeys(account.id);
  const active = keys.filter(({ revokedAt }) => revokedAt === null).map(({ id }) => id);
  const creators = await keyCreators(store.audit, account.id, active);
  return {
    ...page(visit),
    ...(refused && { status: 400 }),
    body: (
      <KeysView
        visit={visit}
        keys={keys}
        creators={creators}
        maxActive={PLANS[account.plan].activeKeys}
        mayChange={isAtLeast(person.role, "member")}
        {...refused}
      />
    ),
  };
}

/** @throws ApiError `not_found`, the same for another account's key. */
async function activeKey(store: KeysRoutesDeps["store"], visit: Visit): Promise<ApiKeyRecord> {
  const id = keyIdOf(visit);
  const keys = await store.accounts.listKeys(signedInOf(visit).account.id);
  const key = keys.find((one) => one.id === id && one.revokedAt === null);
  if (key === undefined) throw noKey();
  return key;
}

function keyIdOf(visit: Visit): string {
  const id = parameterOf(visit, "id");
  if (!isUuid(id)) throw noKey();
  return id;
}

function noKey(): ApiError {
  return new ApiError("not_found", "there is no such key");
}

function orUnknown(visit: Visit, text: string, change: () => Promise<Answer>): Promise<Answer> {
  const { title, back } = KEYS_TEXTS[visit.language].unknown;
  return orUnknownOutcome(visit, page(visit), { title, text, look: { path: PATH, text: back } }, change);
}
