/**
 * The page's side of the worker. The worker is started with the first task, and replaced when it breaks down or falls
 * silent: what it was at then is lost and said to be, what comes after goes on in the new one.
 */
import type { Report } from "@svc-proof/verifier-lib";
import { proxy, type Remote, wrap } from "comlink";
import type { DigestAlgorithm } from "../model/digest-algorithm.js";
import type { EvidenceFiles } from "../model/evidence-files.js";
import { isUnreadableFile } from "./unreadable-file-error.js";
import type { Recognised, Verifier } from "./verifier.js";

export interface TaskOptions {
  /** Rejects the task at once; the worker follows as soon as it yields. */
  readonly signal: AbortSignal;
  readonly onProgress?: (doneBytes: number) => void;
}

/** Why a worker gave no answer. Says nothing about what it was asked. */
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
 * Pings in turn without an answer. Turns and not time are counted: a computer that has slept has missed no turn. The
 * longest that the verifier works without a pause is some seconds, on a phone, for the largest revocation list.
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
  /** Whether something went wrong that does not mend: a part of the code that could not be loaded stays away. */
  #isSpent = false;
  #silentPings = 0;
  #watch: ReturnType<typeof setInterval> | null = null;
  #lastTaskId = 0;

  constructor(createWorker: () => Worker) {
    this.#createWorker = createWorker;
  }

  /** What files are, in their order. @throws VerifierGoneError; what aborted the signal. */
  recognise(files: readonly File[], options: TaskOptions): Promise<readonly Recognised[]> {
    return this.#run(options, (verifier, taskId) => verifier.recognise(taskId, files));
  }

  /** Lower-case hexadecimal. @throws VerifierGoneError; UnreadableFileError; what aborted the signal. */
  digest(file: File, algorithm: DigestAlgorithm, options: TaskOptions): Promise<string> {
    return this.#run(options, (verifier, taskId) => verifier.digest(taskId, file, algorithm));
  }

  /** @throws VerifierGoneError; UnreadableFileError; what aborted the signal. */
  verify(evidence: EvidenceFiles, options: TaskOptions): Promise<Report> {
    return this.#run(options, (verifier, taskId) => verifier.verify(taskId, evidence));
  }

  /** Starts the worker ahead of the first task. */
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

/** `Promise.withResolvers`, which browsers have since 2024 only. */
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
