/** Shares the work of a folder among worker threads, one a core. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Arguments } from "../arguments.js";
import { Examiner, type Work } from "./examiner.js";

export interface WorkerSetup {
  /** The arguments of the command line. */
  readonly words: readonly string[];
}

export interface Order {
  readonly kind: keyof Work;
  readonly items: readonly Work[keyof Work]["item"][];
}

/** Fewer files are done before a thread has started. */
const WORTH_THREADS = 256;
/** Items that a thread takes at once: some milliseconds of work. */
const PART_ITEMS = 64;
/** More threads wait for the same disk. */
const MAX_THREADS = 16;

export class ExaminerPool {
  readonly #here: Examiner;
  readonly #entry: URL;
  readonly #words: readonly string[];
  #threads: readonly Worker[] = [];

  private constructor(here: Examiner, entry: URL, words: readonly string[]) {
    this.#here = here;
    this.#entry = entry;
    this.#words = words;
  }

  /**
   * @param entry the module of the program, which runs as a thread, too.
   * @param words from which threads parse the same arguments: sources cannot be sent to them.
   * @throws UsageError if a given file cannot be read.
   */
  static async open(args: Arguments, entry: URL, words: readonly string[]): Promise<ExaminerPool> {
    return new ExaminerPool(await Examiner.open(args), entry, words);
  }

  /** The answers in the order of the items. @param onAnswered called with the number of items that are done. */
  async run<Kind extends keyof Work>(
    kind: Kind,
    items: readonly Work[Kind]["item"][],
    onAnswered: (count: number) => void = () => undefined,
  ): Promise<Work[Kind]["answer"][]> {
    // What has been told to the threads that there are would be missing in others.
    if (kind === "look" && items.length >= WORTH_THREADS) this.#startThreads();
    if (this.#threads.length === 0) {
      const answers: Work[Kind]["answer"][] = [];
      for (const item of items) {
        answers.push(...(await this.#here.run(kind, [item])));
        onAnswered(answers.length);
      }
      return answers;
    }
    const answers = new Array<Work[Kind]["answer"]>(items.length);
    let next = 0;
    let done = 0;
    const serve = async (thread: Worker) => {
      while (next < items.length) {
        const start = next;
        const part = items.slice(start, start + PART_ITEMS);
        next += part.length;
        const answered = await order<Work[Kind]["answer"]>(thread, { kind, items: part });
        for (const [at, answer] of answered.entries()) answers[start + at] = answer;
        done += answered.length;
        onAnswered(done);
      }
    };
    await Promise.all(this.#threads.map(serve));
    return answers;
  }

  /** Gives one item to every thread. Those that start later do not have it. */
  async tell<Kind extends keyof Work>(kind: Kind, item: Work[Kind]["item"]): Promise<void> {
    await this.#here.run(kind, [item]);
    await Promise.all(this.#threads.map((thread) => order(thread, { kind, items: [item] })));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
    await this.#here.close();
  }

  #startThreads(): void {
    if (this.#threads.length > 0) return;
    const setup: WorkerSetup = { words: this.#words };
    this.#threads = Array.from(
      { length: Math.min(availableParallelism(), MAX_THREADS) },
      () => new Worker(this.#entry, { workerData: setup }),
    );
  }
}

/** @throws what ended the thread. */
function order<Answer>(thread: Worker, work: Order): Promise<readonly Answer[]> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      thread.off("message", onMessage).off("error", onError).off("exit", onExit);
    };
    const onMessage = (answers: readonly Answer[]) => {
      settle();
      resolve(answers);
    };
    const onError = (error: Error) => {
      settle();
      reject(error);
    };
    const onExit = () => onError(new Error("a worker thread ended early"));
    thread.on("message", onMessage).on("error", onError).on("exit", onExit);
    thread.postMessage(work);
  });
}
