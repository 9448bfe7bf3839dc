/** What an unfinished run remembers. */

/** The database of the journals. */
export const JOURNAL_DATABASE = "svc-create";

// The journal in IndexedDB. Changes that come together share a transaction.

const ENTRIES = "entries";
const VERSION = 1;
/** Of one transaction: to copy more entries at a time would be felt. */
const MAX_CHANGES = 200;

/** An entry as it is stored. */
interface StoredEntry extends JournalEntry {
  readonly owner: string;
}

export class IndexedDbJournal implements Journal {
  readonly #owner: string;
  #database: IDBDatabase | null;
  /** Entries to be written; null to be removed. */
  #changes = new Map<number, JournalEntry | null>();
  #clears = false;
  #writing: Promise<void> | null = null;

  private constructor(owner: string, database: IDBDatabase | null) {
    this.#owner = owner;
    this.#database = database;
    // When somebody signs out elsewhere, the database is deleted.
    database?.addEventListener("versionchange", () => this.#end());
    database?.addEventListener("close", () => this.#end());
  }

  /** @param owner the person, in an account: other people's journals are erased. */
  static async open(owner: string): Promise<IndexedDbJournal> {
    const database = await openDatabase().catch(() => null);
    const journal = new IndexedDbJournal(owner, database);
    await journal.#eraseOthers().catch(() => journal.#end());
    return journal;
  }

  get isKept(): boolean {
    return this.#database !== null;
  }

  async load(): Promise<readonly JournalEntry[]> {
    if (this.#database === null) return [];
    try {
      const entries = this.#database.transaction(ENTRIES).objectStore(ENTRIES);
      const found = await answerOf<StoredEntry[]>(entries.getAll(rangeOf(this.#owner)));
      return found.map(({ owner, ...entry }) => entry);
    } catch {
      this.#end();
      return [];
    }
  }

  put(entries: readonly JournalEntry[]): void {
    for (const entry of entries) this.#changes.set(entry.id, entry);
    this.#write();
  }

  remove(ids: readonly number[]): void {
    for (const id of ids) this.#changes.set(id, null);
    this.#write();
  }

  clear(): void {
    this.#changes.clear();
    this.#clears = true;
    this.#write();
  }

  async settled(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  #write(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
  }

  async #writeAll(): Promise<void> {
    // Whatever else is asked for in this turn goes into the same transaction.
    await null;
    while (this.#database !== null && (this.#clears || this.#changes.size > 0)) {
      const changes = new Map<number, JournalEntry | null>();
      for (const [id, entry] of this.#changes) {
        if (changes.size === MAX_CHANGES) break;
        changes.set(id, entry);
        this.#changes.delete(id);
      }
      const clears = this.#clears;
      this.#clears = false;
      try {
        await this.#commit(this.#database, changes, clears);
      } catch {
        this.#end();
      }
    }
  }

  #commit(
    database: IDBDatabase,
    changes: ReadonlyMap<number, JournalEntry | null>,
    clears: boolean,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(ENTRIES, "readwrite");
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      const entries = transaction.objectStore(ENTRIES);
      if (clears) entries.delete(rangeOf(this.#owner));
      for (const [id, entry] of changes) {
        if (entry === null) entries.delete([this.#owner, id]);
        else entries.put({ ...entry, owner: this.#owner } satisfies StoredEntry);
      }
    });
  }

  async #eraseOthers(): Promise<void> {
    if (this.#database === null) return;
    const entries = this.#database.transaction(ENTRIES, "readwrite").objectStore(ENTRIES);
    await answerOf(entries.delete(IDBKeyRange.upperBound([this.#owner], true)));
    await answerOf(entries.delete(IDBKeyRange.lowerBound([this.#owner, []], true)));
  }

  #end(): void {
    this.#database?.close();
    this.#database = null;
    this.#changes.clear();
    this.#clears = false;
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(JOURNAL_DATABASE, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(ENTRIES, { keyPath: ["owner", "id"] });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("the database is in use"));
  });
}

/** Arrays are above numbers in the order of keys. */
function rangeOf(owner: string): IDBKeyRange {
  return IDBKeyRange.bound([owner], [owner, []]);
}

function answerOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// What was chosen and what became of it, so that a reload in the middle loses nothing and repeats nothing: written before a
// registration is sent, and after its answer.

/** A proof that the service named. */
export interface FoundProof {
  readonly id: string;
  /** ISO 8601. */
  readonly receivedAt: string;
  /** Whether this registration made it; otherwise the account had it. */
  readonly isNew: boolean;
  readonly isFirstRegistrant: boolean;
}

export interface JournalEntry {
  /** Position in the list, from 0. */
  readonly id: number;
  readonly path: string;
  /** Null for a fingerprint that came without its file. */
  readonly size: number | null;
  readonly type: string;
  /** Whether the service is told the name; journals of former releases say nothing. */
  readonly isNamed?: boolean;
  /** Lower-case hexadecimal; null until it is computed. */
  readonly hash: string | null;
  /** Under which the fingerprint is registered; null for the content of another entry, and without a fingerprint. */
  readonly token: string | null;
  readonly proof: FoundProof | null;
}

export interface Journal {
  /** False when the browser keeps nothing: after that, the journal does nothing. */
  readonly isKept: boolean;
  /** In the order of the list. */
  load(): Promise<readonly JournalEntry[]>;
  /** Soon written; `settled` tells when. */
  put(entries: readonly JournalEntry[]): void;
  remove(ids: readonly number[]): void;
  clear(): void;
  /** Resolves once everything that was asked for is written, or cannot be. */
  settled(): Promise<void>;
}

// What a tab keeps over a reload, as far as the browser lets it: storage may be full, or forbidden.

export function keepInTab(key: string, text: string): void {
  try {
    // Rather nothing than what was there before.
    sessionStorage.removeItem(key);
    sessionStorage.setItem(key, text);
  } catch {
    // It is forgotten with the page then.
  }
}

export function keptInTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
