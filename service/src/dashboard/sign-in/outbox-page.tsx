import type { KeptMail } from "../../clients/mail/outbox.js";
import { Moment } from "../../pages/moment.js";
import type { Page } from "../../pages/page-route.js";
import type { Visit } from "../../pages/visit.js";
import { SIGN_IN_TEXTS } from "./texts.js";

/** `/sandbox/mail`: the mails that a sandbox would have sent. */
export function outboxPage(visit: Visit, mails: readonly KeptMail[]): Page {
  const texts = SIGN_IN_TEXTS[visit.language];
  return {
    title: texts.outboxTitle,
    body: (
      <>
        <h1>{texts.outboxTitle}</h1>
        <p>{texts.outboxText}</p>
        {mails.length === 0 && <p>{texts.outboxEmpty}</p>}
        {mails.map(({ to, subject, text, at }) => (
          <article class="mail">
            <h2>{subject}</h2>
            <p class="aside">
              {texts.outboxTo} {to}, <Moment at={at} language={visit.language} seconds />
            </p>
            <pre class="mail-text">{linked(text)}</pre>
          </article>
        ))}
      </>
    ),
  };
}

/** A mail with its links, as a mail program shows it. */
function linked(text: string) {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, at) => (at % 2 === 1 && URL.canParse(part) ? <a href={part}>{part}</a> : part));
}
