/**
 * The files that a store holds open, and whether their paths still lead to them. A process whose files were removed or
 * replaced goes on writing to them without an error, and all that it writes is gone when it ends.
 *
 * Files are told apart by device and inode number. A file is open while it is known here, so no other file gets its number
 * meanwhile. Nothing is opened to look: closing a second descriptor would take SQLite's locks from the process. A file that is
 * overwritten in its place is not noticed.
 */
import { statSync } from "node:fs";
import { basename } from "node:path";
import { StoreUnavailableError } from "../store.js";

/** How often `watch` looks. */
const WATCH_INTERVAL_MS = 1_000;

const GONE: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

interface Identity {
  readonly device: bigint;
  readonly inode: bigint;
}

export class OpenFiles {
  readonly #files = new Map<string, Identity>();
  readonly #onLost: (reason: string) => void;

  /** @param onLost gets the reason when a file was removed or replaced; it may end the process. */
  constructor(onLost: (reason: string) => void = () => {}) {
    this.#onLost = onLost;
  }

  /** @throws StoreUnavailableError when there is no such file. */
  add(path: string): void {
    const identity = identityOf(path);
    if (identity === null) throw new StoreUnavailableError(`${path} was removed while it was opened`);
    this.#files.set(path, identity);
  }

  /** To be called before the files are closed. */
  remove(...paths: readonly string[]): void {
    for (const path of paths) this.#files.delete(path);
  }

  /**
   * To be called between a commit and its acknowledgement. Four files take 10 µs of processor time, the smallest commit 96.
   *
   * @throws StoreUnavailableError when a file was removed or replaced, or cannot be looked at.
   */
  check(): void {
    let reason: string | null;
    try {
      reason = this.#lost();
    } catch (cause) {
      throw new StoreUnavailableError("the files of the database cannot be looked at", { cause });
    }
    if (reason === null) return;
    this.#onLost(reason);
    throw new StoreUnavailableError(reason);
  }

  /** Looks every second, also when nothing is written. Returns a function that ends the watch. */
  watch(): () => void {
    const timer = setInterval(() => {
      try {
        this.check();
      } catch {
        // `onLost` knows the reason. What cannot be looked at need not be lost.
      }
    }, WATCH_INTERVAL_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  #lost(): string | null {
    for (const [path, opened] of this.#files) {
      const now = identityOf(path);
      if (now?.device !== opened.device || now.inode !== opened.inode)
        return `SVC_DATA_DIR: ${basename(path)} was removed or replaced while the service ran`;
    }
    return null;
  }
}

/** Null when the path leads to no file. */
function identityOf(path: string): Identity | null {
  try {
    const { dev: device, ino: inode } = statSync(path, { bigint: true });
    return { device, inode };
  } catch (error) {
    if (GONE.has((error as NodeJS.ErrnoException).code)) return null;
    throw error;
  }
}
