import { EmailField } from "../../pages/form/email-field.js";
import { Field, Form } from "../../pages/form/form.js";
import type { Page } from "../../pages/page-route.js";
import type { Visit } from "../../pages/visit.js";
import { SIGN_IN_TEXTS } from "./texts.js";

export interface CodeForm {
  readonly to: string;
  readonly email?: string;
  readonly problem?: string;
  readonly status?: number;
}

/** `/sign-in/code`. What was typed as a code is not shown again. */
export function codePage(visit: Visit, { to, email = "", problem, status }: CodeForm): Page {
  const texts = SIGN_IN_TEXTS[visit.language];
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
