/** Passkeys, codes, sessions. */

import { printable } from "@svc-proof/shared/text";
import { fill, plural } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import { isShortText } from "../accounts/accounts.js";
import { ApiError } from "../errors.js";
import type { Addresses } from "../http/site.js";
import { type Page, type PageRoute, signedInOf, type Visit } from "../pages/page-route.js";
import { Field, Form, Moment, Notice, Table } from "../pages/parts.js";
import { MAX_ANSWER_BYTES, MAX_PASSKEY_NAME } from "../people/passkeys.js";
import type { People } from "../people/people.js";
import { MAX_USER_AGENT, openSessions } from "../people/sessions.js";
import type { PeopleStore } from "../records/records.js";
import type { PasskeyRecord, SessionRecord } from "../records/types.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";
import { jsonAnswer, lockedAnswer } from "./answers.js";
import { PASSKEY_SCRIPT } from "./sign-in.js";
import { visitorOf } from "./sign-in-routes.js";

type NoticeKind = keyof PageTexts["security"]["notices"];

export interface SecurityFacts {
  readonly passkeys: readonly PasskeyRecord[];
  readonly codesLeft: number;
  readonly sessions: readonly SessionRecord[];
  readonly currentSession: string;
  /** Whether passkeys work at the site's address. */
  readonly hasPasskeys: boolean;
  readonly notice: NoticeKind | null;
}

interface PartProps extends SecurityFacts {
  readonly visit: Visit;
  readonly texts: PageTexts["security"];
}

/** `/dashboard/security`. */
export function securityPage(visit: Visit, facts: SecurityFacts, status = 200): Page {
  const texts = PAGE_TEXTS[visit.language].security;
  const { notice, hasPasskeys } = facts;
  const part = { ...facts, visit, texts };
  return {
    title: texts.title,
    place: "security",
    status,
    scripts: hasPasskeys ? [PASSKEY_SCRIPT] : [],
    body: (
      <>
        <h1>{texts.title}</h1>
        {notice !== null && (
          <Notice kind={notice === "lastPasskey" ? "problem" : "done"}>{texts.notices[notice]}</Notice>
        )}
        <p>{texts.intro}</p>
        <PasskeyPart {...part} />
        <CodePart {...part} />
        <SessionPart {...part} />
      </>
    ),
  };
}

function PasskeyPart({ visit, texts, passkeys, hasPasskeys }: PartProps): JSX.Element {
  const { language } = visit;
  return (
    <section>
      <h2>{texts.passkeys}</h2>
      <p>{texts.passkeysText}</p>
      {passkeys.length === 0 ? (
        <p>{texts.noPasskeyYet}</p>
      ) : (
        <Table
          label={texts.passkeys}
          head={[texts.name, texts.where, texts.added, texts.lastUsed, texts.action]}
          rows={passkeys.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
            key: id,
            cells: [
              name,
              backedUp ? texts.synced : texts.oneDevice,
              <Moment at={createdAt} language={language} />,
              lastUsedAt === null ? texts.never : <Moment at={lastUsedAt} language={language} />,
              <Form visit={visit} action="/dashboard/security/passkeys/remove">
                <input type="hidden" name="id" value={id} />
                <button type="submit" aria-label={texts.removeNamed.replace("{name}", () => name)}>
                  {texts.remove}
                </button>
              </Form>,
            ],
          }))}
        />
      )}
      {hasPasskeys ? <NewPasskey visit={visit} texts={texts} /> : <p>{texts.noPasskeys}</p>}
    </section>
  );
}

function NewPasskey({ visit, texts }: Pick<PartProps, "visit" | "texts">): JSX.Element {
  return (
    <div
      data-passkey="add"
      data-options={visit.href("/dashboard/security/passkeys/options")}
      data-answer={visit.href("/dashboard/security/passkeys")}
      data-failed={texts.addFailed}
      data-locked={PAGE_TEXTS[visit.language].signIn.locked}
      data-full={texts.addFull}
      data-unsupported={texts.unsupported}
    >
      <form hidden>
        <Field
          name="passkey-name"
          label={texts.passkeyName}
          hint={texts.passkeyNameHint}
          value={texts.defaultName}
          required
          maxLength={MAX_PASSKEY_NAME}
          autocomplete="off"
        />
        <button type="submit">{texts.add}</button>
      </form>
      <p class="problem" role="alert" />
      <noscript>
        <p class="aside">{texts.needScript}</p>
      </noscript>
    </div>
  );
}

function CodePart({ visit, texts, codesLeft }: PartProps): JSX.Element {
  return (
    <section>
      <h2>{texts.codes}</h2>
      <p>{texts.codesText}</p>
      <p>{codesLeft === 0 ? texts.noCodes : plural(texts.codesLeft, codesLeft, visit.language)}</p>
      <Form visit={visit} action="/dashboard/security/codes">
        {codesLeft > 0 && <p class="aside">{texts.codesReplace}</p>}
        <button type="submit">{texts.makeCodes}</button>
      </Form>
    </section>
  );
}

function SessionPart({ visit, texts, sessions, currentSession }: PartProps): JSX.Element {
  const { language } = visit;
  return (
    <section>
      <h2>{texts.sessions}</h2>
      <p>{texts.sessionsText}</p>
      <Table
        label={texts.sessions}
        head={[texts.device, texts.method, texts.started, texts.lastSeen, texts.action]}
        rows={sessions.map(({ id, userAgent, method, createdAt, lastSeenAt }) => ({
          key: id,
          cells: [
            <span key="device" title={printable(userAgent)}>
              {deviceText(userAgent, texts)}
            </span>,
            texts.methods[method],
            <Moment at={createdAt} language={language} />,
            <Moment at={lastSeenAt} language={language} />,
            id === currentSession ? (
              texts.thisOne
            ) : (
              <Form visit={visit} action="/dashboard/security/sessions/end">
                <input type="hidden" name="id" value={id} />
                <button type="submit">{texts.end}</button>
              </Form>
            ),
          ],
        }))}
      />
      {sessions.length > 1 && (
        <Form visit={visit} action="/dashboard/security/sessions/end-others">
          <button type="submit">{texts.endOthers}</button>
        </Form>
      )}
    </section>
  );
}

/** Whoever comes first names the browser: most say that they are Chrome and Safari as well. */
const BROWSERS: readonly (readonly [name: string, version: RegExp])[] = [
  ["Edge", /\bEdg(?:A|iOS)?\/(\d{1,4})/],
  ["Opera", /\bOPR\/(\d{1,4})/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d{1,4})/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ["Chrome", /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d{1,4})/],
  ["Safari", /\bVersion\/(\d{1,4})\S* .*\bSafari\//],
];
const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ["Windows", /\bWindows NT\b/],
  ["iOS", /\biPhone\b/],
  ["iPadOS", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

/** "Firefox 140 on Linux", of a `User-Agent`; the name of another program as it calls itself. */
export function deviceText(
  userAgent: string,
  texts: Pick<PageTexts["security"], "onSystem" | "unknownDevice">,
): string {
  const said = userAgent.slice(0, MAX_USER_AGENT);
  const [known] = BROWSERS.flatMap(([name, version]) => {
    const found = version.exec(said);
    return found === null ? [] : [`${name} ${found[1]}`];
  });
  const browser = known ?? /^([\w.-]{1,40})(?:\/|$)/.exec(said)?.[1];
  if (browser === undefined || (known === undefined && browser === "Mozilla")) return texts.unknownDevice;
  const system = SYSTEMS.find(([, mark]) => mark.test(said))?.[0];
  return system === undefined ? browser : fill(texts.onSystem, { browser, system });
}

/** New recovery codes: the one time that they are shown. */
export function codesPage(visit: Visit, site: string, email: string, codes: readonly string[]): Page {
  const texts = PAGE_TEXTS[visit.language].security;
  return {
    title: texts.codesTitle,
    place: "security",
    body: (
      <>
        <h1>{texts.codesTitle}</h1>
        <p class="caveat">{texts.codesShown}</p>
        <p>{fill(texts.codesFor, { site, email })}</p>
        <ol class="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <p>
          <a class="button" href={visit.href("/dashboard/security")}>
            {texts.codesDone}
          </a>
        </p>
      </>
    ),
  };
}

/**
 * `/dashboard/security`: passkeys, recovery codes and sessions of the person who is signed in. All of it needs a recent
 * sign-in (OWASP ASVS 5.0, 7.5.1 and 7.5.2).
 */
const PATH = "/dashboard/security";

/** Of what a browser is told that made a passkey. */
const STATUS = { added: 200, refused: 403, full: 409 } as const;

const NOTICES: Readonly<Record<string, NoticeKind>> = {
  "passkey-added": "passkeyAdded",
  "passkey-removed": "passkeyRemoved",
  "session-ended": "sessionEnded",
  "others-ended": "othersEnded",
};

export interface SecurityDeps {
  readonly people: People;
  readonly store: PeopleStore;
  readonly addresses: () => Addresses;
}

export function securityRoutes({ people, store, addresses }: SecurityDeps): PageRoute[] {
  const show = async (visit: Visit, notice: NoticeKind | null, status = 200): Promise<Page> => {
    const { person, session } = signedInOf(visit);
    const [passkeys, codesLeft, sessions] = await Promise.all([
      store.listPasskeys(person.id),
      store.countRecoveryCodes(person.id),
      openSessions(store, person.id, visit.now),
    ]);
    const hasPasskeys = people.passkeys.areAvailable;
    const facts = { passkeys, codesLeft, sessions, currentSession: session.id, hasPasskeys, notice };
    return securityPage(visit, facts, status);
  };

  const guarded = { access: "reader", recent: true } as const;
  const json = { body: "json", maxBodyBytes: MAX_ANSWER_BYTES } as const;

  return [
    {
      method: "GET",
      path: PATH,
      ...guarded,
      handle: (visit) => show(visit, NOTICES[visit.query.get("done") ?? ""] ?? null),
    },
    {
      method: "POST",
      path: `${PATH}/passkeys/options`,
      ...guarded,
      ...json,
      handle: async (visit, h) => {
        const { person } = signedInOf(visit);
        const locked = await people.attempt("new-passkey", visitorOf(visit), person.email);
        if (locked !== null) return lockedAnswer(h, locked);
        const options = await people.passkeys.registrationOptions(person, visit.now);
        if (options === null) throw new ApiError("not_found", "there are no passkeys at this address");
        return jsonAnswer(h, 200, options);
      },
    },
    {
      method: "POST",
      path: `${PATH}/passkeys`,
      ...guarded,
      ...json,
      handle: async (visit, h) => {
        const { answer, name } = Object(visit.json) as { readonly answer?: unknown; readonly name?: unknown };
        if (!hasTransports(answer)) throw new ApiError("invalid_request", '"transports" expected a list');
        const given = typeof name === "string" ? name.normalize("NFC").trim().slice(0, MAX_PASSKEY_NAME) : "";
        const isShown = isShortText(given, MAX_PASSKEY_NAME);
        const shown = isShown ? given : PAGE_TEXTS[visit.language].security.defaultName;
        const { person } = signedInOf(visit);
        const added = await people.addPasskey(person, answer, shown, visitorOf(visit));
        if (added.outcome === "locked") return lockedAnswer(h, added);
        const { outcome } = added;
        return jsonAnswer(h, STATUS[outcome], { outcome, to: visit.href(`${PATH}?done=passkey-added`) });
      },
    },
    {
      method: "POST",
      path: `${PATH}/passkeys/remove`,
      ...guarded,
      handle: async (visit) => {
        const outcome = await people.removePasskey(signedInOf(visit).person, visit.form.text("id"));
        if (outcome === "not_found") throw new ApiError("not_found", "there is no such passkey");
        if (outcome === "last") return show(visit, "lastPasskey", 409);
        return { redirect: `${PATH}?done=passkey-removed` };
      },
    },
    {
      method: "POST",
      path: `${PATH}/codes`,
      ...guarded,
      // The answer to the form itself: codes in an address or in the store could be read later.
      handle: async (visit) => {
        const { person } = signedInOf(visit);
        return codesPage(visit, addresses().siteUrl, person.email, await people.replaceRecoveryCodes(person));
      },
    },
    {
      method: "POST",
      path: `${PATH}/sessions/end`,
      ...guarded,
      handle: async (visit) => {
        if (!(await people.endSession(signedInOf(visit).person, visit.form.text("id"))))
          throw new ApiError("not_found", "there is no such session");
        return { redirect: `${PATH}?done=session-ended` };
      },
    },
    {
      method: "POST",
      path: `${PATH}/sessions/end-others`,
      ...guarded,
      handle: async (visit) => {
        await people.endOtherSessions(signedInOf(visit));
        return { redirect: `${PATH}?done=others-ended` };
      },
    },
  ];
}

/** WebAuthn, section 5.2.1: a list, which older browsers leave out. */
function hasTransports(answer: unknown): boolean {
  const { response } = Object(answer) as { readonly response?: unknown };
  const { transports = [] } = Object(response) as { readonly transports?: unknown };
  return Array.isArray(transports);
}
