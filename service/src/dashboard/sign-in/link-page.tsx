import type { ComponentChildren } from "preact";
import { Form } from "../../pages/form/form.js";
import type { Page } from "../../pages/page-route.js";
import type { Visit } from "../../pages/visit.js";
import { SIGN_IN_TEXTS } from "./texts.js";

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
  const texts = SIGN_IN_TEXTS[visit.language];
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
