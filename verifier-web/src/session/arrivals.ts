/** Sends new files to the worker in batches to be recognised. */
import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { VerifierClient } from "../verification/verifier-client.js";
import { type ArrivingFile, type FileRecord, recognisedRecord, refusedRecord } from "./file-record.js";
import { problemOf } from "./problem-of.js";
import { TaskQueue } from "./task-queue.js";

export interface ArrivalsParameters {
  readonly client: VerifierClient;
  readonly onRecords: (records: readonly FileRecord[]) => void;
  /** Called from time to time while files are recognised, and after the last one. */
  readonly onKnown: () => void;
}

/**
 * Files per batch. To hand over a file, Chromium asks another process and waits: one millisecond measured on a busy
 * machine, during which the page is blocked.
 */
const BATCH_FILES = 8;
const BATCHES_AT_A_TIME = 4;
/** Minimum time between two calls: each call arranges all files again. */
const KNOWN_INTERVAL_MS = 100;

export class Arrivals {
  readonly #parameters: ArrivalsParameters;
  readonly #count = signal(0);
  readonly #arriving = new TaskQueue(BATCHES_AT_A_TIME);
  /** Files of a batch that crashed the worker. Each is tried alone, so that only the bad one fails. */
  readonly #suspects = new TaskQueue(1);
  #life = new AbortController();
  #knownAtMs = 0;

  constructor(parameters: ArrivalsParameters) {
    this.#parameters = parameters;
  }

  /** Files that are not recognised yet. */
  get count(): ReadonlySignal<number> {
    return this.#count;
  }

  /** Resolves when all files are recognised, or the session is cleared. */
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

  /** If a batch crashes the worker, its files are tried one by one. */
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

  /** Updates both at once: no view may see a count of zero without the results. */
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
