/** Arriving, recognised, hashed files. */

import { batch, type ReadonlySignal, signal } from "@preact/signals";
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type Progress,
  Rate,
} from "@svc-proof/verifier-web/ui/hashing";
import type { IncomingFile } from "@svc-proof/verifier-web/ui/intake";
import { aloneEvidence, type ItemPhase, type KnownFile, type Problem } from "../model.js";
import type { Recognised } from "../verification/verifier.js";
import type { VerifierClient } from "../verification/verifier-client.js";
import { type Group, isArchive, isUnread } from "./groups.js";
import { LARGE_BYTES, problemOf, type SizeLimiter, TaskQueue, TaskRegistry } from "./tasks.js";

/** A file of the session, and the state of the work on it. */
export interface FileRecord {
  readonly known: KnownFile;
  readonly phase: Extract<ItemPhase, "waiting" | "hashing" | "verifying" | "done" | "cancelled" | "refused">;
  readonly progress: Progress | null;
  readonly problem: Problem | null;
  /** Certificates only: whether the user trusts them. */
  readonly isTrusted: boolean;
}

/** A file that is not recognised yet. */
export type ArrivingFile = Pick<KnownFile, "id" | "path" | "isChosen" | "comparedWith"> & {
  readonly file: File;
};

const IDLE = { phase: "done", progress: null, problem: null, isTrusted: false } as const;

/** The record of a recognised file. */
export function recognisedRecord(
  arriving: ArrivingFile,
  { unreadable, role, looksLike, hash, tokenHash, report, snapshot, firstHeight }: Recognised,
): FileRecord {
  if (unreadable !== null) {
    return refusedRecord(arriving, { code: "file_unreadable", evidence: { reason: unreadable } });
  }
  const digests = hash === null ? {} : { "SHA-256": hash };
  const height = firstHeight === undefined ? {} : { firstHeight };
  const facts = { role, looksLike, digests, tokenHash, report, snapshot, ...height };
  return { ...IDLE, known: { ...UNKNOWN, ...named(arriving), ...facts } };
}

/** The record of a file that could not be recognised. */
export function refusedRecord(arriving: ArrivingFile, problem: Problem): FileRecord {
  return { ...IDLE, known: { ...UNKNOWN, ...named(arriving) }, phase: "refused", problem };
}

/** The record of a fingerprint entered in place of a file. */
export function typedRecord(id: string, algorithm: DigestAlgorithm, hash: string): FileRecord {
  const digests = { [algorithm]: hash };
  return { ...IDLE, known: { ...UNKNOWN, id, file: null, name: hash, path: hash, isChosen: true, digests } };
}

const UNKNOWN = {
  comparedWith: null,
  role: "original",
  looksLike: null,
  digests: {},
  tokenHash: null,
  report: null,
  snapshot: null,
} as const;

function named({ id, file, path, isChosen, comparedWith }: ArrivingFile) {
  return { id, file, name: file.name, path, isChosen, comparedWith };
}

/** Sends new files to the worker in batches to be recognised. */
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

/**
 * Tracks the files of the session. Recognises each file, hashes it if it may be an original, and reads it if it is a
 * package. Records are immutable and replaced on every change.
 */
export interface FileTrackerParameters {
  /** Parses files, which may be hostile. */
  readonly client: VerifierClient;
  /** Hashes in a separate worker, so that a crash while parsing does not lose an hour of hashing. */
  readonly hasher: VerifierClient;
  readonly limiter: SizeLimiter;
  /** Called when more is known about a file. */
  readonly onKnown: () => void;
  /** Called when progress or phase changed. */
  readonly onChange: () => void;
}

/** Most files of one session: a list of this length still scrolls smoothly. */
export const MAX_FILES = 10_000;
/** UTF-16 units. */
const MAX_NAME_LENGTH = 255;

/** Codes of an archive or PDF that contains no evidence, or evidence that is not read here: it may be an original. */
const NO_EVIDENCE: readonly string[] = [
  "evidence_no_proof",
  "evidence_folder_unsupported",
  "pdf_no_proof",
  "asic_e_unsupported",
  "asic_signature_unsupported",
  "asic_evidence_record_unsupported",
  "asic_media_type_unsupported",
];

export class FileTracker {
  readonly #parameters: FileTrackerParameters;
  readonly #records = new Map<string, FileRecord>();
  readonly #arrivals: Arrivals;
  readonly #tasks = new TaskRegistry();
  #lastId = 0;

  constructor(parameters: FileTrackerParameters) {
    this.#parameters = parameters;
    const { client, onKnown } = parameters;
    const onRecords = (records: readonly FileRecord[]) => {
      for (const record of records) this.#records.set(record.known.id, record);
    };
    this.#arrivals = new Arrivals({ client, onKnown, onRecords });
  }

  get records(): ReadonlyMap<string, FileRecord> {
    return this.#records;
  }

  /** Files that are not recognised yet. */
  get arrivingCount(): ReadonlySignal<number> {
    return this.#arrivals.count;
  }

  /** Resolves when all files are recognised. @returns whether there was room for all of them. */
  async add(files: readonly IncomingFile[], comparedWith: string | null): Promise<boolean> {
    const room = Math.max(0, MAX_FILES - this.#records.size - this.#arrivals.count.value);
    const stopped = this.#stopped();
    const arriving = files.slice(0, room).map(({ file, path = file.name, isChosen }) => ({
      id: stopped.get(sameness(file, path)) ?? this.#newId(),
      file: withShortName(file),
      path: endOf(path),
      isChosen,
      comparedWith,
    }));
    await this.#arrivals.lookAt(arriving);
    return files.length <= room;
  }

  /** Adds a fingerprint in place of a file. */
  addFingerprint(algorithm: DigestAlgorithm, hash: string): void {
    const record = typedRecord(this.#newId(), algorithm, hash);
    this.#records.set(record.known.id, record);
    this.#parameters.onKnown();
  }

  /** Starts the work that the files still need in these groups. */
  prepare(groups: readonly Group[]): void {
    const algorithms = algorithmsStated(groups);
    const sizes = this.#sizesOfSeveral();
    for (const record of this.#records.values()) this.#prepare(record, algorithms, sizes);
  }

  trust(id: string, isTrusted: boolean): void {
    const record = this.#records.get(id);
    if (record?.known.role === "authority") this.#records.set(id, { ...record, isTrusted });
  }

  compare(id: string, comparedWith: string): void {
    const record = this.#records.get(id);
    if (record !== undefined) {
      this.#records.set(id, { ...record, known: { ...record.known, comparedWith } });
    }
  }

  cancel(id: string): void {
    this.#tasks.cancel(id);
  }

  /** Recognises a cancelled or refused file again. */
  retry(id: string): void {
    const record = this.#records.get(id);
    if (record?.phase !== "cancelled" && record?.phase !== "refused") return;
    const { file, path, isChosen, comparedWith } = record.known;
    if (file !== null) void this.#arrivals.lookAt([{ id, file, path, isChosen, comparedWith }]);
  }

  /** Removes files and their copies: a copy would otherwise appear in their place. */
  remove(files: readonly KnownFile[]): void {
    const ids = new Set(files.map(({ id }) => id));
    const hashes = new Set(files.flatMap(({ digests }) => digests["SHA-256"] ?? []));
    for (const { known } of [...this.#records.values()]) {
      if (!ids.has(known.id) && !hashes.has(known.digests["SHA-256"] ?? "")) continue;
      this.cancel(known.id);
      this.#records.delete(known.id);
    }
  }

  clear(): void {
    this.#arrivals.clear();
    this.#tasks.cancelAll();
    this.#records.clear();
  }

  #newId(): string {
    this.#lastId++;
    return `file-${this.#lastId}`;
  }

  /** Files whose work was cancelled or refused: one that is given again takes the place of the former. */
  #stopped(): ReadonlyMap<string, string> {
    const stopped = [...this.#records.values()].filter(
      ({ phase }) => phase === "cancelled" || phase === "refused",
    );
    return new Map(
      stopped.flatMap(({ known: { id, file, path } }) => (file === null ? [] : [[sameness(file, path), id]])),
    );
  }

  #sizesOfSeveral(): ReadonlySet<number> {
    const seen = new Set<number>();
    const several = new Set<number>();
    for (const { known } of this.#records.values()) {
      const sizeBytes = known.file?.size ?? -1;
      if (seen.has(sizeBytes)) several.add(sizeBytes);
      seen.add(sizeBytes);
    }
    return several;
  }

  #prepare(
    { known, phase }: FileRecord,
    algorithms: readonly DigestAlgorithm[],
    sizesOfSeveral: ReadonlySet<number>,
  ): void {
    const { file, role, report, digests } = known;
    if (phase !== "done" || file === null) return;
    const { client, hasher } = this.#parameters;
    if (isArchive(known) && report === null) {
      void this.#work(known, file, "verifying", async (options) => {
        const found = await client.verify(aloneEvidence(file), options);
        const isEvidence = !found.checks.some(({ code }) => NO_EVIDENCE.includes(code));
        if (!isEvidence) return { role: "original" };
        // A container need not say at its start that it is one.
        return { report: found, ...(found.input.type === "asic-s" && { role: "container" }) };
      });
      return;
    }
    // A large package is hashed only if another file has the same size: it may be a copy.
    const mayBeCopy = file.size <= LARGE_BYTES || sizesOfSeveral.has(file.size);
    const mayBeOriginal = role === "original" || role === "trusted-list" || isUnread(known);
    const wanted = mayBeOriginal ? algorithms : mayBeCopy ? ONLY_SHA256 : [];
    const missing = wanted.find((algorithm) => digests[algorithm] === undefined);
    if (missing === undefined) return;
    void this.#work(known, file, "hashing", async (options) => {
      const digest = await hasher.digest(file, missing, options);
      return { digests: { ...digests, [missing]: digest } };
    });
  }

  /** Runs work on one file when the limiter allows it. */
  async #work(
    known: KnownFile,
    file: File,
    phase: "hashing" | "verifying",
    work: (options: WorkOptions) => Promise<Partial<KnownFile>>,
  ): Promise<void> {
    const { limiter, onChange, onKnown } = this.#parameters;
    const controller = this.#tasks.start(known.id);
    const { signal } = controller;
    const update = (changes: Partial<FileRecord>) => {
      const record = this.#records.get(known.id);
      if (record === undefined || !this.#tasks.isCurrent(known.id, controller)) return;
      this.#records.set(known.id, { ...record, ...changes });
      onChange();
    };
    update({ phase: "waiting" });
    try {
      await limiter.run(file.size, signal, async () => {
        const rate = new Rate(phase === "hashing" ? file.size : null, performance.now());
        const onProgress = (doneBytes: number) =>
          update({ phase: "hashing", progress: rate.progress(doneBytes, performance.now()) });
        update({ phase });
        const found = await work({ signal, onProgress });
        update({ known: { ...known, ...found }, phase: "done", progress: null });
      });
    } catch (error) {
      const end = signal.aborted ? CANCELLED : ({ phase: "refused", problem: problemOf(error) } as const);
      update({ ...end, progress: null });
    }
    this.#tasks.end(known.id, controller);
    onKnown();
  }
}

interface WorkOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number) => void;
}

const CANCELLED = { phase: "cancelled" } as const;
const ONLY_SHA256: readonly DigestAlgorithm[] = ["SHA-256"];

/** SHA-256, and the longer digests that seals of these groups state. */
function algorithmsStated(groups: readonly Group[]): readonly DigestAlgorithm[] {
  const stated = new Set<string>(groups.flatMap(({ input }) => input.report?.proof?.content.algorithm ?? []));
  return DIGEST_ALGORITHMS.filter((algorithm) => algorithm === "SHA-256" || stated.has(algorithm));
}

/** Equal for what is the same file as far as its place and its dates say. */
function sameness({ size, lastModified }: File, path: string): string {
  return `${size} ${lastModified} ${endOf(path)}`;
}

/** Without half of a character. */
function endOf(path: string): string {
  return path.slice(-MAX_NAME_LENGTH).replace(/^[\udc00-\udfff]/, "");
}

/** No file system allows longer names; such a name could only fill the screen. */
function withShortName(file: File): File {
  if (file.name.length <= MAX_NAME_LENGTH) return file;
  return new File([file], file.name.slice(0, MAX_NAME_LENGTH));
}
