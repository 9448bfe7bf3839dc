/** Files on their way in: the worker looks at some at a time and says what they are. */
import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { VerifierClient } from "../verification/verifier-client.js";
import { type ArrivingFile, type FileRecord, recognisedRecord, refusedRecord } from "./file-record.js";
import { problemOf } from "./problem-of.js";
import { TaskQueue } from "./task-queue.js";

export interface ArrivalsParameters {
  readonly client: VerifierClient;
  readonly onRecords: (records: readonly FileRecord[]) => void;
  /** Some have been looked at: told now and then, and with the last. */
  readonly onKnown: () => void;
}

/**
 * Files that the worker looks at in one go. To hand a file over, Chromium asks another process and waits: a millisecond on
 * a busy machine, measured, for which the page stands still.
 */
const BATCH_FILES = 8;
const BATCHES_AT_A_TIME = 4;
/** While files are coming: all are arranged anew each time, however few came. */
const KNOWN_INTERVAL_MS = 100;

export class Arrivals {
  readonly #parameters: ArrivalsParameters;
  readonly #count = signal(0);
  readonly #arriving = new TaskQueue(BATCHES_AT_A_TIME);
  /** Files over one of which the worker broke down: each alone, so that it takes none with it. */
  readonly #suspects = new TaskQueue(1);
  #life = new AbortController();
  #knownAtMs = 0;

  constructor(parameters: ArrivalsParameters) {
    this.#parameters = parameters;
  }

  /** Files that are not looked at yet. */
  get count(): ReadonlySignal<number> {
    return this.#count;
  }

  /** Resolves when all are looked at, or none is wanted any more. */
  async lookAt(files: readonly ArrivingFile[]): Promise<void> {
    const batches: Promise<void>[] = [];
    for (let at = 0; at < files.length; at += BATCH_FILES) {
      batches.push(this.#lookAt(files.slice(at, at + BATCH_FILES), this.#arriving));
    }
    await Promise.all(batches);
  }

  clear(): void {
    this.#life.abort();
    this.#life = new AbortController();
  }

  /** A batch over which the worker breaks down is looked at one by one. */
  #lookAt(files: readonly ArrivingFile[], queue: TaskQueue): Promise<void> {
    const { signal } = this.#life;
    this.#count.value += files.length;
    return new Promise((resolve) => {
      queue.add(async () => {
        let others: Promise<unknown> | undefined;
        try {
          const found = await this.#parameters.client.recognise(
            files.map(({ file }) => file),
            { signal },
          );
          this.#parameters.onRecords(files.map((file, i) => recognisedRecord(file, found[i]!)));
        } catch (error) {
          if (signal.aborted) return;
          if (queue === this.#arriving) {
            others = Promise.all(files.map((file) => this.#lookAt([file], this.#suspects)));
          } else {
            this.#parameters.onRecords(files.map((file) => refusedRecord(file, problemOf(error))));
          }
        } finally {
          this.#leave(files.length);
          resolve(others?.then(() => undefined));
        }
      });
    });
  }

  /** As one change: nobody is to see that all files are looked at, and not what came of it. */
  #leave(fileCount: number): void {
    batch(() => {
      this.#count.value -= fileCount;
      const nowMs = performance.now();
      if (this.#count.value > 0 && nowMs - this.#knownAtMs < KNOWN_INTERVAL_MS) return;
      this.#knownAtMs = nowMs;
      this.#parameters.onKnown();
    });
  }
}
