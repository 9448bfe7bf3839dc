/**
 * Makes documents in worker threads, so that the event loop stays free: docs/decisions/022-document-workers.md.
 *
 * piscina keeps the threads. The queue before them is ours: piscina does not count tasks that can be aborted towards its
 * `maxQueue`, and takes them out of turn.
 */
import type { Piscina } from "piscina";
import { ApiError } from "../../api-error.js";
import type { Log } from "../../log.js";
import { openWorkerPool } from "../../worker-pool.js";
import { BoundedQueue } from "./bounded-queue.js";
import type { DocumentMetrics, DocumentRefusal } from "./document-metrics.js";
import type { DocumentWorkerData } from "./document-worker.js";
import type { DocumentTask, MadeDocument } from "./make-document.js";

export interface DocumentWorkersOptions extends DocumentWorkerData {
  readonly workers: number;
  /** Maximum number of waiting documents. */
  readonly maxQueueLength: number;
  /** Time that one document may take; its worker is replaced then. */
  readonly timeoutMs: number;
  readonly log: Log;
  readonly metrics: DocumentMetrics;
  /** The worker's program; by default the one next to this file. */
  readonly program?: URL;
  /** When workers start that no document has asked for; by default 10 s from now. */
  readonly startAfterMs?: number;
}

/** A worker that exceeds this ends and is replaced. A warm one takes 45 MB in all, measured. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Starting a worker takes more than a second of a processor, which a service that has just started needs for requests. */
const START_AFTER_MS = 10_000;

/** A full queue takes less time than this. */
const RETRY_AFTER_SECONDS = 1;

export class DocumentWorkers {
  readonly #options: DocumentWorkersOptions;
  /** Null until the workers start. */
  #piscina: Piscina | null = null;
  readonly #start: NodeJS.Timeout;
  readonly #queue: BoundedQueue;
  #isClosing = false;

  /** Starts the workers for the first document, or some time from now; documents wait until they are ready. */
  constructor(options: DocumentWorkersOptions) {
    const { workers, maxQueueLength, metrics, startAfterMs = START_AFTER_MS } = options;
    this.#options = options;
    this.#queue = new BoundedQueue(workers, maxQueueLength);
    metrics.observeQueue(() => this.#queue.length);
    this.#start = setTimeout(() => this.#open(), startAfterMs).unref();
  }

  /** Starts the workers, once. @throws Error after the end. */
  #open(): Piscina {
    if (this.#isClosing) throw new Error("the document workers have ended");
    if (this.#piscina !== null) return this.#piscina;
    clearTimeout(this.#start);
    const { workers, fontPaths, log, program } = this.#options;
    const piscina = openWorkerPool({
      filename: (program ?? new URL("./document-worker-start.cjs", import.meta.url)).href,
      name: "make",
      minThreads: workers,
      maxThreads: workers,
      workerData: { fontPaths } satisfies DocumentWorkerData,
      resourceLimits: RESOURCE_LIMITS,
    });
    const onFailure = (error: Error) => {
      if (!this.#isClosing) log.error({ err: error }, "a document worker ended");
    };
    // An idle worker; piscina replaces it.
    piscina.on("error", onFailure);
    for (let worker = 0; worker < workers; worker++) {
      piscina.run(undefined, { name: "warmUp" }).catch(onFailure);
    }
    this.#piscina = piscina;
    return piscina;
  }

  /** @throws ApiError `unavailable`, with `Retry-After`, when the queue is full. */
  assertRoom(): void {
    if (this.#queue.isFull) throw this.#refuse("queue_full", "too many documents are being made");
  }

  /** @throws ApiError `unavailable`, with `Retry-After`, when the queue is full or the worker fails. */
  async make(task: DocumentTask): Promise<MadeDocument> {
    const { metrics } = this.#options;
    this.assertRoom();
    const cameAt = performance.now();
    return this.#queue.run(() => {
      metrics.waitDuration.observe((performance.now() - cameAt) / 1000);
      return this.#run(task);
    });
  }

  /** Ends the workers, even busy ones. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#start);
    await this.#piscina?.destroy();
  }

  async #run(task: DocumentTask): Promise<MadeDocument> {
    const { timeoutMs, log, metrics } = this.#options;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    const endTimer = metrics.makeDuration.startTimer();
    try {
      return await this.#open().run(ownBytes(task), { signal: deadline.signal });
    } catch (error) {
      const reason = deadline.signal.aborted ? "timed_out" : "failed";
      log.error({ err: error, reason }, "a document could not be made");
      throw this.#refuse(reason, "the document could not be made");
    } finally {
      clearTimeout(timer);
      endTimer();
    }
  }

  #refuse(reason: DocumentRefusal, message: string): ApiError {
    this.#options.metrics.refusals.inc({ reason });
    return new ApiError("unavailable", `${message}: try again in ${RETRY_AFTER_SECONDS} s`, {
      headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
    });
  }
}

/** Copies bytes into their own buffers, because for a view its whole buffer would be sent to the worker. */
function ownBytes({ certificate, files }: DocumentTask): DocumentTask {
  return {
    certificate:
      certificate instanceof Uint8Array
        ? ownBuffer(certificate)
        : {
            ...certificate,
            facts: {
              ...certificate.facts,
              attachments: certificate.facts.attachments.map((attachment) => ({
                ...attachment,
                bytes: ownBuffer(attachment.bytes),
              })),
            },
          },
    files: files?.map(ownBuffer) ?? null,
  };
}

function ownBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
