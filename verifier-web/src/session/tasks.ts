/** Tasks bounded by size. */

import { isUnreadableFile } from "@svc-proof/verifier-web/ui/hashing";
import type { Problem } from "../model.js";
import { VerifierGoneError } from "../verification/verifier-client.js";

// In what order work is done, how much at a time, and how it is cancelled.

/** Runs tasks in order, with limited concurrency. */
export class TaskQueue {
  readonly #atATime: number;
  readonly #waiting: (() => Promise<void>)[] = [];
  #running = 0;

  constructor(atATime: number) {
    this.#atATime = atATime;
  }

  /** @param work never rejects. */
  add(work: () => Promise<void>): void {
    this.#waiting.push(work);
    this.#next();
  }

  #next(): void {
    while (this.#running < this.#atATime) {
      const work = this.#waiting.shift();
      if (work === undefined) return;
      this.#running++;
      void work().finally(() => {
        this.#running--;
        this.#next();
      });
    }
  }
}

/** Files above this size, in bytes, are read one at a time: reading two at once is slower than one after the other. */
export const LARGE_BYTES = 16_777_216;
const SMALL_AT_A_TIME = 4;

/** Limits concurrent work by file size: several small files at a time, beside one large file. */
export class SizeLimiter {
  readonly #small = new TaskQueue(SMALL_AT_A_TIME);
  readonly #large = new TaskQueue(1);

  /** @throws the error of the work, or the reason of the abort: at once, even while the work is queued. */
  run(sizeBytes: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      const queue = sizeBytes > LARGE_BYTES ? this.#large : this.#small;
      queue.add(async () => {
        if (!signal.aborted) await work().then(resolve, reject);
      });
    });
  }
}

/** Running tasks by name. Each can be cancelled, and starting a task cancels the previous one of that name. */
export class TaskRegistry {
  readonly #controllers = new Map<string, AbortController>();

  start(name: string): AbortController {
    this.cancel(name);
    const controller = new AbortController();
    this.#controllers.set(name, controller);
    return controller;
  }

  /** Whether no newer task of that name has started. */
  isCurrent(name: string, controller: AbortController): boolean {
    return this.#controllers.get(name) === controller;
  }

  end(name: string, controller: AbortController): void {
    if (this.isCurrent(name, controller)) this.#controllers.delete(name);
  }

  cancel(name: string): void {
    this.#controllers.get(name)?.abort();
  }

  cancelAll(): void {
    for (const controller of this.#controllers.values()) controller.abort();
  }
}

/** The problem that the page shows for an error. */
export function problemOf(error: unknown): Problem {
  if (isUnreadableFile(error)) return { code: "file_unreadable", evidence: { reason: error.message } };
  return { code: error instanceof VerifierGoneError ? error.code : "verifier_crashed", evidence: {} };
}
