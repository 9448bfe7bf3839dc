/**
 * Mails that are about to be sent, in the memory of this process. A request only puts a mail here: what it answers, and when,
 * tells nothing about whether there was somebody to write to.
 *
 * A restart loses what is queued; a person then asks for another link. A store of mails would hold links that sign in.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Mail } from "./mail.js";

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
      if (waitMs === undefined || isFinal(error)) onResult("failed");
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
function isFinal(error: unknown): boolean {
  return ((error as { readonly responseCode?: number }).responseCode ?? 0) >= 500;
}
