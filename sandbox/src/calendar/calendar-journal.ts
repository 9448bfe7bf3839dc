/**
 * The durable state of the sandbox's calendar, one line for each event, in order:
 *
 * - `served <port>`: it answered on that port of 127.0.0.1, which is part of the addresses in timestamps;
 * - `promised <64 hex>`: a commitment that it promised to attest in a block;
 * - `mined <160 hex>`: the header of a block. Its Merkle root is that of all commitments since the block before.
 *
 * A line is on the disk before anything depends on it. So a line that a crash truncated has no dependants, and is
 * removed.
 */
import { type FileHandle, open, readFile, rename } from "node:fs/promises";

export interface JournalEntry {
  readonly kind: "served" | "promised" | "mined";
  readonly value: string;
}

const LINE = /^(served) ([1-9][0-9]{0,4})$|^(promised) ([0-9a-f]{64})$|^(mined) ([0-9a-f]{160})$/;

export class CalendarJournal {
  readonly #file: FileHandle;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /**
   * Opens the journal, or creates it. A file that is not a journal is set aside.
   *
   * @returns the journal and its entries.
   */
  static async open(path: string): Promise<{ journal: CalendarJournal; entries: readonly JournalEntry[] }> {
    const text = await readFile(path, "latin1").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return "";
    });
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    const entries = whole.split("\n").slice(0, -1).map(entryOf);
    if (entries.includes(null)) {
      await rename(path, `${path}.damaged`);
      return CalendarJournal.open(path);
    }
    const file = await open(path, "a");
    await file.truncate(whole.length).catch(async (error: unknown) => {
      await file.close();
      throw error;
    });
    return { journal: new CalendarJournal(file), entries: entries as readonly JournalEntry[] };
  }

  /** Appends lines; resolves once they are on the disk. */
  append(entries: readonly JournalEntry[]): Promise<void> {
    const text = entries.map(({ kind, value }) => `${kind} ${value}\n`).join("");
    const written = this.#writing.then(async () => {
      await this.#file.appendFile(text);
      await this.#file.datasync();
    });
    this.#writing = written.catch(() => {});
    return written;
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#file.close();
  }
}

function entryOf(line: string): JournalEntry | null {
  const parts = LINE.exec(line)?.filter((part) => part !== undefined);
  return parts === undefined ? null : { kind: parts[1] as JournalEntry["kind"], value: parts[2]! };
}
