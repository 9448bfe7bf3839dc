/** Waits for what may come back; worker pools; abortable promises. */

import { setTimeout as sleep } from "node:timers/promises";
import { unlessAborted } from "@svc-proof/verifier-lib/source";
import { Piscina } from "piscina";

/** Retries a call to an external service that does not answer yet. */
const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;

export interface RetryOptions {
  /** Whether to wait after an error; any other error ends the retries. */
  readonly mayPass: (error: unknown) => error is Error;
  /** Called before each wait. */
  readonly onWait: (error: Error, delayMs: number) => void;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Time after which a failure is final. Default: never. */
  readonly patienceMs?: number;
}

/**
 * Calls `attempt` until it succeeds, with pauses that double from half a second to 15 s.
 *
 * @throws the error of the last try, or an AbortError.
 */
export async function retry<Result>(
  attempt: () => Promise<Result>,
  { mayPass, onWait, signal, patienceMs = Number.POSITIVE_INFINITY }: RetryOptions,
): Promise<Result> {
  const deadline = performance.now() + patienceMs;
  for (let delayMs = MIN_DELAY_MS; ; delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!mayPass(error) || performance.now() + delayMs > deadline) throw error;
      onWait(error, delayMs);
    }
    await sleep(delayMs, undefined, { signal });
  }
}

// Pools of worker threads for work that would hold up the event loop.

/** With fewer processors than threads, requests take precedence; workers get a third of a share. */
const NICE_INCREMENT = 5;

/** Until another worker starts after the last one has ended; twice as long for each that does not start either. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/** The function that makes a worker ready. */
const WARM_UP = "warmUp";

export interface WorkerPoolOptions
  extends Pick<NonNullable<ConstructorParameters<typeof Piscina>[0]>, "workerData" | "resourceLimits"> {
  /** Address of a CommonJS module whose functions are the tasks. `warmUp`, without a task, makes a worker ready. */
  readonly filename: string;
  readonly maxThreads: number;
  /** A worker without a task ends after this time; if not given, it stays. */
  readonly idleTimeout?: number;
}

/**
 * Threads of piscina. They start when a task finds none idle, and again when their start fails: piscina would leave the tasks
 * waiting for ever, or start workers without a pause.
 *
 * Idle workers wait in their event loops. By default piscina's wait in `Atomics.wait`, where Node 24.21 and 26.10 can lose
 * `terminate()`: then neither the thread ends, nor the service that stops.
 */
export class WorkerPool {
  readonly #piscina: Piscina;
  readonly #isKept: boolean;
  #pauseMs = FIRST_PAUSE_MS;
  #start = new AbortController();
  #isClosed = false;

  /** @param onFailure a worker without a task has failed, for example to start. */
  constructor(options: WorkerPoolOptions, onFailure: (error: Error) => void) {
    const { idleTimeout = Number.POSITIVE_INFINITY } = options;
    this.#isKept = idleTimeout === Number.POSITIVE_INFINITY;
    this.#piscina = new Piscina({
      ...options,
      name: WARM_UP,
      minThreads: 0,
      idleTimeout,
      niceIncrement: NICE_INCREMENT,
      atomics: "disabled",
    });
    this.#piscina
      .on("error", onFailure)
      .on("workerDestroy", () => setTimeout(() => this.#startAgain(), this.#pauseMs).unref());
  }

  /** @param name of the function. */
  run<Result>(name: string, task: unknown, options: Parameters<Piscina["run"]>[1] = {}): Promise<Result> {
    return this.#piscina.run(task, { ...options, name });
  }

  /** Makes a worker ready, which may have to start. */
  warmUp(signal: AbortSignal | null = null): Promise<void> {
    return this.run(WARM_UP, undefined, { signal });
  }

  /** Ends the workers, even busy ones. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#piscina.destroy();
  }

  #startAgain(): void {
    const { threads, queueSize } = this.#piscina;
    const isNeeded = threads.length === 0 && (this.#isKept || queueSize > 0);
    if (this.#isClosed || !isNeeded) return;
    // Without threads, the last one still waits in the queue.
    this.#start.abort();
    this.#start = new AbortController();
    this.#pauseMs = Math.min(2 * this.#pauseMs, MAX_PAUSE_MS);
    this.warmUp(this.#start.signal).then(
      () => {
        this.#pauseMs = FIRST_PAUSE_MS;
      },
      () => {},
    );
  }
}

/**
 * Calls `ask` unless the signal has aborted, and rejects with the signal's reason as soon as it aborts. The call continues,
 * but nobody waits for it.
 */
export async function untilAborted<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  signal.throwIfAborted();
  return unlessAborted(ask(), signal);
}
