/** How people are written to: mails as plain text, through the operator's server. */

import { fill, type Language, LOCALES, plural } from "@svc-proof/verifier-web/ui/language";
import { type Mail, MailQueue, type MailResult, type MailTransport, type MakeMail } from "../clients/mail.js";
import type { Log } from "../log.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";

export interface MailerOptions {
  /** Null without a server. */
  readonly transport: MailTransport | null;
  readonly log: Pick<Log, "warn">;
  readonly onResult: (result: MailResult) => void;
}

export class Mailer {
  readonly #transport: MailTransport | null;
  readonly #log: Pick<Log, "warn">;
  readonly #queue: MailQueue;
  readonly #onResult: MailerOptions["onResult"];

  constructor({ transport, log, onResult }: MailerOptions) {
    this.#onResult = onResult;
    this.#transport = transport;
    this.#log = log;
    this.#queue = new MailQueue({
      send: async (mail) => transport?.send(mail),
      onResult,
      // Answers of a server name the recipient: only the kind of the error is logged.
      onError: (error) => log.warn({ code: (error as NodeJS.ErrnoException).code }, "a mail was not sent"),
    });
  }

  /** Whether mails reach anyone. */
  get isAvailable(): boolean {
    return this.#transport !== null;
  }

  /** Asks the server, and says in the log if no mail would be sent. */
  async check(): Promise<void> {
    await this.#transport?.check().catch((error: NodeJS.ErrnoException) => {
      this.#log.warn(
        { code: error.code },
        "the server of SVC_SMTP_URL cannot be reached, or refuses TLS, user or password: nobody gets a link that signs in; check the setting",
      );
    });
  }

  /** Sends a mail later. @param make gives null when there is nobody to write to; may be called again after a failure. */
  put(make: MakeMail): void {
    if (this.isAvailable) this.#queue.put(make);
  }

  /** Sends a mail now. @throws Error when it was not accepted; `isRecipientRefusal` tells whether it never will be. */
  async send(mail: Mail): Promise<void> {
    await this.#transport?.send(mail);
    this.#onResult("sent");
  }

  /** Resolves when nothing is queued. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async close(): Promise<void> {
    await this.#queue.close();
    this.#transport?.close();
  }
}

type Mails = PageTexts["mails"];

export interface MailContext {
  readonly to: string;
  readonly language: Language;
  /** The site's address. */
  readonly site: string;
  readonly link: string;
}

/** A mail with a link that works once, as plain text in the language of the person. @param lifeMs how long. */
export function linkMail(
  kind: Exclude<keyof Mails, "notice" | "events" | "confirmed">,
  { to, language, site, link }: MailContext,
  lifeMs: number,
): Mail {
  const { subject, text } = PAGE_TEXTS[language].mails[kind];
  const values = { site, link, minutes: Math.round(lifeMs / 60_000), days: Math.round(lifeMs / 86_400_000) };
  return { to, subject: fill(subject, values), text: fill(text, values) };
}

/** A mail that says what has changed in how a person signs in. */
export function noticeMail(event: keyof Mails["events"], { to, language, site, link }: MailContext): Mail {
  const { notice, events } = PAGE_TEXTS[language].mails;
  return { to, subject: notice.subject, text: fill(notice.text, { site, link, event: events[event] }) };
}

/**
 * The mail that a person wished for: all proofs of a submission are confirmed. It names no file and no fingerprint.
 *
 * @param id of the mail: the same at each try.
 */
export function confirmedMail(
  { to, language, site, link }: MailContext,
  { proofs, askedAt, id }: { readonly proofs: number; readonly askedAt: Date; readonly id: string },
): Mail {
  const { subject, text } = PAGE_TEXTS[language].mails.confirmed;
  const date = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" });
  const values = { site, link, date: date.format(askedAt) };
  const filled = (forms: typeof subject) => plural(forms, proofs, language, values);
  return { to, id, subject: filled(subject), text: filled(text) };
}
