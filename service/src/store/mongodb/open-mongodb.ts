/**
 * The store on MongoDB, for any number of processes: a replica set (one member is enough) or a sharded cluster. Each
 * change is part of a transaction that reads a snapshot, and is in the journals of a majority before it resolves.
 */

import { Groups } from "../groups.js";
import type { Query, Rule, Store } from "../store.js";
import { Instances } from "./instances.js";
import { isDuplicateKey } from "./mongo-errors.js";
import { MongoRates } from "./mongo-rates.js";
import { MongoReads } from "./mongo-reads.js";
import { bounded, type Server, serverOf, transactions } from "./mongo-transactions.js";
import { openDatabase } from "./open-database.js";
import { type MongodbOptions, metaOf, prepare } from "./prepare.js";

export type { MongodbOptions } from "./prepare.js";

/** How long a successful write counts as evidence that writes succeed. */
const WRITE_HOLDS_MS = 5_000;

/**
 * Opens the store. Creates its collections and indexes if missing.
 *
 * @throws StandaloneServerError
 * @throws StoreUnavailableError when the URL cannot be used or no server answers in time; the message carries neither
 * address nor credentials, the cause may.
 * @throws OtherReleaseError when another release wrote the database, and this one cannot work on it.
 */
export async function openMongodb(options: MongodbOptions): Promise<Store> {
  const { url, timeoutMs } = options;
  await prepare(options);
  const { client, db } = await openDatabase(url, timeoutMs);
  const server = serverOf({ client, db, timeoutMs });
  const instances = new Instances(server, options.log);
  const groups = new Groups(transactions(server, (work) => instances.withSession(work)));
  const reads = new MongoReads(server);
  const ping = pingOf(server);
  return {
    read: <Answer>(name: string, query: Query<Answer>) => reads.run(name, query) as Promise<Answer>,
    change: <Answer>(_: string, rule: Rule<Answer>) => groups.run(rule) as Promise<Answer>,
    counters: new MongoRates(server),
    ping,
    close: async () => {
      await Promise.all([groups.close(), reads.close()]);
      await instances.close();
      await client.close();
    },
  };
}

/**
 * A primary can answer every read while no write reaches the majority. So a ping for writes makes one if its last one is
 * not recent, or if anything has failed since.
 */
function pingOf(server: Server): Store["ping"] {
  let wroteAtMs = Number.NEGATIVE_INFINITY;
  const meta = metaOf(server.db);
  const write = async (): Promise<Date> => {
    for (;;) {
      try {
        const written = await bounded(server, () =>
          meta.findOneAndUpdate({ _id: "ping" }, [{ $set: { at: "$$NOW" } }], {
            upsert: true,
            returnDocument: "after",
          }),
        );
        wroteAtMs = performance.now();
        if (written?.at !== undefined) return written.at;
      } catch (error) {
        // Another process has made the document at the same time: the next turn finds it.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  };
  return async (need) => {
    const isRecent = performance.now() - wroteAtMs < WRITE_HOLDS_MS && server.lastFailureAtMs < wroteAtMs;
    if (need === "writes" && !isRecent) return write();
    const found = await bounded(server, () =>
      meta.aggregate<{ now: Date }>([{ $match: { _id: "version" } }, { $project: { now: "$$NOW" } }]).next(),
    );
    // A restore may have removed the document.
    return found?.now ?? write();
  };
}
