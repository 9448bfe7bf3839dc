/**
 * API keys that were looked up, remembered until the database may have changed: every request asks for one.
 *
 * A key that the admin command line revokes in another process counts from the next turn of the event loop on:
 * SQLite tells of commits of other connections, and it is asked once a turn. What this process writes is told by
 * `forget`.
 */
import type { ApiKeyRecord } from "../store.js";
import type { SqliteAccess } from "./sqlite-access.js";

/** About 400 bytes each. */
const MAX_REMEMBERED = 10_000;

export class ApiKeyCache {
  readonly #access: SqliteAccess;
  readonly #records = new Map<string, ApiKeyRecord>();
  #version = -1;
  /** Whether the version was asked for in this turn. */
  #isCurrent = false;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  /** The key with this hash, if it is remembered and nothing was written since. */
  find(secretHash: string): ApiKeyRecord | undefined {
    if (!this.#isCurrent) this.#look();
    return this.#records.get(secretHash);
  }

  /** Remembers a key that was just read, in the same turn in which `find` was asked for it. */
  add(secretHash: string, record: ApiKeyRecord): void {
    if (this.#records.size >= MAX_REMEMBERED) this.#records.clear();
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
