/** Proofs made in the browser: the page, its form for one fingerprint, and what its script is given and sends. */

import { isUuid } from "@svc-proof/shared/encoding";
import { type ListProblem, pastedFingerprints } from "@svc-proof/shared/text";
import { fill, type Language, plural } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import Type from "typebox";
import { Compile } from "typebox/schema";
import { ApiError } from "../errors.js";
import { RateLimit } from "../http/limits.js";
import { problemLines } from "../pages/list-problems.js";
import { type Answer, type Page, type PageRoute, signedInOf, type Visit } from "../pages/page-route.js";
import { Field, Form, Notice } from "../pages/parts.js";
import { newSecret } from "../people/sign-in.js";
import { type RegisterProofDeps, registerProof } from "../proofs/register.js";
import { parseRegistrationRequest, type RegistrationRequest } from "../proofs/request.js";
import type { AccountRecord, ProofRecord } from "../records/types.js";
import { fileName, type ProofState, proofState } from "../resources/proof.js";
import { StoreUnavailableError } from "../store/store.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";

export const CREATE_PATH = "/dashboard/create";
export const REGISTER_PATH = "/dashboard/create/register";
const STATES_PATH = "/dashboard/create/states";
const MAIL_PATH = "/dashboard/create/mail";
/** The same as `stop` in a form: for a submission whose page is closed. */
export const STOP_MAIL_PATH = "/dashboard/create/mail/stop";
const PROOFS_PATH = "/dashboard/proofs";

/** The form for fingerprints, as it is shown again after a problem. */
export interface FingerprintForm {
  /** New with each page, so that a form that is sent twice registers once. */
  readonly token: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly isMailWished: boolean;
  readonly problem?: "name" | "limit" | readonly ListProblem[];
}

export interface CreatePageProps {
  readonly visit: Visit;
  readonly form: FingerprintForm;
  /** What the form registered: the first proof, and how many. */
  readonly done: { readonly first: ProofRecord; readonly count: number } | null;
  /** Whether the service sends mails. */
  readonly hasMail: boolean;
  /** `ScriptSettings.wishes`. */
  readonly wishes: readonly string[];
}

export function CreatePage(props: CreatePageProps): JSX.Element {
  const { visit, done } = props;
  const texts = PAGE_TEXTS[visit.language].create;
  return (
    <>
      <h1>{texts.title}</h1>
      {done !== null && (
        <Notice kind="done">
          <p>{plural(texts.script.notices.finished, done.count, visit.language)}</p>
          <p>
            {done.count === 1 ? (
              <a href={visit.href(`${PROOFS_PATH}/${done.first.id}`)}>
                {texts.script.table.open}: <bdi>{done.first.name}</bdi>
              </a>
            ) : (
              <a href={visit.href(PROOFS_PATH)}>{texts.script.buttons.proofs}</a>
            )}
          </p>
          <p>{texts.script.notices.keep}</p>
        </Notice>
      )}
      <p>{texts.lead}</p>
      <div id="create" class="create" data-settings={JSON.stringify(settingsOf(props, texts))}>
        <noscript>
          <p>{texts.noScript}</p>
        </noscript>
      </div>
      <Fingerprints {...props} texts={texts} />
    </>
  );
}

function settingsOf(
  { visit, hasMail, wishes }: CreatePageProps,
  { script, lines }: PageTexts["create"],
): ScriptSettings {
  const { proofs } = PAGE_TEXTS[visit.language];
  const { account, person } = signedInOf(visit);
  return {
    language: visit.language,
    journal: `${account.id}:${person.id}`,
    registerPath: visit.href(REGISTER_PATH),
    statesPath: visit.href(STATES_PATH),
    mailPath: hasMail ? visit.href(MAIL_PATH) : null,
    wishes,
    email: person.email,
    signInPath: visit.href(`/sign-in?to=${encodeURIComponent(CREATE_PATH)}`),
    proofsPath: visit.href(PROOFS_PATH),
    texts: script,
    lines,
    steps: { ...proofs.states, whole: proofs.steps.whole },
  };
}

interface FingerprintsProps extends Omit<CreatePageProps, "done" | "wishes"> {
  readonly texts: PageTexts["create"];
}

function Fingerprints({ visit, form, hasMail, texts }: FingerprintsProps): JSX.Element {
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
      <Form visit={visit} action={CREATE_PATH} id="fingerprints">
        <input type="hidden" name="token" value={form.token} />
        <List visit={visit} form={form} texts={texts} />
        <Field
          name="name"
          label={words.name}
          hint={words.nameHint}
          value={form.name}
          problem={problem === "name" ? words.problems.name : undefined}
          maxLength={200}
          autocomplete="off"
        />
        {hasMail && (
          <p class="without-script">
            <label class="check">
              <input type="checkbox" name="mail" value="yes" checked={form.isMailWished} />{" "}
              {fill(texts.script.options.mail, { email: signedInOf(visit).person.email })}
            </label>
          </p>
        )}
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

/** The field for one fingerprint or a list. */
function List({ visit, form, texts }: Pick<FingerprintsProps, "visit" | "form" | "texts">): JSX.Element {
  const { fingerprint: words } = texts;
  const problems = typeof form.problem === "object" ? form.problem : [];
  const isWrong = problems.length > 0;
  return (
    <div class="field list-field">
      <label for="fingerprint">{words.field}</label>
      <p class="aside" id="fingerprint-hint">
        {words.fieldHint}
      </p>
      <textarea
        id="fingerprint"
        name="fingerprint"
        rows={3}
        required
        spellcheck={false}
        autocomplete="off"
        autocapitalize="none"
        aria-describedby={`fingerprint-hint${isWrong ? " fingerprint-problem" : ""}`}
        aria-invalid={isWrong ? "true" : undefined}
        autofocus={isWrong}
        value={form.fingerprint}
      />
      <div class="problem" id="fingerprint-problem">
        {problemLines(problems, texts.lines, visit.language).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
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

// The states of proofs, for the page that follows them.

/** Most proofs of one question. */
const MAX_ASKED = 100;
/** Most proofs that are added to a wish for a mail at once. */
const MAX_NAMED = 500;
const UUID = Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" });

/** Field names are those of JSON. */
export interface ProofStanding {
  readonly id: string;
  readonly state: ProofState;
  readonly bitcoin: "pending" | "submitted" | "confirmed";
  /** All proofs of a batch have one state. Null while it is queued. */
  readonly batch: string | null;
}

const ASKED = Compile(Type.Object({ proofs: Type.Array(UUID, { minItems: 1, maxItems: MAX_ASKED }) }));
const WISH = Compile(
  Type.Object({
    token: TOKEN,
    proofs: Type.Array(UUID, { maxItems: MAX_NAMED }),
    /** No others follow. */
    whole: Type.Boolean(),
    /** The mail is not wanted any more. */
    stop: Type.Boolean(),
  }),
);

function standingOf(proof: ProofRecord): ProofStanding {
  const { id, batch } = proof;
  return {
    id,
    state: proofState(proof),
    bitcoin: batch?.bitcoin.state ?? "pending",
    batch: batch?.id ?? null,
  };
}

interface CreateRoutesDeps extends RegisterProofDeps {
  /** Whether the service sends mails. */
  readonly hasMail: boolean;
}

/** New wishes for mails of a person: each form that is sent may be one. */
const WISHES_AN_HOUR = 60;
const HOUR_MS = 3_600_000;

/** `/dashboard/create`: the page, its form for fingerprints, and what its script sends. */
export function createRoutes(deps: CreateRoutesDeps): PageRoute[] {
  const { store, hasMail } = deps;
  const limit = new RateLimit(store.rates, {
    name: "mail-wishes",
    points: WISHES_AN_HOUR,
    windowMs: HOUR_MS,
  });
  return [
    {
      method: "GET",
      path: CREATE_PATH,
      access: "member",
      handle: async (visit) => {
        const registered = visit.query.get("registered") ?? "";
        const { account } = signedInOf(visit);
        const first = isUuid(registered) ? await store.proofs.findOwn(registered, account.id) : null;
        const count = Math.min(
          MAX_GROUP,
          Math.max(1, Number.parseInt(visit.query.get("count") ?? "", 10) || 1),
        );
        const form = { token: newSecret(), fingerprint: "", name: "", isMailWished: false };
        const wishes = await wishesOf(deps, visit);
        return page({ visit, form, hasMail, wishes, done: first && { first, count } });
      },
    },
    {
      method: "POST",
      path: CREATE_PATH,
      access: "member",
      maxBodyBytes: MAX_GROUP_BYTES,
      handle: (visit) => registerForm(deps, limit, visit),
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
    {
      method: "POST",
      path: STATES_PATH,
      access: "member",
      body: "json",
      background: true,
      handle: async (visit, h) => {
        const { json } = visit;
        if (!ASKED.Check(json)) throw new ApiError("invalid_request", `expected 1 to ${MAX_ASKED} proofs`);
        const found = await store.proofs.findSome(signedInOf(visit).account.id, json.proofs);
        const proofs = found.filter((proof) => proof !== null).map(standingOf);
        return h.response({ proofs }).header("cache-control", "no-store");
      },
    },
    {
      method: "POST",
      path: MAIL_PATH,
      access: "member",
      body: "json",
      handle: async (visit, h) => {
        const { json } = visit;
        if (!hasMail || !WISH.Check(json))
          throw new ApiError("invalid_request", "expected a wish for a mail");
        const { token, proofs, whole, stop } = json;
        if (stop) await store.mailWishes.drop({ personId: signedInOf(visit).person.id, token });
        const answer: MailAnswer = stop
          ? { noted: true, open: false }
          : await wishMail(deps, limit, visit, { token, proofs, whole });
        return h.response(answer).header("cache-control", "no-store");
      },
    },
    {
      method: "POST",
      path: STOP_MAIL_PATH,
      // Also of somebody who may create no proofs any more.
      access: "reader",
      handle: async (visit) => {
        const token = visit.form.text("token");
        if (!isToken(token)) throw new ApiError("invalid_request", "expected a wish for a mail");
        await store.mailWishes.drop({ personId: signedInOf(visit).person.id, token });
        return { redirect: `${PROOFS_PATH}?notice=mailStopped` };
      },
    },
  ];
}

/** Field names are those of JSON. */
export interface MailAnswer {
  /** False when there are too many wishes: nothing is promised. */
  readonly noted: boolean;
  /** Whether a mail may come. */
  readonly open: boolean;
}

/** Adds proofs to a wish: those that are not confirmed yet, so that no mail tells of a proof again. */
async function wishMail(
  { store }: CreateRoutesDeps,
  limit: RateLimit,
  visit: Visit,
  {
    token,
    proofs,
    whole: isWhole,
  }: { readonly token: string; readonly proofs: readonly string[]; readonly whole: boolean },
): Promise<MailAnswer> {
  const { person, account } = signedInOf(visit);
  const { language, now: at } = visit;
  const found = await store.proofs.findSome(account.id, proofs);
  const proofIds = found.flatMap((proof) =>
    proof === null || proof.batch?.state === "confirmed" ? [] : [proof.id],
  );
  const wish = { personId: person.id, token };
  const answer = await store.mailWishes.ask({
    ...wish,
    accountId: account.id,
    ...{ language, proofIds, isWhole, at },
  });
  if (answer === "new" && (await limit.take(person.id)).left < 0) {
    await store.mailWishes.drop(wish);
    return { noted: false, open: false };
  }
  return { noted: answer !== "too_many", open: answer !== "nothing" };
}

async function wishesOf({ store, hasMail }: CreateRoutesDeps, visit: Visit): Promise<readonly string[]> {
  if (!hasMail) return [];
  return (await store.mailWishes.listWishes(signedInOf(visit).person.id)).map(({ token }) => token);
}

/** The form without the script: one fingerprint, or a list of as many as one request takes. */
async function registerForm(deps: CreateRoutesDeps, limit: RateLimit, visit: Visit): Promise<Answer> {
  const { form } = visit;
  const given = {
    token: form.text("token"),
    fingerprint: form.text("fingerprint"),
    name: form.text("name"),
    isMailWished: form.has("mail"),
  };
  const token = isToken(given.token) ? given.token : newSecret();
  const again = async (problem: NonNullable<FingerprintForm["problem"]>, status: number): Promise<Page> => {
    const { hasMail } = deps;
    const wishes = await wishesOf(deps, visit);
    return { ...page({ visit, form: { ...given, token, problem }, hasMail, wishes, done: null }), status };
  };
  const { entries, problems } = pastedFingerprints(given.fingerprint);
  const tooMany = entries[MAX_GROUP];
  if (tooMany !== undefined) return again([{ line: tooMany.line, kind: "many" }], 400);
  if (problems.length > 0) return again(problems, 400);
  if (entries.length === 0) return again([{ line: 1, kind: "form" }], 400);
  const isOne = entries.length === 1;
  const items = entries.map(({ hash, path }) => ({
    // Of the form and the fingerprint: the same form, filled in anew, registers another one.
    token: `${token}.${hash}`,
    request: requestOf({ hash, name: isOne && given.name !== "" ? given.name : (fileName(path) ?? "") }),
  }));
  const wrong = items.findIndex(({ request }) => request instanceof ApiError);
  if (wrong >= 0) return again(isOne ? "name" : [{ line: entries[wrong]!.line, kind: "form" }], 400);
  const answers = await registerGroup(deps, signedInOf(visit).account, items);
  const codes = answers.map((answer) => (answer.outcome === "refused" ? answer.code : null));
  if (codes.includes("unavailable")) throw new StoreUnavailableError("a fingerprint was not registered");
  if (codes.includes("rate_limited")) return again("limit", 429);
  const ids = answers.flatMap((answer) => (answer.outcome === "refused" ? [] : [answer.proof_id]));
  if (deps.hasMail && given.isMailWished)
    await wishMail(deps, limit, visit, { token, proofs: ids, whole: true });
  return { redirect: `${CREATE_PATH}?registered=${ids[0]}&count=${ids.length}` };
}

function page(props: CreatePageProps): Page {
  return {
    title: PAGE_TEXTS[props.visit.language].create.title,
    body: <CreatePage {...props} />,
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
  readonly statesPath: string;
  /** Null where the service sends no mails. */
  readonly mailPath: string | null;
  /** The submissions of the person whose mails are to come, by their tokens. */
  readonly wishes: readonly string[];
  /** Of the person, for the mail. */
  readonly email: string;
  /** Leads back to the page. */
  readonly signInPath: string;
  /** Of the list of proofs; a proof's page is below. */
  readonly proofsPath: string;
  readonly texts: PageTexts["create"]["script"];
  readonly lines: PageTexts["create"]["lines"];
  /** What a proof has reached, as in the list of proofs; `whole`: all, also in Bitcoin. */
  readonly steps: Readonly<Record<ProofState | "whole", string>>;
}
