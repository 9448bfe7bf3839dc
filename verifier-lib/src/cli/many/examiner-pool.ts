/** Shares the work of a folder among worker threads, one a core. Whoever waits for a large file to be hashed holds up nothing else. */
import { availableParallelism } from "node:os";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { type Arguments, parseArguments } from "../arguments.js";
import { Examiner, type Work } from "./examiner.js";

interface WorkerSetup {
  /** The arguments of the command line. */
  readonly words: readonly string[];
}

interface Order {
  readonly id: number;
  readonly kind: keyof Work;
  readonly items: readonly Work[keyof Work]["item"][];
}

interface Answered {
  readonly id: number;
  readonly answers: readonly unknown[];
}

/** Fewer files are done before a thread has started. */
const WORTH_THREADS = 256;
/** Items that a thread takes at once: some milliseconds of work. */
const PART_ITEMS = 16;
/** More threads wait for the same disk. */
const MAX_THREADS = 16;

/** What does one order after the other. Each thread has two: one hashes, while the other does the rest. */
interface Lane {
  readonly hashes: boolean;
  readonly maxItems: number;
  isBusy: boolean;
  run(kind: keyof Work, items: readonly unknown[]): Promise<readonly unknown[]>;
}

interface Job {
  readonly kind: keyof Work;
  readonly item: unknown;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

export class ExaminerPool {
  readonly #here: Examiner;
  readonly #entry: URL;
  readonly #words: readonly string[];
  #threads: readonly Thread[] = [];
  #lanes: readonly Lane[];
  readonly #jobs: { readonly hashing: Job[]; readonly others: Job[] } = { hashing: [], others: [] };

  private constructor(here: Examiner, entry: URL, words: readonly string[]) {
    this.#here = here;
    this.#entry = entry;
    this.#words = words;
    this.#lanes = lanesOf((kind, items) => here.run(kind, items as never[]), 1);
  }

  /**
   * @param entry the module of the program, which runs as a thread, too.
   * @param words from which threads parse the same arguments: sources cannot be sent to them.
   * @throws UsageError if a given file cannot be read.
   */
  static async open(args: Arguments, entry: URL, words: readonly string[]): Promise<ExaminerPool> {
    return new ExaminerPool(await Examiner.open(args), entry, words);
  }

  /** How many files are hashed at the same time. */
  get hashingLanes(): number {
    return this.#lanes.filter(({ hashes }) => hashes).length;
  }

  /** The answers in the order of the items. @param onAnswered called with the number of items that are done. */
  async run<Kind extends keyof Work>(
    kind: Kind,
    items: readonly Work[Kind]["item"][],
    onAnswered: (count: number) => void = () => undefined,
  ): Promise<Work[Kind]["answer"][]> {
    // What has been told to the threads that there are would be missing in others.
    if (kind === "look" && items.length >= WORTH_THREADS) this.#startThreads();
    let count = 0;
    return Promise.all(
      items.map(async (item) => {
        const answer = await this.ask(kind, item);
        onAnswered(++count);
        return answer;
      }),
    );
  }

  /** Items are taken in the order in which they were asked about. @throws what ended a thread. */
  ask<Kind extends keyof Work>(kind: Kind, item: Work[Kind]["item"]): Promise<Work[Kind]["answer"]> {
    return new Promise((resolve, reject) => {
      const jobs = kind === "hash" ? this.#jobs.hashing : this.#jobs.others;
      jobs.push({ kind, item, resolve: resolve as (answer: unknown) => void, reject });
      // All that is asked about at once makes parts.
      queueMicrotask(() => this.#serve());
    });
  }

  /** Gives one item to every thread. Those that start later do not have it. */
  async tell<Kind extends keyof Work>(kind: Kind, item: Work[Kind]["item"]): Promise<void> {
    await this.#here.run(kind, [item]);
    await Promise.all(this.#threads.map((thread) => thread.run(kind, [item])));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()));
    await this.#here.close();
  }

  #serve(): void {
    for (const lane of this.#lanes) {
      const jobs = lane.hashes ? this.#jobs.hashing : this.#jobs.others;
      const [first] = jobs;
      if (lane.isBusy || first === undefined) continue;
      const end = jobs.findIndex(({ kind }, i) => i >= lane.maxItems || kind !== first.kind);
      const part = jobs.splice(0, end < 0 ? jobs.length : end);
      lane.isBusy = true;
      lane
        .run(
          first.kind,
          part.map(({ item }) => item),
        )
        .then(
          (answers) => {
            for (const [i, { resolve }] of part.entries()) resolve(answers[i]);
            lane.isBusy = false;
            this.#serve();
          },
          (error: unknown) => {
            for (const { reject } of part) reject(error);
          },
        );
    }
  }

  #startThreads(): void {
    if (this.#threads.length > 0) return;
    const setup: WorkerSetup = { words: this.#words };
    this.#threads = Array.from(
      { length: Math.min(availableParallelism(), MAX_THREADS) },
      () => new Thread(this.#entry, setup),
    );
    this.#lanes = this.#threads.flatMap((thread) =>
      lanesOf((kind, items) => thread.run(kind, items), PART_ITEMS),
    );
  }
}

function lanesOf(run: Lane["run"], maxItems: number): Lane[] {
  return [
    { hashes: false, maxItems, isBusy: false, run },
    { hashes: true, maxItems: 1, isBusy: false, run },
  ];
}

class Thread {
  readonly #worker: Worker;
  readonly #open = new Map<
    number,
    { resolve(answers: readonly unknown[]): void; reject(error: Error): void }
  >();
  #orders = 0;
  #fault: Error | null = null;

  constructor(entry: URL, setup: WorkerSetup) {
    const fail = (error: Error) => {
      this.#fault ??= error;
      for (const { reject } of this.#open.values()) reject(this.#fault);
    };
    this.#worker = new Worker(entry, { workerData: setup })
      .on("message", ({ id, answers }: Answered) => {
        this.#open.get(id)?.resolve(answers);
        this.#open.delete(id);
      })
      .on("error", fail)
      .on("exit", () => fail(new Error("a worker thread ended early")));
  }

  /** @throws what ended the thread. */
  run(kind: keyof Work, items: readonly unknown[]): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      if (this.#fault !== null) return reject(this.#fault);
      const id = this.#orders++;
      this.#open.set(id, { resolve, reject });
      this.#worker.postMessage({ id, kind, items: items as Order["items"] } satisfies Order);
    });
  }

  async end(): Promise<void> {
    this.#worker.removeAllListeners("exit");
    await this.#worker.terminate();
  }
}

/** A thread that looks at files and verifies evidence, part by part. Runs until the main thread ends it. */
export async function runWorker(): Promise<void> {
  const { words } = workerData as WorkerSetup;
  const args = parseArguments(words);
  // The main thread has parsed the same words before.
  if (typeof args === "string") throw new TypeError(`expected arguments, got "${args}"`);
  const examiner = await Examiner.open(args);
  parentPort!.on("message", async ({ id, kind, items }: Order) => {
    // What is thrown ends the thread, and with it the run: the main thread says why.
    const answers = await examiner.run(kind, items as never[]);
    parentPort!.postMessage({ id, answers } satisfies Answered);
  });
}
