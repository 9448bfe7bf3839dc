import { fill } from "@svc-proof/ui/language";
import type { JSX } from "preact";
import { KEY_NAME_CHARACTERS } from "../../accounts/short-text.js";
import { Field, Form, Notice } from "../../pages/form/form.js";
import { Moment } from "../../pages/moment.js";
import { Table } from "../../pages/table.js";
import type { Visit } from "../../pages/visit.js";
import type { ApiKeyRecord, AuditActor } from "../../records/types.js";
import { KEYS_TEXTS, type KeysTexts } from "./texts.js";

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
  const texts = KEYS_TEXTS[visit.language];
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

type Part = KeysViewProps & { readonly texts: KeysTexts };

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

export function keyName({ name }: ApiKeyRecord, texts: KeysTexts): string {
  return name === "" ? texts.list.unnamed : name;
}

function creatorText(actor: AuditActor | undefined, texts: KeysTexts): string {
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
  const { created } = KEYS_TEXTS[visit.language];
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
  const texts = KEYS_TEXTS[visit.language];
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
