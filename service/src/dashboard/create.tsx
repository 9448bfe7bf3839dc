/** Proofs made in the browser: the page, its form for one fingerprint, and what its script is given and sends. */

import { isUuid } from "@svc-proof/shared/encoding";
import { pastedFingerprint } from "@svc-proof/shared/text";
import { fill, type Language } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import Type from "typebox";
import { Compile } from "typebox/schema";
import { ApiError } from "../errors.js";
import { type Page, type PageRoute, signedInOf, type Visit } from "../pages/page-route.js";
import { Field, Form, Notice } from "../pages/parts.js";
import { newSecret } from "../people/sign-in.js";
import { type RegisterProofDeps, registerProof } from "../proofs/register.js";
import { parseRegistrationRequest, type RegistrationRequest } from "../proofs/request.js";
import type { AccountRecord, ProofRecord } from "../records/types.js";
import { StoreUnavailableError } from "../store/store.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";

export const CREATE_PATH = "/dashboard/create";
export const REGISTER_PATH = "/dashboard/create/register";
const PROOFS_PATH = "/dashboard/proofs";

/** The form for one fingerprint, as it is shown again after a problem. */
export interface FingerprintForm {
  /** New with each page, so that a form that is sent twice registers once. */
  readonly token: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly problem?: "fingerprint" | "name" | "limit";
}

export interface CreatePageProps {
  readonly visit: Visit;
  readonly form: FingerprintForm;
  /** What the form registered. */
  readonly done: ProofRecord | null;
}

export function CreatePage({ visit, form, done }: CreatePageProps): JSX.Element {
  const texts = PAGE_TEXTS[visit.language].create;
  return (
    <>
      <h1>{texts.title}</h1>
      {done !== null && (
        <Notice kind="done">
          <p>{fill(texts.registered, { name: done.name })}</p>
          <p>
            <a href={visit.href(`${PROOFS_PATH}/${done.id}`)}>{texts.openProof}</a>
          </p>
        </Notice>
      )}
      <p>{texts.lead}</p>
      <div id="create" class="create" data-settings={JSON.stringify(settingsOf(visit, texts))}>
        <noscript>
          <p>{texts.noScript}</p>
        </noscript>
      </div>
      <Fingerprint visit={visit} form={form} texts={texts} />
    </>
  );
}

function settingsOf(visit: Visit, { script }: PageTexts["create"]): ScriptSettings {
  const { account, person } = signedInOf(visit);
  return {
    language: visit.language,
    journal: `${account.id}:${person.id}`,
    registerPath: visit.href(REGISTER_PATH),
    proofsPath: visit.href(PROOFS_PATH),
    texts: script,
  };
}

function Fingerprint({
  visit,
  form,
  texts,
}: Pick<CreatePageProps, "visit" | "form"> & { readonly texts: PageTexts["create"] }): JSX.Element {
  const { fingerprint: words } = texts;
  const { problem } = form;
  return (
    <section aria-labelledby="fingerprint-title">
      <h2 id="fingerprint-title">{words.title}</h2>
      <p>{words.intro}</p>
      {problem === "limit" && (
        <Notice kind="problem">
          <p>{words.problems.limit}</p>
        </Notice>
      )}
      <Form visit={visit} action={CREATE_PATH}>
        <input type="hidden" name="token" value={form.token} />
        <Field
          name="fingerprint"
          label={words.field}
          hint={words.fieldHint}
          value={form.fingerprint}
          problem={problem === "fingerprint" ? words.problems.fingerprint : undefined}
          required
          autocomplete="off"
        />
        <Field
          name="name"
          label={words.name}
          hint={words.nameHint}
          value={form.name}
          problem={problem === "name" ? words.problems.name : undefined}
          maxLength={200}
          autocomplete="off"
        />
        <button type="submit">{words.submit}</button>
      </Form>
      <h3>{words.howTo}</h3>
      <p>{words.howToIntro}</p>
      <dl class="commands">
        {COMMANDS.map(([system, command]) => (
          <div key={system}>
            <dt>{words.systems[system]}</dt>
            <dd>
              <code>{fill(command, { file: words.exampleFile })}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Tools that come with the systems. */
const COMMANDS = [
  ["windows", 'Get-FileHash -Algorithm SHA256 "{file}"'],
  ["windowsPrompt", 'certutil -hashfile "{file}" SHA256'],
  ["macos", 'shasum -a 256 "{file}"'],
  ["linux", 'sha256sum "{file}"'],
] as const satisfies readonly (readonly [keyof PageTexts["create"]["fingerprint"]["systems"], string])[];

// Registers fingerprints of a page by the rules of `POST /proofs`: docs/design/dashboard.md. Each item has an
// idempotency key of its own, so that a group whose answer was lost is sent again and creates nothing twice.

/** What became of an item. Field names are those of JSON. */
export type ItemAnswer = RegisteredItem | RefusedItem;

export interface RegisteredItem {
  readonly token: string;
  /** `existing`: the account had registered the bytes, or the item was sent before. */
  readonly outcome: "created" | "existing";
  readonly hash: string;
  readonly proof_id: string;
  readonly received_at: string;
  /** False when another account was first: such a proof has no certificate. */
  readonly first_registrant: boolean;
}

export interface RefusedItem {
  readonly token: string;
  readonly outcome: "refused";
  /** `rate_limited` and `unavailable` pass; the proof of an item that was `unavailable` may exist. */
  readonly code: "rate_limited" | "unavailable" | "invalid_request";
  /** Of `rate_limited`. */
  readonly retry_after?: number;
}

/** In the order of the items. */
export function registerGroup(
  deps: RegisterProofDeps,
  account: AccountRecord,
  items: readonly GroupItem[],
): Promise<readonly ItemAnswer[]> {
  return Promise.all(items.map((item) => registerItem(deps, account, item)));
}

async function registerItem(
  deps: RegisterProofDeps,
  account: AccountRecord,
  { token, request }: GroupItem,
): Promise<ItemAnswer> {
  if (request instanceof ApiError) return { token, outcome: "refused", code: "invalid_request" };
  try {
    const { created, proof } = await registerProof(deps, { account, keyId: null }, token, request);
    return {
      token,
      outcome: created ? "created" : "existing",
      hash: proof.hash,
      proof_id: proof.id,
      received_at: proof.receivedAt.toISOString(),
      first_registrant: proof.firstRegistrant,
    };
  } catch (error) {
    if (error instanceof StoreUnavailableError) return { token, outcome: "refused", code: "unavailable" };
    if (!(error instanceof ApiError) || error.code !== "rate_limited") throw error;
    const retryAfter = Number(error.headers["retry-after"]);
    return { token, outcome: "refused", code: "rate_limited", retry_after: retryAfter };
  }
}

// The body of `POST /dashboard/create/register`: fingerprints that the page's script computed, and what became of each.

/** Most fingerprints of one request. */
export const MAX_GROUP = 100;
/** A hundred names of 200 characters, written as escapes, with types, fit. */
export const MAX_GROUP_BYTES = 524_288;

/** Of the browser, for one registration: 128 random bits or more, base64url. A repeated one gives its proof. */
const TOKEN = Type.String({ pattern: "^[A-Za-z0-9_-]{22,86}$" });

const GROUP = Compile(
  Type.Object({
    items: Type.Array(Type.Object({ token: TOKEN }, { additionalProperties: true }), {
      minItems: 1,
      maxItems: MAX_GROUP,
    }),
  }),
);

const TOKEN_CHECK = Compile(TOKEN);

export interface GroupItem {
  readonly token: string;
  /** What is wrong with it, by the API's rules. */
  readonly request: RegistrationRequest | ApiError;
}

/** @throws ApiError `invalid_request` for what the page's script never sends. */
export function parseGroup(body: unknown): readonly GroupItem[] {
  if (!GROUP.Check(body)) {
    throw new ApiError("invalid_request", `expected 1 to ${MAX_GROUP} items, each with a token`);
  }
  return body.items.map((item) => ({ token: item.token, request: requestOf(item) }));
}

export function isToken(text: string): boolean {
  return TOKEN_CHECK.Check(text);
}

/** By the rules of the API. Pages neither seal nor take metadata. */
export function requestOf(item: Readonly<Record<string, unknown>>): RegistrationRequest | ApiError {
  const { hash, name, size, mime_type } = item;
  const fields = { hash, name, size, mime_type };
  const value = Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined));
  try {
    return parseRegistrationRequest({ value, memberText: () => null });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** `/dashboard/create`: the page, its form for one fingerprint, and the registrations of its script. */
export function createRoutes(deps: RegisterProofDeps): PageRoute[] {
  return [
    {
      method: "GET",
      path: CREATE_PATH,
      access: "member",
      handle: async (visit) => {
        const registered = visit.query.get("registered") ?? "";
        const { account } = signedInOf(visit);
        const done = isUuid(registered) ? await deps.store.proofs.findOwn(registered, account.id) : null;
        return page(visit, { token: newSecret(), fingerprint: "", name: "" }, done);
      },
    },
    {
      method: "POST",
      path: CREATE_PATH,
      access: "member",
      handle: async (visit) => {
        const { form } = visit;
        const given = {
          token: form.text("token"),
          fingerprint: form.text("fingerprint"),
          name: form.text("name"),
        };
        const token = isToken(given.token) ? given.token : newSecret();
        const pasted = pastedFingerprint(given.fingerprint);
        const again = (problem: NonNullable<FingerprintForm["problem"]>, status: number): Page => ({
          ...page(visit, { ...given, token, problem }, null),
          status,
        });
        if (pasted?.algorithm !== "SHA-256") return again("fingerprint", 400);
        const { hash } = pasted;
        const request = requestOf({ hash, name: given.name });
        if (request instanceof ApiError) return again("name", 400);
        try {
          const registrant = { account: signedInOf(visit).account, keyId: null };
          const { proof: known } = await registerProof(deps, registrant, token, request);
          // The form of an earlier fingerprint, filled in anew: its token leads to the proof of that one.
          const proof =
            known.hash === hash ? known : (await registerProof(deps, registrant, newSecret(), request)).proof;
          return { redirect: `${CREATE_PATH}?registered=${proof.id}` };
        } catch (error) {
          if (error instanceof ApiError && error.code === "rate_limited") return again("limit", 429);
          throw error;
        }
      },
    },
    {
      method: "POST",
      path: REGISTER_PATH,
      access: "member",
      body: "json",
      maxBodyBytes: MAX_GROUP_BYTES,
      handle: async (visit, h) => {
        const items = await registerGroup(deps, signedInOf(visit).account, parseGroup(visit.json));
        return h.response({ items }).header("cache-control", "no-store");
      },
    },
  ];
}

function page(visit: Visit, form: FingerprintForm, done: ProofRecord | null): Page {
  return {
    title: PAGE_TEXTS[visit.language].create.title,
    body: <CreatePage visit={visit} form={form} done={done} />,
    scripts: ["create"],
    trustedTypes: "svc-create",
    place: "create",
  };
}

/** What the page gives to its script: `service/browser/create.ts` reads it from the attribute `data-settings`. */
export interface ScriptSettings {
  readonly language: Language;
  /** Whose journal it is: that of a person in an account. */
  readonly journal: string;
  readonly registerPath: string;
  /** Of the list of proofs; a proof's page is below. */
  readonly proofsPath: string;
  readonly texts: PageTexts["create"]["script"];
}
