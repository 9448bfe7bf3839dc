/**
 * A cache of API keys, valid until the database may have changed: every request looks one up.
 *
 * A key that the admin command line revokes in another process counts from the next turn of the event loop on:
 * SQLite reports commits of other connections; it is asked once per event-loop turn. What this process writes is told by
 * `forget`.
 */
import type { ApiKeyRecord } from "../store.js";
import type { SqliteAccess } from "./sqlite-access.js";

/** About 400 bytes each. */
const MAX_REMEMBERED = 10_000;

export class RememberedKeys {
  readonly #access: SqliteAccess;
  readonly #records = new Map<string, ApiKeyRecord>();
  #version = -1;
  /** Whether the version was read in this turn. */
  #isCurrent = false;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  /** The key with this hash, if it is remembered and nothing was written since. */
  find(secretHash: string): ApiKeyRecord | undefined {
    if (!this.#isCurrent) this.#look();
    return this.#records.get(secretHash);
  }

  /** Caches a key that was just read, in the same turn as the call of `find`. */
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
