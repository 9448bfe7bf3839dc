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

export class MailQueue {
  readonly #options: MailQueueOptions;
  readonly #waiting: MakeMail[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(options: MailQueueOptions) {
    this.#options = options;
  }

  /** Queues a mail. When the queue is full, the mail is dropped. */
  put(make: MakeMail): void {
    if (this.#closing.signal.aborted || this.#waiting.length >= MAX_QUEUED) {
      this.#options.onResult("dropped");
      return;
    }
    this.#waiting.push(make);
    if (this.#running.size >= MAX_AT_ONCE) return;
    const running = this.#run().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when nothing is queued. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Drops what waits, and ends the tries under way. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const _ of this.#waiting.splice(0)) this.#options.onResult("dropped");
    await this.idle();
  }

  async #run(): Promise<void> {
    // After the request that queued it.
    await sleep(0);
    for (let make = this.#waiting.shift(); make !== undefined; make = this.#waiting.shift()) {
      const result = await this.#deliver(make);
      if (result !== null) this.#options.onResult(result);
    }
  }

  async #deliver(make: MakeMail): Promise<MailResult | null> {
    const { send, onError, waitsMs = WAITS_MS } = this.#options;
    for (const waitMs of [...waitsMs, null]) {
      try {
        const mail = await make();
        if (mail === null) return null;
        await send(mail);
        return "sent";
      } catch (error) {
        onError(error);
        if (waitMs === null || !(await this.#waited(waitMs))) return "failed";
      }
    }
    return "failed";
  }

  /** False when the queue closes meanwhile. */
  #waited(ms: number): Promise<boolean> {
    return sleep(ms, true, { signal: this.#closing.signal }).catch(() => false);
  }
}
