/** The mails of a sandbox: kept in memory and shown on a page, the last ones only. */
import { checkMail, type Mail } from "./mail.js";

const MAX_MAILS = 100;

export interface KeptMail extends Mail {
  readonly at: Date;
}

export class Outbox {
  readonly #mails: KeptMail[] = [];

  keep(mail: Mail): void {
    checkMail(mail);
    this.#mails.unshift({ ...mail, at: new Date() });
    this.#mails.length = Math.min(this.#mails.length, MAX_MAILS);
  }

  /** Newest first. */
  get mails(): readonly KeptMail[] {
    return this.#mails;
  }
}
