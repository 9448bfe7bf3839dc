/** The budget of one verification, and the turns that it gives to the event loop so that an abort is seen. */
import { MAX_WORK_UNITS, WorkBudget } from "@svc-proof/shared/work";

/** Work goes on for at most about as long before the event loop has a turn. */
const TURN_MS = 25;

export interface WorkOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default: `MAX_WORK_UNITS`. */
  readonly units?: number;
}

export class Work extends WorkBudget {
  readonly signal: AbortSignal | undefined;
  #turnBegan = performance.now();

  constructor({ signal, units = MAX_WORK_UNITS }: WorkOptions = {}) {
    super(units);
    this.signal = signal;
  }

  /**
   * Lets the event loop have a turn if work went on for 25 ms without one. Loops that may run for longer await this
   * between pieces of a few milliseconds.
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
