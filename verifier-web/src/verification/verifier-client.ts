/**
 * The page's side of the worker. Starts the worker with the first task, and replaces it if it crashes or stops responding.
 * The running tasks then fail, and later tasks use the new worker.
 */

import type { Report } from "@svc-proof/verifier-lib";
import { type DigestAlgorithm, isUnreadableFile } from "@svc-proof/verifier-web/ui/hashing";
import { proxy, type Remote, wrap } from "comlink";
import type { AsicParts, AsicResult, EvidenceFiles, SnapshotFacts } from "../model.js";
import type { Recognised, Verifier } from "./verifier.js";

export interface TaskOptions {
  /** Rejects the task at once; the worker stops at its next pause. */
  readonly signal: AbortSignal;
  readonly onProgress?: (doneBytes: number) => void;
}

/** Why a worker did not answer. Says nothing about the files. */
export class VerifierGoneError extends Error {
  override readonly name = "VerifierGoneError";
  readonly code: "verifier_crashed" | "verifier_unresponsive" | "verifier_not_loaded";

  constructor(code: VerifierGoneError["code"], cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

const PING_INTERVAL_MS = 1000;
/**
 * Consecutive pings without an answer. Pings are counted instead of time, since a suspended computer misses none. The
 * longest work without a pause takes some seconds: the largest revocation list on a phone.
 */
const MAX_SILENT_PINGS = 30;

interface Running {
  readonly onProgress: ((doneBytes: number) => void) | undefined;
  readonly end: (error: unknown) => void;
}

export class VerifierClient {
  readonly #createWorker: () => Worker;
  readonly #running = new Map<number, Running>();
  #worker: Worker | null = null;
  #verifier: Remote<Verifier> | null = null;
  #hasAnswered = false;
  /** Whether a permanent error occurred: a module that failed to load stays missing. */
  #isSpent = false;
  #silentPings = 0;
  #watch: ReturnType<typeof setInterval> | null = null;
  #lastTaskId = 0;

  constructor(createWorker: () => Worker) {
    this.#createWorker = createWorker;
  }

  /** Recognises files, in their order. @throws VerifierGoneError; the reason of an abort. */
  recognise(files: readonly File[], options: TaskOptions): Promise<readonly Recognised[]> {
    return this.#run(options, (verifier, taskId) => verifier.recognise(taskId, files));
  }

  /** Lower-case hexadecimal. @throws VerifierGoneError; UnreadableFileError; the reason of an abort. */
  digest(file: File, algorithm: DigestAlgorithm, options: TaskOptions): Promise<string> {
    return this.#run(options, (verifier, taskId) => verifier.digest(taskId, file, algorithm));
  }

  /** @throws VerifierGoneError; UnreadableFileError; the reason of an abort. */
  verify(evidence: EvidenceFiles, options: TaskOptions): Promise<Report> {
    return this.#run(options, (verifier, taskId) => verifier.verify(taskId, evidence));
  }

  /** An original with its timestamp. @throws VerifierGoneError; UnreadableFileError; the reason of an abort. */
  createAsic(parts: AsicParts, options: TaskOptions): Promise<AsicResult> {
    return this.#run(options, (verifier, taskId) => verifier.createAsic(taskId, parts));
  }

  /** The snapshot that this build ships. @throws VerifierGoneError; the reason of an abort. */
  shippedSnapshot(options: TaskOptions): Promise<SnapshotFacts> {
    return this.#run(options, (verifier, taskId) => verifier.shippedSnapshot(taskId));
  }

  /** Starts the worker before the first task. */
  warmUp(): void {
    this.#start();
  }

  async #run<Result>(
    { signal, onProgress }: TaskOptions,
    ask: (verifier: Remote<Verifier>, taskId: number) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const verifier = this.#start();
    const taskId = ++this.#lastTaskId;
    const { promise, resolve, reject } = withResolvers<Result>();
    const cancel = () => {
      reject(signal.reason);
      void verifier.cancel(taskId).catch(() => undefined);
    };
    signal.addEventListener("abort", cancel, { once: true });
    this.#running.set(taskId, { onProgress, end: reject });
    this.#watch ??= setInterval(() => this.#ping(), PING_INTERVAL_MS);
    ask(verifier, taskId).then(resolve, reject);
    try {
      return await promise;
    } catch (error) {
      if (signal.aborted || isUnreadableFile(error) || error instanceof VerifierGoneError) throw error;
      this.#isSpent = true;
      throw new VerifierGoneError("verifier_crashed", error);
    } finally {
      signal.removeEventListener("abort", cancel);
      this.#running.delete(taskId);
      if (this.#running.size === 0) this.#rest();
    }
  }

  #start(): Remote<Verifier> {
    if (this.#verifier !== null) return this.#verifier;
    const worker = this.#createWorker();
    const verifier = wrap<Verifier>(worker);
    this.#worker = worker;
    this.#verifier = verifier;
    this.#hasAnswered = false;
    this.#silentPings = 0;
    worker.addEventListener("message", () => {
      this.#hasAnswered = true;
      this.#silentPings = 0;
    });
    const fail = (event: Event) => {
      event.preventDefault();
      if (worker !== this.#worker) return;
      this.#replace(
        new VerifierGoneError(this.#hasAnswered ? "verifier_crashed" : "verifier_not_loaded", event),
      );
    };
    worker.addEventListener("error", fail);
    worker.addEventListener("messageerror", fail);
    void verifier.reportProgress(
      proxy((taskId: number, doneBytes: number) => this.#running.get(taskId)?.onProgress?.(doneBytes)),
    );
    return verifier;
  }

  #ping(): void {
    if (this.#silentPings >= MAX_SILENT_PINGS) {
      this.#replace(new VerifierGoneError("verifier_unresponsive"));
      return;
    }
    this.#silentPings++;
    void this.#verifier?.ping();
  }

  #replace(error: VerifierGoneError): void {
    this.#end();
    const lost = [...this.#running.values()];
    this.#running.clear();
    this.#rest();
    for (const { end } of lost) end(error);
  }

  #rest(): void {
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#watch = null;
    this.#silentPings = 0;
    if (this.#isSpent) this.#end();
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#verifier = null;
    this.#isSpent = false;
  }
}

/** `Promise.withResolvers`, which browsers support only since 2024. */
function withResolvers<Value>(): {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (reason: unknown) => void;
} {
  let resolve!: (value: Value) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<Value>((onValue, onReason) => {
    resolve = onValue;
    reject = onReason;
  });
  return { promise, resolve, reject };
}
