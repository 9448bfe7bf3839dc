/** Keys. */

import { isUuid } from "@svc-proof/shared/encoding";
import { fill } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import { isShortText, issueApiKey, KEY_NAME_CHARACTERS } from "../accounts/accounts.js";
import { PLANS } from "../accounts/plans.js";
import { auditEntry } from "../audit/audit.js";
import { ApiError } from "../errors.js";
import type { Addresses } from "../http/site.js";
import {
  type Answer,
  type Page,
  type PageRoute,
  parameterOf,
  signedInOf,
  type Visit,
} from "../pages/page-route.js";
import { Field, Form, Moment, Notice, Table } from "../pages/parts.js";
import { isAtLeast } from "../people/sign-in.js";
import type { AuditStore, Records } from "../records/records.js";
import type { ApiKeyRecord, AuditActor } from "../records/types.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";
import { actingPerson, orUnknownOutcome } from "./answers.js";

/** Entries of a page, and pages: keys are few, and whoever has many entries need not wait for the oldest. */
const PAGE = 250;
const PAGES = 4;

/** Who created keys, as the audit trail says; those that it does not tell of soon are left out. */
export async function keyCreators(
  audit: AuditStore,
  accountId: string,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, AuditActor>> {
  const missing = new Set(keyIds);
  const creators = new Map<string, AuditActor>();
  let before: string | null = null;
  for (let count = 0; count < PAGES && missing.size > 0; count++) {
    const page = await audit.list(accountId, PAGE, before);
    for (const { action, subject, actor } of page.entries) {
      if (action === "key.create" && subject !== null && missing.delete(subject))
        creators.set(subject, actor);
    }
    const last = page.entries.at(-1);
    if (!page.more || last === undefined) break;
    before = last.id;
  }
  return creators;
}

export interface KeysViewProps {
  readonly visit: Visit;
  readonly keys: readonly ApiKeyRecord[];
  readonly creators: ReadonlyMap<string, AuditActor>;
  readonly maxActive: number;
  /** Whether the visitor may create and revoke. */
  readonly mayChange: boolean;
  /** What was typed, and what is wrong with it. */
  readonly name?: string;
  readonly problem?: string;
}

export function KeysView(props: KeysViewProps): JSX.Element {
  const { visit, keys, maxActive, mayChange } = props;
  const texts = PAGE_TEXTS[visit.language].keys;
  const active = keys.filter(({ revokedAt }) => revokedAt === null).reverse();
  return (
    <>
      <h1>{texts.title}</h1>
      {visit.query.get("done") === "revoked" && <Notice kind="done">{texts.revoke.done}</Notice>}
      <p>{texts.about}</p>
      <p>{fill(texts.limit, { count: active.length, max: maxActive })}</p>
      {!mayChange && <p>{texts.readerOnly}</p>}
      {mayChange && <CreateForm {...props} texts={texts} isFull={active.length >= maxActive} />}
      <h2>{texts.list.title}</h2>
      {active.length === 0 ? (
        <p>{texts.list.none}</p>
      ) : (
        <ActiveKeys {...props} texts={texts} active={active} />
      )}
      <FormerKeys {...props} texts={texts} />
    </>
  );
}

type Part = KeysViewProps & { readonly texts: PageTexts["keys"] };

function CreateForm({
  visit,
  texts,
  isFull,
  name,
  problem,
}: Part & { readonly isFull: boolean }): JSX.Element {
  return (
    <>
      <h2>{texts.create.title}</h2>
      {isFull && problem === undefined ? (
        <p>{texts.create.full}</p>
      ) : (
        <Form visit={visit} action="/dashboard/keys">
          <Field
            name="name"
            label={texts.create.name}
            hint={texts.create.hint}
            problem={problem}
            value={name ?? ""}
            required
            maxLength={KEY_NAME_CHARACTERS}
            autocomplete="off"
          />
          <button type="submit" class="primary">
            {texts.create.button}
          </button>
        </Form>
      )}
    </>
  );
}

function ActiveKeys({
  visit,
  texts,
  active,
  creators,
  mayChange,
}: Part & { readonly active: readonly ApiKeyRecord[] }): JSX.Element {
  const { language } = visit;
  const head = mayChange ? texts.list.columns : texts.list.columns.slice(0, -1);
  return (
    <Table
      label={texts.list.title}
      head={head}
      rows={active.map((key) => ({
        key: key.id,
        cells: [
          keyName(key, texts),
          <Moment key="created" at={key.createdAt} language={language} />,
          creatorText(creators.get(key.id), texts),
          key.lastUsedAt === null ? (
            texts.list.never
          ) : (
            <Moment key="used" at={key.lastUsedAt} language={language} />
          ),
          ...(mayChange
            ? [
                <a
                  key="revoke"
                  href={visit.href(`/dashboard/keys/${key.id}/revoke`)}
                  aria-label={fill(texts.list.revokeNamed, { name: keyName(key, texts) })}
                >
                  {texts.list.revoke}
                </a>,
              ]
            : []),
        ],
      }))}
    />
  );
}

function FormerKeys({ visit, texts, keys }: Part): JSX.Element | null {
  const { language } = visit;
  const former = keys.flatMap((key) => (key.revokedAt === null ? [] : [{ key, revokedAt: key.revokedAt }]));
  if (former.length === 0) return null;
  return (
    <>
      <h2>{texts.former.title}</h2>
      <Table
        label={texts.former.title}
        head={texts.former.columns}
        rows={former.reverse().map(({ key, revokedAt }) => ({
          key: key.id,
          cells: [
            keyName(key, texts),
            <Moment key="created" at={key.createdAt} language={language} />,
            <Moment key="revoked" at={revokedAt} language={language} />,
          ],
        }))}
      />
    </>
  );
}

export function keyName({ name }: ApiKeyRecord, texts: PageTexts["keys"]): string {
  return name === "" ? texts.list.unnamed : name;
}

function creatorText(actor: AuditActor | undefined, texts: PageTexts["keys"]): string {
  if (actor === undefined) return "–";
  return actor.kind === "person" ? actor.email : texts.list.administrator;
}

export interface CreatedKeyProps {
  readonly visit: Visit;
  readonly name: string;
  readonly secret: string;
  /** Of the API. */
  readonly baseUrl: string;
}

export function CreatedKeyView({ visit, name, secret, baseUrl }: CreatedKeyProps): JSX.Element {
  const { created } = PAGE_TEXTS[visit.language].keys;
  const command = `curl ${baseUrl}/proofs \\
  -H 'Authorization: Bearer ${secret}' \\
  -H 'Content-Type: application/json' \\
  --data "{\\"hash\\":\\"$(sha256sum FILE | cut -c1-64)\\"}"`;
  const copy = { "data-copy": created.copy, "data-copied": created.copied };
  return (
    <>
      <h1>{fill(created.title, { name })}</h1>
      <Notice kind="done">{created.once}</Notice>
      <h2>{created.key}</h2>
      <pre class="shown-once" {...copy}>
        <code>{secret}</code>
      </pre>
      <h2>{created.first}</h2>
      <pre {...copy}>
        <code>{command}</code>
      </pre>
      <p>
        <a class="button" href={visit.href("/dashboard/keys")}>
          {created.back}
        </a>
      </p>
    </>
  );
}

export interface RevokeKeyProps {
  readonly visit: Visit;
  readonly keyRecord: ApiKeyRecord;
}

export function RevokeKeyView({ visit, keyRecord }: RevokeKeyProps): JSX.Element {
  const texts = PAGE_TEXTS[visit.language].keys;
  const { revoke } = texts;
  return (
    <>
      <h1>{fill(revoke.title, { name: keyName(keyRecord, texts) })}</h1>
      <p>{revoke.about}</p>
      <Form visit={visit} action={`/dashboard/keys/${keyRecord.id}/revoke`}>
        <div class="buttons">
          <button type="submit" class="primary">
            {revoke.button}
          </button>
          <a class="button" href={visit.href("/dashboard/keys")}>
            {revoke.cancel}
          </a>
        </div>
      </Form>
    </>
  );
}

/** `/dashboard/keys`: the account's API keys. */
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
        const texts = PAGE_TEXTS[visit.language].keys;
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
        return orUnknown(visit, PAGE_TEXTS[visit.language].keys.unknown.revoke, async () => {
          // Once more by whoever pressed twice is no fault.
          if (!(await store.accounts.revokeKey(id, account.id, audit.at, audit))) throw noKey();
          return { redirect: `${PATH}?done=revoked` };
        });
      },
    },
  ];
}

function page(visit: Visit): Pick<Page, "title" | "place"> {
  return { title: PAGE_TEXTS[visit.language].keys.title, place: "keys" };
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
  const { title, back } = PAGE_TEXTS[visit.language].keys.unknown;
  return orUnknownOutcome(visit, page(visit), { title, text, look: { path: PATH, text: back } }, change);
}
