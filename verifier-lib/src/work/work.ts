/** Budget with pauses; abortable promises; parse each. */
import { FormatError } from "@svc-proof/shared/encoding";
import { MAX_WORK_UNITS, WorkBudget, type WorkErrorCode } from "@svc-proof/shared/work";

/** Whether an error means that the budget is used up. This is not an error of the part that was being read. */
export function isWorkLimit(error: unknown): error is FormatError<WorkErrorCode> {
  return error instanceof FormatError && error.code === "work_limit_exceeded";
}

export interface ParsedEach<Value> {
  /** Those that could be read. */
  readonly values: readonly Value[];
  /** In the order of the input: the code of the error, null for a value that was read. */
  readonly faults: readonly (string | null)[];
}

/**
 * Parses each value and skips those that are malformed or of an unknown kind.
 *
 * @throws FormatError `work_limit_exceeded` if the budget is used up; the reason of the signal if it aborts.
 */
export async function parseEach<Value>(
  all: readonly Uint8Array[],
  parse: (bytes: Uint8Array, options: { readonly work: Work }) => Value | Promise<Value>,
  work: Work,
): Promise<ParsedEach<Value>> {
  const values: Value[] = [];
  const faults: (string | null)[] = [];
  for (const bytes of all) {
    await work.pause();
    try {
      values.push(await parse(bytes, { work }));
      faults.push(null);
    } catch (error) {
      if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
      faults.push(error.code);
    }
  }
  return { values, faults };
}

// Runs parsers that are generators, which yield every few milliseconds.

/** Runs the steps in one go. */
export function runSteps<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Runs the steps and yields to the event loop between them.
 *
 * @throws what the steps throw; what aborted the signal of `work`.
 */
export async function runStepsPausing<Result>(steps: Generator<void, Result>, work: Work): Promise<Result> {
  for (;;) {
    await work.pause();
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

// The budget of one verification, and how what it awaits is aborted.

/**
 * Settles like `promise`, or rejects with the reason of the signal as soon as it aborts. A later result or
 * rejection of `promise` is ignored. Passing the signal to `fetch` is not enough: undici holds it through weak references,
 * so an abort can get lost after a garbage collection.
 *
 * @param signal undefined if the wait cannot be aborted.
 */
export function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
  });
}

/** How long to work without yielding to the event loop. */
const TURN_MS = 25;

/** Options of `Work`. */
export interface WorkOptions {
  /** Ends the work: `pause` throws its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Default: `MAX_WORK_UNITS`. */
  readonly units?: number;
}

/** The budget of one verification, which several calls may share. */
export class Work extends WorkBudget {
  readonly signal: AbortSignal | undefined;
  #turnBegan = performance.now();

  constructor({ signal, units = MAX_WORK_UNITS }: WorkOptions = {}) {
    super(units);
    this.signal = signal;
  }

  /**
   * Yields to the event loop if 25 ms have passed since the last time. Long loops await this every few milliseconds.
   *
   * @throws what aborted the signal.
   */
  async pause(): Promise<void> {
    if (performance.now() - this.#turnBegan >= TURN_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      this.#turnBegan = performance.now();
    }
    this.signal?.throwIfAborted();
  }
}
