import type { Journal } from "../registration/journal.js";

export interface OpenJournalOptions {
  /** The client's `url`. */
  readonly url: string;
  /** The client's `key`. The journal keeps 64 bits of its hash, to be refused with another key. */
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

/**
 * Opens a journal for `registerMany`, or begins one. The file is append-only, and each entry is on the disk before its
 * item is yielded. A last line that a kill has cut is dropped. One process may have a journal open.
 *
 * @throws JournalError if the file is not a journal of this account; the file system's error.
 */
export async function openJournal(path: string, options: OpenJournalOptions): Promise<FileJournal> {
  throw new Error(`not built yet: ${path} ${options.url}`);
}
