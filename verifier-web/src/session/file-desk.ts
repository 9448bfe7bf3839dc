/**
 * The files of the session, and what is done with each by itself: looked at as it comes, hashed where it may be an
 * original, and read where it is a package. Records are replaced and never changed in place.
 */
import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { Group } from "../intake/arrange.js";
import type { IncomingFile } from "../intake/incoming-file.js";
import type { KnownFile } from "../intake/known-file.js";
import { isUnread } from "../intake/stated.js";
import { DIGEST_ALGORITHMS, type DigestAlgorithm } from "../verification/digest.js";
import { Rate } from "../verification/rate.js";
import type { EvidenceFiles, Recognised } from "../verification/verifier.js";
import type { VerifierClient } from "../verification/verifier-client.js";
import type { FileRecord } from "./file-record.js";
import type { Problem } from "./item.js";
import { problemOf } from "./problem-of.js";
import { TaskQueue } from "./task-queue.js";
import { LARGE_BYTES, type Turns } from "./turns.js";
import { UnderWay } from "./under-way.js";

export interface FileDeskParameters {
  /** Reads what may be hostile. */
  readonly client: VerifierClient;
  /** Hashes in a worker of its own: what the other breaks down over takes no hour of hashing with it. */
  readonly hasher: VerifierClient;
  readonly turns: Turns;
  /** Something more is known of a file. */
  readonly onKnown: () => void;
  /** Some work has gone on. */
  readonly onChange: () => void;
}

/** Files of one session. A list of so many still scrolls. */
export const MAX_FILES = 10_000;
/**
 * Files that the worker looks at in one go. To hand a file over, Chromium asks another process and waits: a millisecond on
 * a busy machine, measured, for which the page stands still.
 */
const BATCH_FILES = 8;
const BATCHES_AT_A_TIME = 4;
/** While files are coming: all are arranged anew each time, however few came. */
const KNOWN_INTERVAL_MS = 100;
/** UTF-16 units. */
const MAX_NAME_LENGTH = 255;

/** Of a package or PDF in which there is nothing of ours: anybody's file. */
const NO_EVIDENCE: readonly string[] = ["evidence_no_proof", "pdf_no_proof"];

export class FileDesk {
  readonly #parameters: FileDeskParameters;
  readonly #records = new Map<string, FileRecord>();
  readonly #arrivingCount = signal(0);
  readonly #arriving = new TaskQueue(BATCHES_AT_A_TIME);
  /** Files over one of which the worker broke down: each alone, so that it takes none with it. */
  readonly #suspects = new TaskQueue(1);
  readonly #underWay = new UnderWay();
  #life = new AbortController();
  #lastId = 0;
  #knownAtMs = 0;

  constructor(parameters: FileDeskParameters) {
    this.#parameters = parameters;
  }

  get records(): ReadonlyMap<string, FileRecord> {
    return this.#records;
  }

  /** Files that came and are not looked at yet. */
  get arrivingCount(): ReadonlySignal<number> {
    return this.#arrivingCount;
  }

  /** Resolves when all are looked at. @returns whether there was room for all. */
  async add(files: readonly IncomingFile[], comparedWith: string | null): Promise<boolean> {
    const room = Math.max(0, MAX_FILES - this.#records.size - this.#arrivingCount.value);
    const arriving = files.slice(0, room).map(({ file, isChosen }) => ({
      id: this.#newId(),
      file: withShortName(file),
      isChosen,
      comparedWith,
    }));
    const batches: Promise<void>[] = [];
    for (let at = 0; at < arriving.length; at += BATCH_FILES) {
      batches.push(this.#lookAt(arriving.slice(at, at + BATCH_FILES)));
    }
    await Promise.all(batches);
    return files.length <= room;
  }

  /** A fingerprint in the place of a file. */
  addFingerprint(algorithm: DigestAlgorithm, hash: string): void {
    const arriving = { id: this.#newId(), file: null, isChosen: true, comparedWith: null };
    const known = { ...unknownFile(arriving), name: hash, digests: { [algorithm]: hash } };
    this.#records.set(known.id, { ...IDLE, known });
    this.#parameters.onKnown();
  }

  /** Starts what is still to be found out about files, given how they are arranged. */
  prepare(groups: readonly Group[]): void {
    const algorithms = algorithmsStated(groups);
    const sizes = this.#sizesOfSeveral();
    for (const record of this.#records.values()) this.#prepare(record, algorithms, sizes);
  }

  trust(id: string, isTrusted: boolean): void {
    const record = this.#records.get(id);
    if (record?.known.role === "authority") this.#records.set(id, { ...record, isTrusted });
  }

  cancel(id: string): void {
    this.#underWay.cancel(id);
  }

  /** Looks at a file once more that was cancelled or refused. */
  retry(id: string): void {
    const record = this.#records.get(id);
    if (record?.phase !== "cancelled" && record?.phase !== "refused") return;
    const { file, isChosen, comparedWith } = record.known;
    if (file !== null) void this.#lookAt([{ id, file, isChosen, comparedWith }]);
  }

  /** Takes files out, with their copies, which would come to light now. */
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
    this.#life.abort();
    this.#life = new AbortController();
    this.#underWay.cancelAll();
    this.#records.clear();
  }

  #newId(): string {
    this.#lastId++;
    return `file-${this.#lastId}`;
  }

  /** What files are. A batch over which the worker breaks down is looked at one by one. */
  #lookAt(arriving: readonly Arriving[], isSuspect: boolean = false): Promise<void> {
    const { signal } = this.#life;
    this.#arrivingCount.value += arriving.length;
    const queue = isSuspect ? this.#suspects : this.#arriving;
    return new Promise((resolve) => {
      queue.add(async () => {
        const files = arriving.flatMap(({ file }) => file ?? []);
        let alone: Promise<unknown> | undefined;
        try {
          const found = await this.#parameters.client.recognise(files, { signal });
          for (const [i, one] of arriving.entries()) this.#records.set(one.id, recordOf(one, found[i]!));
        } catch (error) {
          if (signal.aborted) return;
          if (!isSuspect) alone = Promise.all(arriving.map((one) => this.#lookAt([one], true)));
          else for (const one of arriving) this.#records.set(one.id, refused(one, problemOf(error)));
        } finally {
          // As one change: nobody is to see that all files are looked at, and not what came of it.
          batch(() => {
            this.#arrivingCount.value -= arriving.length;
            this.#tellKnown();
          });
          resolve(alone?.then(() => undefined));
        }
      });
    });
  }

  /** At once with the last file, and now and then before. */
  #tellKnown(): void {
    const nowMs = performance.now();
    if (this.#arrivingCount.value > 0 && nowMs - this.#knownAtMs < KNOWN_INTERVAL_MS) return;
    this.#knownAtMs = nowMs;
    this.#parameters.onKnown();
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
    if ((role === "package" || role === "certificate") && report === null) {
      void this.#work(known, file, "verifying", async (options) => {
        const found = await client.verify(aloneEvidence(file), options);
        const isEvidence = !found.checks.some(({ code }) => NO_EVIDENCE.includes(code));
        return isEvidence ? { report: found } : { role: "original" };
      });
      return;
    }
    // A package of gigabytes is hashed only where it may be a copy of another.
    const mayBeCopy = file.size <= LARGE_BYTES || sizesOfSeveral.has(file.size);
    const wanted = role === "original" || isUnread(known) ? algorithms : mayBeCopy ? ONLY_SHA256 : [];
    const missing = wanted.find((algorithm) => digests[algorithm] === undefined);
    if (missing === undefined) return;
    void this.#work(known, file, "hashing", async (options) => {
      const digest = await hasher.digest(file, missing, options);
      return { digests: { ...digests, [missing]: digest } };
    });
  }

  /** Work on one file, in its turn. */
  async #work(
    known: KnownFile,
    file: File,
    phase: "hashing" | "verifying",
    work: (options: WorkOptions) => Promise<Partial<KnownFile>>,
  ): Promise<void> {
    const { turns, onChange, onKnown } = this.#parameters;
    const controller = this.#underWay.start(known.id);
    const { signal } = controller;
    const update = (changes: Partial<FileRecord>) => {
      const record = this.#records.get(known.id);
      if (record === undefined || !this.#underWay.isCurrent(known.id, controller)) return;
      this.#records.set(known.id, { ...record, ...changes });
      onChange();
    };
    update({ phase: "waiting" });
    try {
      await turns.take(file.size, signal, async () => {
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
    this.#underWay.end(known.id, controller);
    onKnown();
  }
}

interface Arriving {
  readonly id: string;
  readonly file: File | null;
  readonly isChosen: boolean;
  readonly comparedWith: string | null;
}

interface WorkOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number) => void;
}

const IDLE = { phase: "done", progress: null, problem: null, isTrusted: false } as const;
const CANCELLED = { phase: "cancelled" } as const;
const ONLY_SHA256: readonly DigestAlgorithm[] = ["SHA-256"];

/** Seals may state their content by longer hashes than SHA-256. */
function algorithmsStated(groups: readonly Group[]): readonly DigestAlgorithm[] {
  const stated = new Set<string>(groups.flatMap(({ input }) => input.report?.proof?.content.algorithm ?? []));
  return DIGEST_ALGORITHMS.filter((algorithm) => algorithm === "SHA-256" || stated.has(algorithm));
}

/** No system has longer names; what has one was made to be in the way of every message. */
function withShortName(file: File): File {
  if (file.name.length <= MAX_NAME_LENGTH) return file;
  return new File([file], file.name.slice(0, MAX_NAME_LENGTH));
}

function recordOf(arriving: Arriving, { unreadable, role, hash, tokenHash, report }: Recognised): FileRecord {
  if (unreadable !== null) {
    return refused(arriving, { code: "file_unreadable", evidence: { reason: unreadable } });
  }
  const digests = hash === null ? {} : { "SHA-256": hash };
  return { ...IDLE, known: { ...unknownFile(arriving), role, digests, tokenHash, report } };
}

function refused(arriving: Arriving, problem: Problem): FileRecord {
  return { ...IDLE, known: unknownFile(arriving), phase: "refused", problem };
}

function unknownFile({ id, file, isChosen, comparedWith }: Arriving): KnownFile {
  const name = file?.name ?? "";
  return {
    id,
    file,
    name,
    isChosen,
    comparedWith,
    role: "original",
    digests: {},
    tokenHash: null,
    report: null,
  };
}

function aloneEvidence(input: File): EvidenceFiles {
  return {
    input,
    contentHash: null,
    timestamps: [],
    headers: [],
    seal: null,
    sealTimestamps: [],
    certificates: [],
    trust: [],
    online: null,
  };
}
