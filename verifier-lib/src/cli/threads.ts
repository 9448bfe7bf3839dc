/** A folder shared among threads. */

import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { EPOCH_BLOCKS, HEADER_BYTES } from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { printableJson } from "@svc-proof/shared/text";
import { keyOf } from "../arrange/index.js";
import { reasonOf } from "../command-line/output.js";
import { FoundEvidence, faultOf, statesSomething, UnreadPiece, withBeside } from "../evidence/index.js";
import type { FoundPiece } from "../evidence/kinds.js";
import type { CheckCode, Report } from "../index.js";
import { fileAt, hashFile, shownPath } from "../node/files.js";
import { type Arguments, parseArguments } from "./arguments.js";
import { type OpenGiven, readGiven } from "./given.js";
import { type EvidenceTask, type FileFacts, type HashItem, lookAt } from "./look.js";
import { DefaultSources, rememberingBitcoin, rememberingEvm } from "./online.js";
import { type Row, rowOf } from "./rows.js";
import { type Asked, verifyPath } from "./verify-files.js";

// Looks at files and verifies evidence: in the main thread if there are few, else in each worker.

/** What is asked of an examiner, and what it answers, item by item. */
export interface Work {
  readonly find: { readonly item: readonly FoundFile[]; readonly answer: null };
  readonly look: { readonly item: string; readonly answer: FileFacts };
  readonly hash: { readonly item: HashItem; readonly answer: Hashed };
  readonly verify: { readonly item: EvidenceTask; readonly answer: Verified };
}

/** A file, or a part of one, that may prove something of others. */
export interface FoundFile {
  readonly path: string;
  readonly piece: FoundPiece;
  /** Of raw headers: where the part begins, in headers. */
  readonly from?: number;
}

export interface Hashed {
  /** Keys. */
  readonly digests: readonly string[];
  /** Why the file can no longer be read. */
  readonly problem: string | null;
}

export interface Verified {
  readonly row: Row;
  /** Whether it belongs to other evidence, in whose row it is named, and has none of its own. */
  readonly isAbsorbed: boolean;
  /** Paths that the row names. */
  readonly named: readonly string[];
  /** Files of headers, certificates and revocation data on which it rests. */
  readonly used: readonly string[];
  /** The report as one line of JSON; null if it was not asked for. */
  readonly json: string | null;
}

/** The parts of a file of raw headers: an epoch each, read when a block of it is asked about. */
export function partsOf({ path, sizeBytes, rawHeight }: FileFacts): readonly FoundFile[] {
  if (rawHeight === null) return [];
  const count = sizeBytes / HEADER_BYTES;
  return Array.from({ length: Math.ceil(count / EPOCH_BLOCKS) }, (_, i) => {
    const from = i * EPOCH_BLOCKS;
    const last = rawHeight + Math.min(count, from + EPOCH_BLOCKS) - 1;
    return { path, from, piece: { kind: "headers", about: null, heights: [[rawHeight + from, last]] } };
  });
}

export class Examiner {
  readonly #args: Arguments;
  readonly #given: OpenGiven;
  readonly #asked: Asked;
  #found = new FoundEvidence([], async () => new Uint8Array());
  /** What the verification that runs rests on. */
  #used = new Set<string>();

  private constructor(args: Arguments, given: OpenGiven) {
    this.#args = args;
    this.#given = given;
    this.#asked = {
      sources: args.sources.map(rememberingEvm),
      bitcoinSources: args.bitcoinSources.map(rememberingBitcoin),
      defaults: args.isOnline ? new DefaultSources(args.timeoutMs) : null,
    };
  }

  /** @throws UsageError if a given file cannot be read. */
  static async open(args: Arguments): Promise<Examiner> {
    return new Examiner(args, await readGiven(args));
  }

  async run<Kind extends keyof Work>(
    kind: Kind,
    items: readonly Work[Kind]["item"][],
  ): Promise<Work[Kind]["answer"][]> {
    const answers: Work[Kind]["answer"][] = [];
    for (const item of items) answers.push(await this.#answer(kind, item));
    return answers;
  }

  #answer(kind: keyof Work, item: Work[keyof Work]["item"]): Promise<Work[keyof Work]["answer"]> {
    if (kind === "look") return lookAt(item as string);
    if (kind === "find") return this.#find(item as readonly FoundFile[]);
    if (kind === "hash") return hashed(item as HashItem);
    return this.#verify(item as EvidenceTask);
  }

  /** Every verification after this takes from these files what leads from its input to a time. */
  async #find(files: readonly FoundFile[]): Promise<null> {
    this.#found = new FoundEvidence(
      files.map(({ piece }) => piece),
      async (i) => {
        try {
          return bytesOf(files[i]!);
        } catch (error) {
          throw new UnreadPiece(reasonOf(error));
        }
      },
      (i) => this.#used.add(files[i]!.path),
    );
    return null;
  }

  async #verify({ path, original, beside, isAbsorbed, probablyChanged }: EvidenceTask): Promise<Verified> {
    this.#used = new Set();
    const { report, problem } = await this.#verifyOne(
      path,
      original,
      this.#args.isOriginalRequired && !isAbsorbed,
    );
    const used = [...this.#used];
    const faults = new Map<string, CheckCode | null>();
    for (const file of beside.filter(statesSomething)) {
      faults.set(file.path, faultOf((await this.#verifyOne(file.path, null, false)).report));
    }
    const named = beside.map((file) => ({
      name: shownPath(file.path),
      path: file.path,
      kind: file.kind,
      fault: faults.get(file.path) ?? null,
    }));
    const told = withNotice(withBeside(report, named), probablyChanged.map(shownPath));
    const sound = named.flatMap((file) => (file.fault === null ? [file.path] : []));
    const row = rowOf(told, {
      path,
      original: original?.path ?? null,
      beside: sound,
      probablyChanged,
      problem,
    });
    return {
      row,
      named: [path, ...(original === null ? [] : [original.path]), ...sound],
      isAbsorbed: isAbsorbed && problem === null && report.outcome !== "failed",
      used,
      json: this.#args.format === "json" ? printableJson(told) : null,
    };
  }

  #verifyOne(path: string, original: EvidenceTask["original"], isOriginalRequired: boolean) {
    return verifyPath(path, {
      args: this.#args,
      given: { ...this.#given.given, found: this.#found },
      asked: this.#asked,
      original: original?.path ?? null,
      isOriginalRequired,
      contentHash: async () => original?.hash ?? null,
    });
  }

  close(): Promise<void> {
    return this.#given.close();
  }
}

function bytesOf({ path, piece, from }: FoundFile): Uint8Array {
  if (from === undefined) return new Uint8Array(readFileSync(fileAt(path)));
  const [[first, last]] = piece.heights as readonly [readonly [number, number]];
  const bytes = Buffer.alloc((last - first + 1) * HEADER_BYTES);
  const file = openSync(fileAt(path), "r");
  try {
    const length = readSync(file, bytes, 0, bytes.length, from * HEADER_BYTES);
    const lines: string[] = [];
    for (let at = 0; at + HEADER_BYTES <= length; at += HEADER_BYTES) {
      const header = bytes.subarray(at, at + HEADER_BYTES);
      // Eighty zeros are a header that a wallet has not fetched.
      if (header.some((byte) => byte !== 0))
        lines.push(`${first + at / HEADER_BYTES} ${bytesToHex(header)}\n`);
    }
    return new TextEncoder().encode(lines.join(""));
  } finally {
    closeSync(file);
  }
}

/** Never throws because of the file. */
async function hashed({ path, algorithms }: HashItem): Promise<Hashed> {
  const digests: string[] = [];
  try {
    for (const algorithm of algorithms) digests.push(keyOf(algorithm, await hashFile(path, { algorithm })));
    return { digests, problem: null };
  } catch (error) {
    return { digests: [], problem: reasonOf(error) };
  }
}

function withNotice(report: Report, files: readonly string[]): Report {
  if (files.length === 0) return report;
  return {
    ...report,
    notices: [...report.notices, { code: "original_probably_changed", evidence: { parts: files } }],
  };
}

/** Shares the work of a folder among worker threads, one a core. Whoever waits for a large file to be hashed holds up nothing else. */
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
