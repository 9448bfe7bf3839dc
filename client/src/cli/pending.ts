/** What an unfinished run remembers. */

import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, isAbsolute, join, normalize, relative, sep } from "node:path";
import { JournalError } from "../index.js";
import { type FileJournal, openJournal } from "../node/index.js";
import { LANGUAGES } from "./commands.js";
import type { FileIdentity } from "./hash-unchanged.js";

// Files that are registered and wait for their evidence: lines of JSON, of which the last one about a path counts. A line that
// a kill has cut, or that is not ours, is left out: running `stamp` again finds the file by its fingerprint.

/** What was asked for when a file was stamped. */
export interface EvidenceWish {
  readonly zip: boolean;
  /** Language of the certificate; null for none. */
  readonly certificate: string | null;
}

export interface PendingFile extends EvidenceWish {
  /** Relative to the folder that was stamped, with `/`. */
  readonly path: string;
  readonly hash: string;
  readonly identity: FileIdentity;
  /** Of the proof. */
  readonly id: string;
  /** Of the service. */
  readonly url: string;
  /** Whether the file is in custody, as was asked. */
  readonly deposited: boolean;
}

/** More than any folder that is stamped; a file of this size is read as a whole. */
const MAX_BYTES = 1_073_741_824;

export class PendingFiles {
  readonly #root: string;
  readonly #file: number;
  readonly #entries: Map<string, PendingFile>;

  private constructor(root: string, file: number, entries: Map<string, PendingFile>) {
    this.#root = root;
    this.#file = file;
    this.#entries = entries;
  }

  /** @throws the file system's error. */
  static open(root: string, path: string): PendingFiles {
    const entries = new Map(readPendingFiles(path).map((entry) => [entry.path, entry]));
    const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
    const file = openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
    // A line that a kill has cut ends here, so that the next one is whole.
    writeSync(file, "\n");
    return new PendingFiles(root, file, entries);
  }

  get entries(): readonly PendingFile[] {
    return [...this.#entries.values()];
  }

  /** @param path of the file, as the root is written. */
  find(path: string): PendingFile | null {
    return this.#entries.get(relativePath(this.#root, path)) ?? null;
  }

  put(path: string, entry: Omit<PendingFile, "path">): void {
    const whole = { path: relativePath(this.#root, path), ...entry };
    this.#entries.set(whole.path, whole);
    writeSync(this.#file, `${JSON.stringify(whole)}\n`);
  }

  /** The evidence was written, or will never be. */
  remove(path: string): void {
    const removed = relativePath(this.#root, path);
    if (this.#entries.delete(removed)) {
      writeSync(this.#file, `${JSON.stringify({ path: removed, done: true })}\n`);
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Where a pending file is. */
export function pathOf(root: string, { path }: Pick<PendingFile, "path">): string {
  return join(root, path);
}

function relativePath(root: string, path: string): string {
  return relative(root, path).split(sep).join("/");
}

/** @returns nothing if there is no such file. @throws the file system's error. */
export function readPendingFiles(path: string): readonly PendingFile[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isFile() || stat.size > MAX_BYTES) {
    throw Object.assign(new Error(`${path} is not a file of svc-proof`), { code: "EINVAL", syscall: "open" });
  }
  const entries = new Map<string, PendingFile>();
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const entry = line === "" ? null : parseLine(line);
    if (entry === null) continue;
    if ("done" in entry) entries.delete(entry.path);
    else entries.set(entry.path, entry);
  }
  return [...entries.values()];
}

/** The folder may come from elsewhere, and so may these lines: nothing in them may lead out of the folder. */
function parseLine(line: string): PendingFile | { readonly path: string; readonly done: true } | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { path, done, hash, identity, id, url, zip, certificate, deposited } = value as Readonly<
    Record<string, unknown>
  >;
  if (typeof path !== "string" || !isInside(path)) return null;
  if (done === true) return { path, done };
  const isWhole =
    matches(hash, /^[0-9a-f]{64}$/) &&
    matches(id, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) &&
    typeof url === "string" &&
    typeof zip === "boolean" &&
    (certificate === null || LANGUAGES.some((language) => language === certificate)) &&
    typeof deposited === "boolean" &&
    isIdentity(identity);
  return isWhole ? (value as PendingFile) : null;
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

function isInside(path: string): boolean {
  const normal = normalize(path);
  // As `relativePath` writes it: `a/..` and `a/` would name the folder itself.
  return (
    normal.split(sep).join("/") === path &&
    normal !== "." &&
    !normal.endsWith(sep) &&
    !isAbsolute(normal) &&
    normal !== ".." &&
    !normal.startsWith(`..${sep}`) &&
    !path.includes("\0")
  );
}

function isIdentity(value: unknown): value is FileIdentity {
  if (typeof value !== "object" || value === null) return false;
  const { size, mtime, ctime, inode } = value as Readonly<Record<string, unknown>>;
  return (
    Number.isSafeInteger(size) && [mtime, ctime, inode].every((part) => matches(part, /^-?[0-9]{1,20}$/))
  );
}

/**
 * `.svc-proof`: what unfinished runs in a folder have to remember. Each service and key has files of its own, so that a new key is
 * not kept out by what an old one began. They are removed when nothing is pending.
 */
export const STATE_FOLDER = ".svc-proof";

const PENDING_ENDING = ".pending.jsonl";

export interface StatePaths {
  readonly folder: string;
  /** Of the client: which fingerprints are registered. */
  readonly journal: string;
  /** Of this program: which files wait for their evidence. */
  readonly pending: string;
}

/** @param root the folder that was stamped, or that has the file that was. */
export function statePaths(
  root: string,
  { url, key }: { readonly url: string; readonly key: string },
): StatePaths {
  return pathsOf(root, createHash("sha256").update(`${url}\n${key}`).digest("hex").slice(0, 16));
}

function pathsOf(root: string, tag: string): StatePaths {
  const folder = join(root, STATE_FOLDER);
  return {
    folder,
    journal: join(folder, `${tag}.journal`),
    pending: join(folder, `${tag}${PENDING_ENDING}`),
  };
}

/** Of every service and key. @throws the file system's error. */
export function allStatePaths(root: string): readonly StatePaths[] {
  const folder = join(root, STATE_FOLDER);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true || !isTrusted(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const tag = name.endsWith(PENDING_ENDING) ? name.slice(0, -PENDING_ENDING.length) : "";
    return /^[0-9a-f]{16}$/.test(tag) ? [pathsOf(root, tag)] : [];
  });
}

/** @throws the file system's error; one like it if something else has that name, or if it is another user's. */
export function makeStateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // In a folder that comes from elsewhere it could lead anywhere.
  if (!lstatSync(folder).isDirectory()) {
    throw Object.assign(new Error("not a folder"), { code: "ENOTDIR", syscall: "mkdir" });
  }
  if (isTrusted(folder)) return;
  const message = `${folder} belongs to another user, who could write to it: remove it`;
  throw Object.assign(new Error(message), { code: "EOWNER", syscall: "mkdir" });
}

/**
 * Whether what is in a state folder may be believed: whoever can write to it can say that a file is registered. It is ours, or it
 * belongs to whom the folder that is stamped belongs to, who can exchange the files themselves. (Some file systems of networks
 * give everything to one user.)
 */
export function isTrusted(folder: string): boolean {
  if (process.geteuid === undefined) return true;
  const { uid } = lstatSync(folder);
  return uid === process.geteuid() || uid === statSync(dirname(folder)).uid;
}

/** Forgets what one service and key had pending. Its journal must be locked by this process. */
export function removeState({ journal, pending }: StatePaths): void {
  rmSync(journal, { force: true });
  rmSync(pending, { force: true });
}

/** Whether a process may have the journal open. */
export function isLocked({ journal }: StatePaths): boolean {
  return existsSync(`${journal}.lock`);
}

/** Removes the folder if it is empty. */
export function removeStateFolder({ folder }: StatePaths): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another run is unfinished.
  }
}

/** The state of a folder while a command works in it. */
export interface FolderState {
  readonly journal: FileJournal;
  readonly pending: PendingFiles;
  /** Gives the folder back, and forgets it if nothing is pending. @returns whether something is. */
  close(): Promise<boolean>;
}

/**
 * Takes a folder: no other process works in it with this service and key meanwhile.
 *
 * @throws JournalError, `journal_in_use` if one does; the file system's error.
 */
export async function openFolderState(
  root: string,
  configuration: { readonly url: string; readonly key: string },
): Promise<FolderState> {
  const paths = statePaths(root, configuration);
  makeStateFolder(paths.folder);
  const journal = await openJournal(paths.journal, configuration);
  let pending: PendingFiles;
  try {
    pending = PendingFiles.open(root, paths.pending);
  } catch (error) {
    await journal.close();
    throw error;
  }
  return {
    journal,
    pending,
    async close() {
      const isPending = pending.entries.length > 0;
      pending.close();
      // While nobody else can have them.
      if (!isPending) removeState(paths);
      await journal.close();
      removeStateFolder(paths);
      return isPending;
    },
  };
}

/** Takes note of what is settled of another key's run. That key may be gone, and then nobody else would. */
export function openForeignState(
  root: string,
  paths: StatePaths,
): { readonly pending: PendingFiles; close(): void } {
  const pending = PendingFiles.open(root, paths.pending);
  return {
    pending,
    close() {
      const isPending = pending.entries.length > 0;
      pending.close();
      if (isPending || isLocked(paths)) return;
      removeState(paths);
      removeStateFolder(paths);
    },
  };
}

/** Why a folder could not be taken, for people. */
export function stateProblem(root: string, error: unknown): string {
  if (error instanceof JournalError && error.code === "journal_in_use") {
    // A machine or container that is gone cannot take its lock away.
    return `${root}: another svc-proof is at work there: ${error.message}. If none is, remove that lock`;
  }
  return `${root}: ${(error as Error).message}`;
}
