/** Pages of signing in. */

import type { ComponentChildren, JSX } from "preact";
import type { Page, Visit } from "../pages/page-route.js";
import { EmailField, Field, Form } from "../pages/parts.js";
import { PAGE_TEXTS } from "../texts/page-texts.js";

export interface CodeForm {
  readonly to: string;
  readonly email?: string;
  readonly problem?: string;
  readonly status?: number;
}

/** `/sign-in/code`. What was typed as a code is not shown again. */
export function codePage(visit: Visit, { to, email = "", problem, status }: CodeForm): Page {
  const texts = PAGE_TEXTS[visit.language].signIn;
  return {
    title: texts.codeTitle,
    ...(status !== undefined && { status }),
    body: (
      <>
        <h1>{texts.codeTitle}</h1>
        <p>{texts.codeText}</p>
        <Form visit={visit} action="/sign-in/code">
          <input type="hidden" name="to" value={to} />
          <EmailField label={texts.email} value={email} autocomplete="username" />
          <Field
            name="code"
            label={texts.code}
            hint={texts.codeHint}
            problem={problem}
            required
            maxLength={60}
            autocomplete="off"
          />
          <button type="submit">{texts.signIn}</button>
        </Form>
      </>
    ),
  };
}

export interface LinkPageOptions {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  /** Where the link is used. */
  readonly action: string;
  readonly token: string;
  readonly to: string;
}

/**
 * Asks before a link is used: programs that check mails open every link in them, and whoever was sent somebody else's link sees
 * whose it is.
 */
export function linkPage(visit: Visit, { title, text, button, action, token, to }: LinkPageOptions): Page {
  const texts = PAGE_TEXTS[visit.language].signIn;
  const { signedIn } = visit;
  return {
    title,
    body: (
      <>
        <h1>{title}</h1>
        <p>{text}</p>
        {signedIn !== null && (
          <p class="caveat">{texts.linkReplaces.replace("{email}", () => signedIn.person.email)}</p>
        )}
        <Form visit={visit} action={action}>
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="to" value={to} />
          <button type="submit" class="primary">
            {button}
          </button>
        </Form>
      </>
    ),
  };
}

/** Says why a link, a code or a passkey lets nobody in, with a way on. */
export function deadEndPage(
  visit: Visit,
  status: number,
  title: string,
  text: string,
  way: { readonly path: string; readonly text: string } | null,
): Page {
  const more: ComponentChildren = way !== null && (
    <p>
      <a href={visit.href(way.path)}>{way.text}</a>
    </p>
  );
  return {
    title,
    status,
    body: (
      <>
        <h1>{title}</h1>
        <p>{text}</p>
        {more}
      </>
    ),
  };
}

/** Name of the script in `service/browser`. */
export const PASSKEY_SCRIPT = "passkeys";

/** A button that `browser/passkeys.ts` brings to life. @param to where to go then, a path. */
export function PasskeyButton({ visit, to }: { readonly visit: Visit; readonly to: string }): JSX.Element {
  const texts = PAGE_TEXTS[visit.language].signIn;
  return (
    <div
      data-passkey="sign-in"
      data-options={visit.href("/sign-in/passkey/options")}
      data-answer={visit.href("/sign-in/passkey")}
      data-to={to}
      data-failed={texts.passkeyFailed}
      data-locked={texts.locked}
      data-unsupported={texts.passkeyUnsupported}
    >
      <button type="button" class="primary" hidden>
        {texts.passkeyButton}
      </button>
      <p class="problem" role="alert" />
      <noscript>
        <p class="aside">{texts.passkeysNeedScript}</p>
      </noscript>
    </div>
  );
}

/** Which ways in there are. */
export interface WaysIn {
  readonly passkeys: boolean;
  readonly mail: boolean;
  readonly signUp: boolean;
}

export interface SignInForm {
  /** Where to go then, a path. */
  readonly to: string;
  readonly email?: string;
  readonly problem?: string;
  readonly status?: number;
}

/** `/sign-in`. */
export function signInPage(visit: Visit, ways: WaysIn, form: SignInForm): Page {
  const texts = PAGE_TEXTS[visit.language].signIn;
  const { to, email = "", problem, status } = form;
  const query = `?to=${encodeURIComponent(to)}`;
  return {
    title: texts.signIn,
    place: "signIn",
    ...(status !== undefined && { status }),
    scripts: ways.passkeys ? [PASSKEY_SCRIPT] : [],
    body: (
      <>
        <h1>{texts.signIn}</h1>
        <h2>{texts.withPasskey}</h2>
        {ways.passkeys ? <PasskeyButton visit={visit} to={to} /> : <p>{texts.noPasskeys}</p>}
        <h2>{texts.withMail}</h2>
        {ways.mail ? (
          <Form visit={visit} action="/sign-in">
            <input type="hidden" name="to" value={to} />
            <EmailField label={texts.email} value={email} problem={problem} autocomplete="username" />
            <button type="submit">{texts.sendLink}</button>
          </Form>
        ) : (
          <p>{texts.noMail}</p>
        )}
        <p>
          <a href={visit.href(`/sign-in/code${query}`)}>{texts.codeInstead}</a>
        </p>
        {ways.signUp && (
          <p>
            {texts.noAccount} <a href={visit.href("/sign-up")}>{texts.createAccount}</a>
          </p>
        )}
      </>
    ),
  };
}

/** After a link was asked for, whether or not there is somebody to send it to. */
export function sentPage(visit: Visit, kind: "signIn" | "signUp"): Page {
  const texts = PAGE_TEXTS[visit.language].signIn;
  return {
    title: texts.sentTitle,
    body: (
      <>
        <h1>{texts.sentTitle}</h1>
        <p>{kind === "signIn" ? texts.sentText : texts.sentSignUpText}</p>
        <p>{texts.sentLife}</p>
      </>
    ),
  };
}

/** `/sign-in/again`: for pages that need a recent sign-in. */
export function againPage(visit: Visit, ways: WaysIn, { to, problem, status }: SignInForm): Page {
  const texts = PAGE_TEXTS[visit.language].signIn;
  const email = visit.signedIn?.person.email ?? "";
  return {
    title: texts.againTitle,
    ...(status !== undefined && { status }),
    scripts: ways.passkeys ? [PASSKEY_SCRIPT] : [],
    body: (
      <>
        <h1>{texts.againTitle}</h1>
        <p>{texts.againText}</p>
        {problem !== undefined && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        {ways.passkeys && <PasskeyButton visit={visit} to={to} />}
        {ways.mail && (
          <Form visit={visit} action="/sign-in/again">
            <input type="hidden" name="to" value={to} />
            <p>{texts.againMail.replace("{email}", () => email)}</p>
            <button type="submit">{texts.sendLink}</button>
          </Form>
        )}
        <p>
          <a href={visit.href(`/sign-in/code?to=${encodeURIComponent(to)}`)}>{texts.codeInstead}</a>
        </p>
      </>
    ),
  };
}

export interface SignUpForm {
  readonly email?: string;
  readonly problem?: string;
  readonly status?: number;
}

/** `/sign-up`. @param isOpen whether anyone may. */
export function signUpPage(visit: Visit, isOpen: boolean, { email = "", problem, status }: SignUpForm): Page {
  const texts = PAGE_TEXTS[visit.language].signIn;
  return {
    title: texts.signUp,
    ...(status !== undefined && { status }),
    body: (
      <>
        <h1>{texts.signUp}</h1>
        {isOpen ? (
          <>
            <p>{texts.signUpText}</p>
            <Form visit={visit} action="/sign-up">
              <EmailField label={texts.email} value={email} problem={problem} autocomplete="username" />
              <button type="submit" class="primary">
                {texts.signUpSend}
              </button>
            </Form>
          </>
        ) : (
          <p>{texts.signUpClosedText}</p>
        )}
        <p>
          <a href={visit.href("/sign-in")}>{texts.signIn}</a>
        </p>
      </>
    ),
  };
}
