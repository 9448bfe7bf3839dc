import { EmailField } from "../../pages/form/email-field.js";
import { Form } from "../../pages/form/form.js";
import type { Page } from "../../pages/page-route.js";
import type { Visit } from "../../pages/visit.js";
import { PASSKEY_SCRIPT, PasskeyButton } from "./passkey-button.js";
import { SIGN_IN_TEXTS } from "./texts.js";

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
  const texts = SIGN_IN_TEXTS[visit.language];
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
  const texts = SIGN_IN_TEXTS[visit.language];
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
  const texts = SIGN_IN_TEXTS[visit.language];
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
