import { fill, plural } from "@svc-proof/ui/language";
import type { JSX } from "preact";
import { Field, Form, Notice } from "../../pages/form/form.js";
import { Moment } from "../../pages/moment.js";
import type { Page } from "../../pages/page-route.js";
import { Table } from "../../pages/table.js";
import type { Visit } from "../../pages/visit.js";
import { MAX_PASSKEY_NAME } from "../../people/passkeys.js";
import type { PasskeyRecord, SessionRecord } from "../../records/types.js";
import { PASSKEY_SCRIPT } from "../sign-in/passkey-button.js";
import { SIGN_IN_TEXTS } from "../sign-in/texts.js";
import { type NoticeKind, SECURITY_TEXTS, type SecurityTexts } from "./texts.js";

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
  readonly texts: SecurityTexts;
}

/** `/dashboard/security`. */
export function securityPage(visit: Visit, facts: SecurityFacts, status = 200): Page {
  const texts = SECURITY_TEXTS[visit.language];
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
      data-locked={SIGN_IN_TEXTS[visit.language].locked}
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
            userAgent || texts.unknownDevice,
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

/** New recovery codes: the one time that they are shown. */
export function codesPage(visit: Visit, site: string, email: string, codes: readonly string[]): Page {
  const texts = SECURITY_TEXTS[visit.language];
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
