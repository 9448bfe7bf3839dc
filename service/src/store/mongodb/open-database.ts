/** Opens a client and the database that its URL names, with the read and write concerns of all its operations. */
import { type Db, MongoClient, ReadConcern } from "mongodb";
import { StoreUnavailableError } from "../store.js";
import { toStoreError } from "./mongo-errors.js";

const DEFAULT_DATABASE = "svc_proof";

/** Connections of one process. Few are busy at a time, because writes of one kind share round trips. */
const MAX_POOL_SIZE = 32;

/** Time between two checks of each server while all is well. */
const HEARTBEAT_MS = 2_000;

export interface DatabaseOptions {
  /**
   * Waits for each answer while the server is alive, because the time to build an index grows with the collection. The
   * driver checks the server every two seconds meanwhile, and gives up when that check fails.
   */
  readonly isPatient?: boolean;
}

/**
 * Connects to the server.
 *
 * @param timeoutMs time limit of each query.
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
      // What was read once must survive any failover, and what may still be lost must not be read. Set here because the
      // URL's `journal` overrides the client's options.
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
      // Checks at once when an answer reports a new primary. Streaming would wait for the server's next message.
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

/** The database that a connection string names. Before the path, `/` and `?` must be escaped. */
function databaseOf(url: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/?]*\/([^?]+)/.exec(url)?.[1];
  return name === undefined ? DEFAULT_DATABASE : decodeURIComponent(name);
}
