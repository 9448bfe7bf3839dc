/** Threads that make documents, fair by account. */

import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { MessageChannel } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import type { Registry } from "prom-client";
import type { Config } from "../config/settings.js";
import { ApiError, StartError } from "../errors.js";
import { FairQueue, QueueFullError, retryAfterSeconds } from "../http/limits.js";
import type { Log } from "../log.js";
import { DocumentMetrics, type DocumentRefusal } from "../operations/metrics.js";
import { WorkerPool } from "../retry.js";
import { certificateDigest } from "./certificate/facts.js";
import type { PackedContent } from "./encode-zip.js";
import type {
  CertificateRequest,
  DocumentTask,
  DocumentWorkerData,
  MadeDocument,
  MakeDocument,
  WorkerTask,
} from "./worker.js";

/**
 * Makes the documents of proofs. Certificates are cached by everything that their bytes depend on. The cache lives in
 * the process, so program and fonts are the same for all entries.
 */
export interface DocumentMakerOptions {
  readonly make: MakeDocument;
  /** @throws ApiError when no document can be made now. */
  readonly assertRoom?: (accountId: string) => void;
  /** Total size of the cached certificates; 0 disables the cache. */
  readonly cacheBytes: number;
  readonly metrics: DocumentMetrics;
}

export interface Certificate {
  readonly bytes: Uint8Array;
  /** Strong entity tag, unique to these bytes. */
  readonly tag: string;
}

/** The overhead of a cache entry besides its bytes: key, tag and bookkeeping. */
const ENTRY_BYTES = 512;

export class DocumentMaker {
  readonly #options: DocumentMakerOptions;
  readonly #certificates: LRUCache<string, Certificate> | null;
  /** Certificates in progress, so that concurrent requests share one. */
  readonly #making = new Map<string, Promise<MadeDocument>>();

  constructor(options: DocumentMakerOptions) {
    const { cacheBytes } = options;
    this.#options = options;
    this.#certificates =
      cacheBytes === 0
        ? null
        : new LRUCache({ maxSize: cacheBytes, sizeCalculation: ({ bytes }) => bytes.length + ENTRY_BYTES });
  }

  /** @throws what `make` throws. */
  async certificate(request: CertificateRequest, accountId: string): Promise<Certificate> {
    const key = certificateDigest(request.facts, request.language);
    const kept = this.#find(key);
    if (kept !== undefined) return kept;
    const { certificate } = await this.#makeOnce(key, () =>
      this.#options.make({ certificate: request, files: null }, accountId),
    );
    return this.#keep(key, certificate);
  }

  /**
   * The certificate, then the files, in the form that an archive stores.
   *
   * @throws what `make` throws.
   */
  async packed(
    request: CertificateRequest,
    files: readonly Uint8Array[],
    accountId: string,
  ): Promise<readonly PackedContent[]> {
    const key = certificateDigest(request.facts, request.language);
    const certificate = this.#find(key)?.bytes ?? request;
    const made = await this.#options.make({ certificate, files }, accountId);
    if (certificate === request) this.#keep(key, made.certificate);
    return made.packed;
  }

  /** Call it before reading much data for a document. @throws ApiError when none can be made now. */
  assertRoom(accountId: string): void {
    this.#options.assertRoom?.(accountId);
  }

  #find(key: string): Certificate | undefined {
    const kept = this.#certificates?.get(key);
    this.#options.metrics.certificates.inc({ source: kept === undefined ? "worker" : "cache" });
    return kept;
  }

  #keep(key: string, bytes: Uint8Array): Certificate {
    const kept = this.#certificates?.get(key);
    if (kept !== undefined) return kept;
    const tag = createHash("sha256").update(bytes).digest("base64url");
    const certificate = { bytes, tag };
    this.#certificates?.set(key, certificate);
    return certificate;
  }

  async #makeOnce(key: string, make: () => Promise<MadeDocument>): Promise<MadeDocument> {
    const underWay = this.#making.get(key);
    if (underWay !== undefined) return underWay;
    const making = make();
    this.#making.set(key, making);
    try {
      return await making;
    } finally {
      this.#making.delete(key);
    }
  }
}

/**
 * Makes documents in worker threads, so that the event loop stays free: docs/decisions/12-documents-as-pdf.md.
 *
 * piscina keeps the threads. The queue before them is ours: piscina does not count tasks that can be aborted towards its
 * `maxQueue`, and takes them out of turn.
 */
export interface DocumentWorkersOptions extends DocumentWorkerData {
  readonly workers: number;
  /** Maximum number of waiting documents. */
  readonly maxQueueLength: number;
  /** Time that one document may take in a worker that has started; the worker is replaced then. */
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

/** A worker that has not started by then is replaced. On a loaded machine it takes a quarter of a minute. */
const START_TIMEOUT_MS = 60_000;

/** A request that has waited this long for a worker to start is told to come back; the worker goes on starting. */
const WAIT_MS = 30_000;

/** Before anything was made: about the time of a package. */
const FIRST_MAKE_MS = 200;
/** Weight of the newest document in the time that documents take. */
const NEWEST_WEIGHT = 0.1;

export class DocumentWorkers {
  readonly #options: DocumentWorkersOptions;
  /** Null until the workers start. */
  #pool: WorkerPool | null = null;
  readonly #start: NodeJS.Timeout;
  readonly #queue: FairQueue;
  /** What a document has taken lately. */
  #makeMs = FIRST_MAKE_MS;
  #isClosing = false;

  /** Starts the workers for the first document, or some time from now; documents wait until they are ready. */
  constructor(options: DocumentWorkersOptions) {
    const { workers, maxQueueLength, metrics, startAfterMs = START_AFTER_MS } = options;
    this.#options = options;
    this.#queue = new FairQueue(workers, maxQueueLength);
    metrics.observeQueue(() => this.#queue.length);
    this.#start = setTimeout(() => this.#open(), startAfterMs).unref();
  }

  /** Starts the workers, once. @throws Error after the end. */
  #open(): WorkerPool {
    if (this.#isClosing) throw new Error("the document workers have ended");
    if (this.#pool !== null) return this.#pool;
    clearTimeout(this.#start);
    const { workers, fontPaths, log, program } = this.#options;
    const onFailure = (error: Error) => {
      if (!this.#isClosing) log.error({ err: error }, "a document worker ended");
    };
    const pool = new WorkerPool(
      {
        filename: (program ?? new URL("./worker-start.cjs", import.meta.url)).href,
        maxThreads: workers,
        workerData: { fontPaths } satisfies DocumentWorkerData,
        resourceLimits: RESOURCE_LIMITS,
      },
      onFailure,
    );
    for (let worker = 0; worker < workers; worker++) pool.warmUp().catch(onFailure);
    this.#pool = pool;
    return pool;
  }

  /** @throws ApiError `unavailable`, with `Retry-After`, when the queue is full for the account. */
  assertRoom(accountId: string): void {
    if (this.#queue.isFullFor(accountId)) throw this.#noRoom();
  }

  /** @throws ApiError `unavailable`, with `Retry-After`, when the queue is full, or no worker starts, or it fails. */
  make(task: DocumentTask, accountId: string): Promise<MadeDocument> {
    const { metrics } = this.#options;
    const cameAt = performance.now();
    return new Promise((resolve, reject) => {
      let isLate = false;
      const late = setTimeout(() => {
        isLate = true;
        reject(this.#refuse("timed_out", "no document can be made yet"));
      }, WAIT_MS);
      const run = async () => {
        if (isLate) throw new Error("nobody waits for the document");
        metrics.waitDuration.observe((performance.now() - cameAt) / 1000);
        return this.#run(task, () => clearTimeout(late));
      };
      this.#queue
        .run(accountId, run)
        .then(resolve, (error) => reject(error instanceof QueueFullError ? this.#noRoom() : error))
        .finally(() => clearTimeout(late));
    });
  }

  /** Ends the workers, even busy ones. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#start);
    await this.#pool?.close();
  }

  /** @param onBegun when a worker has begun. */
  async #run(task: DocumentTask, onBegun: () => void): Promise<MadeDocument> {
    const { timeoutMs, log, metrics } = this.#options;
    const deadline = new AbortController();
    const { port1: heard, port2: begun } = new MessageChannel();
    let timer = setTimeout(() => deadline.abort(), START_TIMEOUT_MS);
    let endTimer = metrics.makeDuration.startTimer();
    let begunAt = performance.now();
    heard.once("message", () => {
      onBegun();
      clearTimeout(timer);
      timer = setTimeout(() => deadline.abort(), timeoutMs);
      endTimer = metrics.makeDuration.startTimer();
      begunAt = performance.now();
    });
    try {
      const asked: WorkerTask = { task: ownBytes(task), begun };
      const options = { signal: deadline.signal, transferList: [begun] };
      const made = await this.#open().run<MadeDocument>("make", asked, options);
      this.#makeMs += NEWEST_WEIGHT * (performance.now() - begunAt - this.#makeMs);
      return made;
    } catch (error) {
      const reason = deadline.signal.aborted ? "timed_out" : "failed";
      log.error({ err: error, reason }, "a document could not be made");
      throw this.#refuse(reason, "the document could not be made");
    } finally {
      clearTimeout(timer);
      heard.close();
      endTimer();
    }
  }

  #noRoom(): ApiError {
    return this.#refuse("queue_full", "too many documents are being made");
  }

  #refuse(reason: DocumentRefusal, message: string): ApiError {
    const { metrics, workers } = this.#options;
    metrics.refusals.inc({ reason });
    const seconds = retryAfterSeconds(((this.#queue.length + 1) * this.#makeMs) / workers);
    return new ApiError("unavailable", `${message}: try again in ${seconds} s`, {
      headers: { "retry-after": String(seconds) },
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

/**
 * The event loop keeps a processor for itself if there is more than one. More threads would cost memory for little
 * gain.
 */
const MAX_WORKERS = 4;

/**
 * Starts the workers that make documents, as the settings say.
 *
 * @throws StartError naming the font that cannot be read.
 */
export async function openDocumentMaker(
  config: Config,
  registry: Registry,
  log: Log,
): Promise<{ readonly documents: DocumentMaker; close(): Promise<void> }> {
  if (config.certificateFonts.length > 0) await checkFonts(config.certificateFonts);
  const metrics = new DocumentMetrics(registry);
  const workers = new DocumentWorkers({
    workers: config.documentWorkers ?? Math.min(Math.max(availableParallelism() - 1, 1), MAX_WORKERS),
    maxQueueLength: config.documentQueue,
    timeoutMs: config.documentTimeoutMs,
    fontPaths: config.certificateFonts,
    log,
    metrics,
  });
  const documents = new DocumentMaker({
    make: (task, accountId) => workers.make(task, accountId),
    assertRoom: (accountId) => workers.assertRoom(accountId),
    cacheBytes: config.certificateCacheBytes,
    metrics,
  });
  return { documents, close: () => workers.close() };
}

/** Each worker opens the fonts itself. This checks that it can, before anything is served. */
async function checkFonts(paths: readonly string[]): Promise<void> {
  // The programs of fonts are large, and without fonts of the installation only workers need them.
  const { openCertificateFonts } = await import("./certificate/fonts.js");
  await openCertificateFonts(paths).catch((error: Error) => {
    throw new StartError(`SVC_CERTIFICATE_FONTS: ${error.message}`);
  });
}
