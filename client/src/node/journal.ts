/** The journal on disk and its lock. */

import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, link, open, readdir, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { JournalError, type JournalErrorCode } from "../errors.js";
import type { Journal } from "../register.js";

/** A lock beside the journal, which names its holder. A holder that was killed holds nothing. */
export interface JournalLock {
  release(): Promise<void>;
}

/** @throws JournalError `journal_in_use`; the file system's error. */
export async function lockJournal(path: string): Promise<JournalLock> {
  const lock = `${path}.lock`;
  const own = JSON.stringify({
    host: hostname(),
    pid: process.pid,
    started: await startOf(process.pid),
    id: randomUUID(),
  });
  for (let tries = 0; tries < 3; tries++) {
    if (await create(lock, own)) {
      await sweep(lock);
      return { release: () => release(lock, own) };
    }
    const found = await readFile(lock, "utf8").catch(orMissing);
    if (found === null) continue;
    if (await isHeld(found)) break;
    if (!(await takeAway(lock, found))) break;
  }
  throw new JournalError("journal_in_use", `${path} is open in another process (${lock})`);
}

/** Whole at once, so that nobody reads half a lock. */
async function create(lock: string, text: string): Promise<boolean> {
  const draft = `${lock}.${randomUUID()}`;
  await writeFile(draft, text, { flag: "wx", mode: 0o600 });
  try {
    await link(draft, lock);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // Whoever got the lock meanwhile took the draft for one that is left, before anything stood in it.
    if (code === "ENOENT") return false;
    // A file system without links.
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP") throw error;
    return await writeFile(lock, text, { flag: "wx", mode: 0o600 }).then(
      () => true,
      () => false,
    );
  } finally {
    await unlink(draft).catch(orMissing);
  }
}

/** Removes what runs have left that were killed between a draft and its lock, or while they took one away. */
async function sweep(lock: string): Promise<void> {
  const names = await readdir(dirname(lock));
  for (const name of names.filter((one) => one.startsWith(`${basename(lock)}.`))) {
    const path = join(dirname(lock), name);
    const text = await readFile(path, "utf8").catch(orMissing);
    if (text !== null && !(await isHeld(text))) await unlink(path).catch(orMissing);
  }
}

async function isHeld(text: string): Promise<boolean> {
  let holder: unknown;
  try {
    holder = JSON.parse(text);
  } catch {
    return false;
  }
  const { host, pid, started } = (holder ?? {}) as Readonly<Record<string, unknown>>;
  if (host !== hostname()) return typeof host === "string";
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  // Another process may have got the number since.
  const start = await startOf(pid);
  return start === null || typeof started !== "string" || start === started;
}

/** When a process started, where the system tells: the field `starttime` of Linux. */
async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => null);
  // The name of the program, in parentheses, may hold anything.
  return (
    stat
      ?.slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .at(19) ?? null
  );
}

/** Removes a lock that nobody holds. @returns false if somebody was faster. */
async function takeAway(lock: string, text: string): Promise<boolean> {
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
  } catch (error) {
    return orMissing(error) === null;
  }
  // Whoever got the lock meanwhile may have swept it away.
  const isIt = (await readFile(aside, "utf8").catch(orMissing)) === text;
  if (!isIt) await link(aside, lock).catch(() => undefined);
  await unlink(aside).catch(orMissing);
  return isIt;
}

async function release(lock: string, own: string): Promise<void> {
  if ((await readFile(lock, "utf8").catch(orMissing)) === own) await unlink(lock).catch(orMissing);
}

function orMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
  throw error;
}

// The journal of `registerMany` as a file of lines in JSON. The first names the format, the account and the prefix of the
// idempotency keys; each further one is a fingerprint and its proof.
//
// A kill may lose the last lines, never more: their fingerprints are sent again with the same idempotency keys, and the
// service answers with the proofs that it made before.

/** The client that the journal belongs to. */
export interface OpenJournalOptions {
  /** The client's `url`. */
  readonly url: string;
  /** The client's `key`. The journal keeps 64 bits of its hash, so that it is refused with another key. */
  readonly key: string;
}

/** A journal in a file. */
export interface FileJournal extends Journal {
  readonly path: string;
  /** Entries that earlier runs have left. */
  readonly size: number;
  /** Waits for what was added and gives the file back. */
  close(): Promise<void>;
}

const FORMAT = "svc-registration-journal/1";
const MAX_LINE_BYTES = 4_096;
/** Of some 120 bytes each. */
const MAX_ENTRIES = 4_000_000;
const MAX_BYTES = 1_000_000_000;
const READ_BYTES = 1_048_576;

const HASH = /^[0-9a-f]{64}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Opens a journal for `registerMany`, or begins one. The file is append-only, and each entry is on the disk before its item
 * is yielded. A last line that a kill has cut is dropped. One process at a time may have a journal open.
 *
 * @throws JournalError if the file is not a journal of this account; the file system's error.
 */
export async function openJournal(path: string, { url, key }: OpenJournalOptions): Promise<FileJournal> {
  const lock = await lockJournal(path);
  try {
    const file = await openFile(path);
    try {
      return await OpenedJournal.over(path, file, lock, {
        url: url.replace(/\/+$/, ""),
        key: keyDigest(key),
      });
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Who registers. */
interface Owner {
  readonly url: string;
  readonly key: string;
}

/** A digest that tells keys apart and leads to none: keys are random. */
function keyDigest(key: string): string {
  return createHash("sha256").update(`svc-registration-journal:${key}`).digest("hex").slice(0, 16);
}

async function openFile(path: string): Promise<FileHandle> {
  const { O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    return await open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP" || code === "EISDIR" || code === "ENXIO") throw refused("journal_not_a_file", path);
    throw error;
  }
}

interface Waiting {
  readonly line: string;
  resolve(): void;
  reject(error: unknown): void;
}

class OpenedJournal implements FileJournal {
  readonly path: string;
  readonly run: string;
  readonly size: number;
  readonly #file: FileHandle;
  readonly #lock: JournalLock;
  readonly #proofs: ReadonlyMap<string, string>;
  #added = 0;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;
  #failure: { readonly error: unknown } | null = null;

  private constructor(path: string, file: FileHandle, lock: JournalLock, found: Found) {
    this.path = path;
    this.run = found.run;
    this.#file = file;
    this.#lock = lock;
    this.#proofs = found.proofs;
    this.size = found.proofs.size;
  }

  static async over(path: string, file: FileHandle, lock: JournalLock, owner: Owner): Promise<OpenedJournal> {
    const stat = await file.stat();
    if (!stat.isFile()) throw refused("journal_not_a_file", path);
    if (stat.size > MAX_BYTES) throw refused("journal_too_large", path);
    const found = await readJournal(path, file, owner);
    // A cut line, or a beginning that was never finished: nothing of it was relied on.
    if (found.wholeBytes < stat.size) await file.truncate(found.wholeBytes);
    if (found.wholeBytes === 0) {
      await file.appendFile(`${JSON.stringify({ format: FORMAT, ...owner, run: found.run })}\n`);
    }
    await file.sync();
    await syncFolder(dirname(path));
    return new OpenedJournal(path, file, lock, found);
  }

  find(hash: string): string | undefined {
    return this.#proofs.get(hash);
  }

  add(hash: string, id: string): Promise<void> {
    if (!HASH.test(hash) || !UUID.test(id)) {
      return Promise.reject(new TypeError("a journal takes fingerprints and identifiers of proofs"));
    }
    if (this.#failure !== null) return Promise.reject(this.#failure.error);
    if (++this.#added + this.size > MAX_ENTRIES) {
      return Promise.reject(refused("journal_too_large", this.path));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line: `${JSON.stringify({ hash, id })}\n`, resolve, reject });
      this.#writing ??= this.#write();
    });
  }

  async close(): Promise<void> {
    await this.#writing;
    this.#failure ??= { error: new Error("the journal is closed") };
    try {
      await this.#file.close();
    } finally {
      await this.#lock.release();
    }
  }

  /** Entries that come while others are being written are made durable together. */
  async #write(): Promise<void> {
    // Those that come at the same time go together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const together = this.#waiting;
      this.#waiting = [];
      try {
        if (this.#failure !== null) throw this.#failure.error;
        await this.#file.appendFile(together.map(({ line }) => line).join(""));
        await this.#file.datasync();
      } catch (error) {
        // Part of a line may be in the file: nothing may follow it.
        this.#failure ??= { error };
        for (const { reject } of together) reject(error);
        continue;
      }
      for (const { resolve } of together) resolve();
    }
    this.#writing = null;
  }
}

interface Found {
  readonly run: string;
  readonly proofs: ReadonlyMap<string, string>;
  /** Bytes up to the end of the last whole line. */
  readonly wholeBytes: number;
}

async function readJournal(path: string, file: FileHandle, owner: Owner): Promise<Found> {
  const proofs = new Map<string, string>();
  let run: string | null = null;
  let wholeBytes = 0;
  for await (const { line, isWhole } of linesOf(path, file)) {
    if (!isWhole) {
      checkCutLine(path, line, run === null);
      break;
    }
    const entry = parseLine(path, line);
    if (run === null) run = runOf(path, entry, owner);
    else addEntry(path, entry, proofs);
    wholeBytes += line.length + 1;
  }
  return { run: run ?? randomUUID(), proofs, wholeBytes };
}

/** A cut line is dropped only if it is the beginning of one of ours: another file must stay as it is. */
function checkCutLine(path: string, line: Uint8Array, isFirst: boolean): void {
  const beginning = isFirst ? `{"format":${JSON.stringify(FORMAT)},` : '{"hash":"';
  const found = Buffer.from(line).toString("latin1").slice(0, beginning.length);
  if (!beginning.startsWith(found)) throw refused("journal_malformed", path);
}

interface Line {
  /** Without its end. */
  readonly line: Uint8Array;
  /** False for what comes after the last end. */
  readonly isWhole: boolean;
}

async function* linesOf(path: string, file: FileHandle): AsyncGenerator<Line> {
  const buffer = new Uint8Array(READ_BYTES);
  let rest: Uint8Array = new Uint8Array();
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, READ_BYTES, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
    let start = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
      if (end - start > MAX_LINE_BYTES) throw refused("journal_malformed", path);
      yield { line: bytes.subarray(start, end), isWhole: true };
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > MAX_LINE_BYTES) throw refused("journal_malformed", path);
  }
  if (rest.length > 0) yield { line: rest, isWhole: false };
}

function parseLine(path: string, line: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw refused("journal_malformed", path);
}

function runOf(path: string, entry: Readonly<Record<string, unknown>>, owner: Owner): string {
  const { format, url, key, run, ...others } = entry;
  const isFormat = format === FORMAT && Object.keys(others).length === 0;
  if (!isFormat || typeof url !== "string" || typeof key !== "string") {
    throw refused("journal_malformed", path);
  }
  if (typeof run !== "string" || !UUID.test(run)) throw refused("journal_malformed", path);
  if (url !== owner.url || key !== owner.key) throw refused("journal_of_another_account", path);
  return run;
}

function addEntry(path: string, entry: Readonly<Record<string, unknown>>, proofs: Map<string, string>): void {
  const { hash, id, ...others } = entry;
  const isEntry = typeof hash === "string" && HASH.test(hash) && typeof id === "string" && UUID.test(id);
  if (!isEntry || Object.keys(others).length > 0) throw refused("journal_malformed", path);
  // The same key gives the same proof: two would mean that somebody wrote one of them.
  if ((proofs.get(hash) ?? id) !== id) throw refused("journal_malformed", path);
  if (proofs.size >= MAX_ENTRIES) throw refused("journal_too_large", path);
  proofs.set(hash, id);
}

/** So that a new file is still there after the machine stops. Windows has no such call. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const WORDS: Readonly<Record<JournalErrorCode, string>> = {
  journal_malformed: "is not a journal, or was changed",
  journal_of_another_account: "was begun with another address or key",
  journal_too_large: "is too large",
  journal_not_a_file: "is not a regular file",
  journal_in_use: "is open in another process",
};

function refused(code: JournalErrorCode, path: string): JournalError {
  return new JournalError(code, `${path} ${WORDS[code]}`);
}
