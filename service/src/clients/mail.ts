/** SMTP with a queue; the outbox of a rehearsal. */
import { setTimeout as sleep } from "node:timers/promises";
import type { SMTPPoolOptions } from "nodemailer";

// Mails that are about to be sent, in the memory of this process. A request only puts a mail here: what it answers, and when,
// tells nothing about whether there was somebody to write to.
//
// A restart loses what is queued; a person then asks for another link. A store of mails would hold links that sign in.

/** Some hundred bytes each. */
const MAX_QUEUED = 1_000;
const MAX_AT_ONCE = 2;
/** Waits before the next try. A link is of no use much later. */
const WAITS_MS: readonly number[] = [5_000, 30_000, 120_000];

export type MailResult = "sent" | "failed" | "dropped";

export interface MailQueueOptions {
  /** @throws Error when the mail was not accepted. */
  readonly send: (mail: Mail) => Promise<void>;
  readonly onResult: (result: MailResult) => void;
  /** Why a mail was not sent. */
  readonly onError: (error: unknown) => void;
  readonly waitsMs?: readonly number[];
}

/** Makes a mail, or finds that there is nobody to write to. */
export type MakeMail = () => Promise<Mail | null>;

interface QueuedMail {
  readonly make: MakeMail;
  /** Tries that failed. */
  readonly tries: number;
}

export class MailQueue {
  readonly #options: MailQueueOptions;
  readonly #waiting: QueuedMail[] = [];
  readonly #running = new Set<Promise<void>>();
  /** Mails that wait for their next try. They hold up no others: addresses that fail are easy to name. */
  readonly #retries = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(options: MailQueueOptions) {
    this.#options = options;
  }

  /** Queues a mail. When the queue is full, the mail is dropped. */
  put(make: MakeMail): void {
    const queued = this.#waiting.length + this.#retries.size;
    if (this.#closing.signal.aborted || queued >= MAX_QUEUED) this.#options.onResult("dropped");
    else this.#queue({ make, tries: 0 });
  }

  /** Resolves when nothing is queued. */
  async idle(): Promise<void> {
    while (this.#running.size + this.#retries.size > 0)
      await Promise.all([...this.#running, ...this.#retries]);
  }

  /** Drops what waits, and ends the tries under way. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const _ of this.#waiting.splice(0)) this.#options.onResult("dropped");
    await this.idle();
  }

  #queue(mail: QueuedMail): void {
    this.#waiting.push(mail);
    if (this.#running.size >= MAX_AT_ONCE) return;
    const running = this.#run().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #run(): Promise<void> {
    // After the request that queued it.
    await sleep(0);
    for (let mail = this.#waiting.shift(); mail !== undefined; mail = this.#waiting.shift())
      await this.#deliver(mail);
  }

  async #deliver({ make, tries }: QueuedMail): Promise<void> {
    const { send, onResult, onError, waitsMs = WAITS_MS } = this.#options;
    try {
      const mail = await make();
      if (mail === null) return;
      await send(mail);
      onResult("sent");
    } catch (error) {
      onError(error);
      const waitMs = waitsMs[tries];
      if (waitMs === undefined || isFinalRefusal(error)) onResult("failed");
      else this.#tryAgain({ make, tries: tries + 1 }, waitMs);
    }
  }

  #tryAgain(mail: QueuedMail, waitMs: number): void {
    const { signal } = this.#closing;
    const retry = sleep(waitMs, undefined, { signal })
      .then(
        () => this.#queue(mail),
        () => this.#options.onResult("failed"),
      )
      .finally(() => this.#retries.delete(retry));
    this.#retries.add(retry);
  }
}

/** RFC 5321, section 4.2.1: the same mail would be refused again. */
function isFinalRefusal(error: unknown): boolean {
  return ((error as { readonly responseCode?: number }).responseCode ?? 0) >= 500;
}

/** The server takes no mail for this person, now or later. */
export function isRecipientRefusal(error: unknown): boolean {
  return isFinalRefusal(error) && (error as { readonly command?: string }).command === "RCPT TO";
}

/** Mail to people: a text to one address. */
export interface Mail {
  /** One address, in the form of people/email-address.ts. */
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  /** The same at each try, so that one which was sent twice is told as one; of letters, digits, `-` and `.`. */
  readonly id?: string;
}

/** Delivers a mail to a server, or fails. */
export interface MailTransport {
  /** @throws Error */
  send(mail: Mail): Promise<void>;
  /** @throws Error when the server cannot be reached, or refuses TLS, user or password. */
  check(): Promise<void>;
  close(): void;
}

const ADDRESS = /^[!-?A-~]+@[!-?A-~]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\0-\x1f\x7f]/;

/** @throws RangeError when a field could begin another header or name another recipient. */
export function checkMail({ to, subject }: Mail): void {
  if (!ADDRESS.test(to) || /[,;<>()"\\]/.test(to)) throw new RangeError("a mail expected one plain address");
  if (CONTROL.test(subject)) throw new RangeError("the subject of a mail expected one line");
}

/** SMTP: RFC 5321, with TLS in any case, except on this machine. */
const CONNECT_MS = 10_000;
/** Of silence. RFC 5321, section 4.5.3.2, allows minutes, for which no one waits who wants to sign in. */
const SILENCE_MS = 30_000;
const MAX_CONNECTIONS = 2;

/** The options of nodemailer for a server. @param url `smtps://user:password@host:port`, or `smtp://` with STARTTLS. */
export function smtpOptions(url: string): SMTPPoolOptions {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isTls = protocol === "smtps:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const isHere = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host);
  return {
    host,
    port: port === "" ? (isTls ? 465 : 587) : Number(port),
    secure: isTls,
    // Without it, whoever is in between removes STARTTLS from the server's answer and reads the mail.
    requireTLS: !isTls && !isHere,
    ignoreTLS: !isTls && isHere,
    tls: { minVersion: "TLSv1.2", rejectUnauthorized: true },
    ...(username !== "" && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // A mail is made of texts only.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** @param from the sender's address. @param name what stands beside it. */
export function smtpTransport(url: string, from: string, name: string): MailTransport {
  const options = smtpOptions(url);
  let opened: Promise<ReturnType<typeof import("nodemailer").createTransport>> | undefined;
  /** Loaded when it is first asked. */
  const transport = () => {
    opened ??= import("nodemailer").then(({ createTransport }) => createTransport(options));
    return opened;
  };
  return {
    send: async (mail: Mail) => {
      checkMail(mail);
      const { to, subject, text, id } = mail;
      await (await transport()).sendMail({
        // Objects, not texts: nodemailer would read a list of recipients from a text.
        from: { name, address: from },
        to: { name: "", address: to },
        envelope: { from, to: [to] },
        subject,
        text,
        ...(id !== undefined && { messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>` }),
        // So that no holiday notice answers.
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    check: async () => void (await (await transport()).verify()),
    close: () => void opened?.then((server) => server.close()),
  };
}
