/** The worker's current tasks, by the number that the page gave them. The page can cancel each and receives its progress. */

/** Minimum time between two progress messages of one task: the page cannot show more. */
const PROGRESS_INTERVAL_MS = 50;

type ProgressListener = (taskId: number, doneBytes: number) => void;

export interface Task {
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number) => void;
}

export class Tasks {
  readonly #running = new Map<number, AbortController>();
  #listener: ProgressListener = () => undefined;

  reportProgress(listener: ProgressListener): void {
    this.#listener = listener;
  }

  async run<Result>(taskId: number, work: (task: Task) => Promise<Result>): Promise<Result> {
    const controller = new AbortController();
    this.#running.set(taskId, controller);
    let toldAtMs = performance.now();
    try {
      return await work({
        signal: controller.signal,
        onProgress: (doneBytes) => {
          const nowMs = performance.now();
          if (nowMs - toldAtMs < PROGRESS_INTERVAL_MS) return;
          toldAtMs = nowMs;
          this.#listener(taskId, doneBytes);
        },
      });
    } finally {
      this.#running.delete(taskId);
    }
  }

  cancel(taskId: number): void {
    this.#running.get(taskId)?.abort();
  }
}
