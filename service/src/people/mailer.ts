/** How people are written to: through the operator's server, and in a sandbox into its outbox. */
import type { Mail, MailTransport } from "../clients/mail/mail.js";
import { MailQueue, type MailResult, type MakeMail } from "../clients/mail/mail-queue.js";
import { Outbox } from "../clients/mail/outbox.js";
import type { Log } from "../log.js";

export interface MailerOptions {
  /** Null without a server. */
  readonly transport: MailTransport | null;
  readonly isSandbox: () => boolean;
  readonly log: Pick<Log, "warn">;
  readonly onResult: (result: MailResult) => void;
}

export class Mailer {
  /** Mails of the sandbox. */
  readonly outbox: Outbox = new Outbox();
  readonly #transport: MailTransport | null;
  readonly #isSandbox: () => boolean;
  readonly #queue: MailQueue;

  constructor({ transport, isSandbox, log, onResult }: MailerOptions) {
    this.#transport = transport;
    this.#isSandbox = isSandbox;
    this.#queue = new MailQueue({
      send: (mail) => this.#send(mail),
      onResult,
      // Answers of a server name the recipient: only the kind of the error is logged.
      onError: (error) => log.warn({ code: (error as NodeJS.ErrnoException).code }, "a mail was not sent"),
    });
  }

  /** Whether mails reach anyone. */
  get isAvailable(): boolean {
    return this.#transport !== null || this.#isSandbox();
  }

  /** Sends a mail later. @param make gives null when there is nobody to write to; may be called again after a failure. */
  put(make: MakeMail): void {
    if (this.isAvailable) this.#queue.put(make);
  }

  /** Resolves when nothing is queued. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async close(): Promise<void> {
    await this.#queue.close();
    this.#transport?.close();
  }

  async #send(mail: Mail): Promise<void> {
    if (this.#isSandbox()) this.outbox.keep(mail);
    await this.#transport?.send(mail);
  }
}
