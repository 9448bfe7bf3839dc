/**
 * Caches API keys until the database may have changed, because every request needs one.
 *
 * A key that the admin command line revokes in another process is refused from the next turn of the event loop on,
 * because the cache asks SQLite once a turn whether other connections committed. This process calls `forget` when it
 * writes.
 */
import type { ApiKeyRecord } from "../store.js";
import type { SqliteAccess } from "./sqlite-access.js";

/** About 400 bytes each. */
const MAX_CACHED = 10_000;

export class ApiKeyCache {
  readonly #access: SqliteAccess;
  readonly #records = new Map<string, ApiKeyRecord>();
  #version = -1;
  /** Whether the version was read in this turn. */
  #isCurrent = false;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  /** The key with this hash, if it is cached and nothing was written since. */
  find(secretHash: string): ApiKeyRecord | undefined {
    if (!this.#isCurrent) this.#look();
    return this.#records.get(secretHash);
  }

  /** Adds a key that was just read, in the turn in which `find` missed it. */
  add(secretHash: string, record: ApiKeyRecord): void {
    if (this.#records.size >= MAX_CACHED) this.#records.clear();
    this.#records.set(secretHash, record);
  }

  forget(): void {
    this.#records.clear();
  }

  #look(): void {
    const version = this.#access.otherCommits;
    if (version !== this.#version) this.#records.clear();
    this.#version = version;
    this.#isCurrent = true;
    setImmediate(() => {
      this.#isCurrent = false;
    });
  }
}
