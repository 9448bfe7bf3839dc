/** How people are written to: through the operator's server. */
import { MailQueue, type MailResult, type MailTransport, type MakeMail } from "../clients/mail.js";
import type { Log } from "../log.js";

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

  constructor({ transport, log, onResult }: MailerOptions) {
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

  /** Resolves when nothing is queued. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async close(): Promise<void> {
    await this.#queue.close();
    this.#transport?.close();
  }
}
