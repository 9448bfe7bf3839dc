/**
 * Databases that the tests of a suite use one after the other: to empty one takes less time than to make its
 * collections and indexes once more.
 */
import { MongoClient } from "mongodb";
import { dropDatabase, newDatabaseUrl } from "./database-url.js";

/** What says which schema the database has, and which stores are open on it. All other collections begin empty. */
const KEPT: ReadonlySet<string> = new Set(["meta", "instances"]);

export class ReusedDatabases {
  readonly #serverUrl: string;
  readonly #all: string[] = [];
  readonly #free: string[] = [];
  #client: MongoClient | null = null;

  constructor(serverUrl: string) {
    this.#serverUrl = serverUrl;
  }

  /** The address of a database without documents, which is this caller's until it is given back. */
  take(): string {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const url = newDatabaseUrl(this.#serverUrl);
    this.#all.push(url);
    return url;
  }

  /** Empties a database for another caller. Its stores must be closed. */
  async giveBack(url: string): Promise<void> {
    await this.empty(url);
    this.#free.push(url);
  }

  /** Stores may be open on it, if they do nothing meanwhile. */
  async empty(url: string): Promise<void> {
    const db = this.#db(url);
    const collections = await db.listCollections({ type: "collection" }, { nameOnly: true }).toArray();
    const names = collections.map(({ name }) => name).filter((name) => !KEPT.has(name));
    // One question instead of a deletion in each: few have documents.
    const full = await db
      .collection("meta")
      .aggregate<{ _id: string }>([
        { $match: { _id: { $exists: false } } },
        ...names.map((coll) => ({
          $unionWith: { coll, pipeline: [{ $limit: 1 }, { $project: { _id: { $literal: coll } } }] },
        })),
      ])
      .toArray();
    await Promise.all(full.map(({ _id }) => db.collection(_id).deleteMany({})));
  }

  /** Removes them all. Others may be taken afterwards. */
  async drop(): Promise<void> {
    this.#free.length = 0;
    for (const url of this.#all.splice(0)) await dropDatabase(url);
    await this.#client?.close();
    this.#client = null;
  }

  #db(url: string) {
    this.#client ??= new MongoClient(this.#serverUrl);
    // Not by `URL`, which takes no list of hosts with ports.
    return this.#client.db(/^[^/]+\/\/[^/]+\/([^?]+)/.exec(url)![1]!);
  }
}
