/**
 * The `Store` port on MongoDB: standalone, replica set or sharded cluster alike, for any number of processes.
 * Durable means: written to the journals of a majority before a promise resolves. No transactions: each rule
 * rests on the atomicity of one document (docs/operations/scaling.md).
 */
import { MongoClient, ReadConcern } from "mongodb";
import { type Store, StoreUnavailableError } from "../store.js";
import { collectionsOf } from "./documents.js";
import { MongoAccess } from "./mongo-access.js";
import { MongoAccounts } from "./mongo-accounts.js";
import { MongoAttestations } from "./mongo-attestations.js";
import { MongoBatches } from "./mongo-batches.js";
import { MongoBlockHeaders } from "./mongo-block-headers.js";
import { toStoreError } from "./mongo-errors.js";
import { MongoLeases } from "./mongo-leases.js";
import { MongoPing } from "./mongo-ping.js";
import { MongoProofs } from "./mongo-proofs.js";
import { MongoRates } from "./mongo-rates.js";
import { readSecret } from "./mongo-secret.js";
import { ReceiptLog } from "./receipt-log.js";
import { migrate, type StoreLog, shard } from "./schema.js";

const DEFAULT_DATABASE = "svc_proof";

/** Connections of one process. Writes of one kind share round trips, so that few are busy at a time. */
const MAX_POOL_SIZE = 32;

/** Between two looks at the state of each server while all is well. */
const HEARTBEAT_MS = 2_000;

export interface MongoStoreOptions {
  /** `mongodb://` or `mongodb+srv://`; its path names the database, `svc_proof` when it has none. */
  readonly url: string;
  /** Time that any one question to the server may take. */
  readonly timeoutMs: number;
  readonly log?: StoreLog;
}

/**
 * Opens the store, making its indexes when there are none.
 *
 * @throws StoreUnavailableError when the URL cannot be used or no server answers in time; the message carries
 * neither address nor credentials, the cause may.
 * @throws NewerDatabaseError when a later version of this program wrote the database.
 */
export async function openMongoStore({ url, timeoutMs, log }: MongoStoreOptions): Promise<Store> {
  const client = newClient(url, timeoutMs);
  try {
    const db = client.db(databaseOf(url), {
      // What was answered once must be there after any failover, and what can still be lost must not be answered. Here
      // and not among the client's options, where the URL's `journal` counts for more.
      writeConcern: { w: "majority", journal: true, wtimeoutMS: timeoutMs },
      readConcern: new ReadConcern("majority"),
      readPreference: "primary",
    });
    await client.connect();
    await migrate(db);
    await shard(client, db, log);
    const access = new MongoAccess(collectionsOf(db), timeoutMs);
    const ping = new MongoPing(access);
    const receipts = new ReceiptLog(access);
    const batches = new MongoBatches(access, receipts);
    const proofs = new MongoProofs(access, receipts, batches);
    return {
      accounts: new MongoAccounts(access),
      proofs,
      batches,
      attestations: new MongoAttestations(access),
      blockHeaders: new MongoBlockHeaders(access),
      leases: new MongoLeases(access),
      rates: new MongoRates(access),
      secret: (name) => readSecret(access, name),
      ping: () => ping.ask(),
      close: async () => {
        await proofs.close();
        await client.close();
      },
    };
  } catch (error) {
    await client.close();
    throw toStoreError(error);
  }
}

function newClient(url: string, timeoutMs: number): MongoClient {
  try {
    return new MongoClient(url, {
      appName: "svc-proof",
      maxPoolSize: MAX_POOL_SIZE,
      connectTimeoutMS: timeoutMs,
      serverSelectionTimeoutMS: timeoutMs,
      socketTimeoutMS: timeoutMs,
      waitQueueTimeoutMS: timeoutMs,
      // Asks at once when an answer says that the primary has changed. Streaming would wait for the server to speak.
      serverMonitoringMode: "poll",
      heartbeatFrequencyMS: HEARTBEAT_MS,
      retryReads: true,
      retryWrites: true,
      ignoreUndefined: false,
    });
  } catch (error) {
    throw new StoreUnavailableError("the driver cannot use the MongoDB URL", { cause: error });
  }
}

/** The database that a connection string names. Neither `/` nor `?` may stand unescaped in what precedes its path. */
function databaseOf(url: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/?]*\/([^?]+)/.exec(url)?.[1];
  return name === undefined ? DEFAULT_DATABASE : decodeURIComponent(name);
}
