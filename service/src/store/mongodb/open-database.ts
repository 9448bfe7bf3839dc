/** A connected client and the database that its URL names, with the concerns that everything in it is written under. */
import { type Db, MongoClient, ReadConcern } from "mongodb";
import { StoreUnavailableError } from "../store.js";
import { toStoreError } from "./mongo-errors.js";

const DEFAULT_DATABASE = "svc_proof";

/** Connections of one process. Writes of one kind share round trips, so that few are busy at a time. */
const MAX_POOL_SIZE = 32;

/** Between two looks at the state of each server while all is well. */
const HEARTBEAT_MS = 2_000;

export interface DatabaseOptions {
  /**
   * Waits for each answer as long as the server lives: to build an index takes as long as there are documents. The
   * driver looks at the server every two seconds meanwhile, and gives up when it does not answer that.
   */
  readonly isPatient?: boolean;
}

/**
 * Connects to the server.
 *
 * @param timeoutMs time that any one question may take.
 * @throws StoreUnavailableError when the URL cannot be used or no server answers in time; the message carries
 * neither address nor credentials, the cause may.
 */
export async function openDatabase(
  url: string,
  timeoutMs: number,
  { isPatient = false }: DatabaseOptions = {},
): Promise<{ readonly client: MongoClient; readonly db: Db }> {
  const client = newClient(url, timeoutMs, isPatient);
  try {
    const db = client.db(databaseOf(url), {
      // What was answered once must be there after any failover, and what can still be lost must not be answered. Here
      // and not among the client's options, where the URL's `journal` counts for more.
      writeConcern: { w: "majority", journal: true, ...(isPatient ? {} : { wtimeoutMS: timeoutMs }) },
      readConcern: new ReadConcern("majority"),
      readPreference: "primary",
    });
    await client.connect();
    return { client, db };
  } catch (error) {
    await client.close();
    throw toStoreError(error);
  }
}

function newClient(url: string, timeoutMs: number, isPatient: boolean): MongoClient {
  try {
    return new MongoClient(url, {
      appName: "svc-proof",
      maxPoolSize: MAX_POOL_SIZE,
      connectTimeoutMS: timeoutMs,
      serverSelectionTimeoutMS: timeoutMs,
      socketTimeoutMS: isPatient ? 0 : timeoutMs,
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
