/**
 * Files that are registered and wait for their evidence: lines of JSON, of which the last one about a path counts. A line that
 * a kill has cut, or that is not ours, is left out: running `stamp` again finds the file by its fingerprint.
 */
import { closeSync, constants, lstatSync, openSync, readFileSync, writeSync } from "node:fs";
import { isAbsolute, join, normalize, relative, sep } from "node:path";
import type { FileIdentity } from "../hashing/hash-unchanged.js";
import { LANGUAGES } from "../options/commands.js";

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
