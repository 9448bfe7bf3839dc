import { EmailField } from "../../pages/form/email-field.js";
import { Form } from "../../pages/form/form.js";
import type { Page } from "../../pages/page-route.js";
import type { Visit } from "../../pages/visit.js";
import { SIGN_IN_TEXTS } from "./texts.js";

export interface SignUpForm {
  readonly email?: string;
  readonly problem?: string;
  readonly status?: number;
}

/** `/sign-up`. @param isOpen whether anyone may. */
export function signUpPage(visit: Visit, isOpen: boolean, { email = "", problem, status }: SignUpForm): Page {
  const texts = SIGN_IN_TEXTS[visit.language];
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
              <button type="submit">{texts.signUpSend}</button>
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
