/** Opens a client and the database that its URL names, and converts the driver's failures to errors of the port. */
import {
  type Db,
  MongoAPIError,
  MongoBulkWriteError,
  MongoClient,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoTopologyClosedError,
  ReadConcern,
} from "mongodb";
import { inTime, StoreUnavailableError } from "../store.js";

/** Receives what an operator should know. */
export interface StoreLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

const DEFAULT_DATABASE = "svc_proof";

/** Connections of one process. Few are busy at a time, because writes of one kind share round trips. */
const MAX_POOL_SIZE = 32;

/** Time between two checks of each server while all is well. */
const HEARTBEAT_MS = 2_000;

/**
 * Connects to the server.
 *
 * @param timeoutMs time limit of each query.
 * @param isPatient waits for each answer while the server is alive, because the time to build an index grows with the
 * collection. The driver checks the server every two seconds meanwhile, and gives up when that check fails.
 * @throws StoreUnavailableError when the URL cannot be used or no server answers in time; the message carries
 * neither address nor credentials, the cause may.
 */
export async function openDatabase(
  url: string,
  timeoutMs: number,
  isPatient = false,
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

export interface Server {
  readonly client: MongoClient;
  readonly db: Db;
  /** Bounds all tries of a transaction, and each read. */
  readonly timeoutMs: number;
  /** When something last failed, by `performance.now()`. */
  lastFailureAtMs: number;
}

export function serverOf(server: Omit<Server, "lastFailureAtMs">): Server {
  return { ...server, lastFailureAtMs: Number.NEGATIVE_INFINITY };
}

/** Gives up when the time is over. @throws StoreUnavailableError, or a fault of the program. */
export async function bounded<Answer>(server: Server, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await inTime(server.timeoutMs, ask);
  } catch (error) {
    const told = toStoreError(error);
    if (told instanceof StoreUnavailableError) server.lastFailureAtMs = performance.now();
    throw told;
  }
}

const DUPLICATE_KEY = 11_000;

/**
 * The server's codes for faults of the program: BadValue, FailedToParse, TypeMismatch, InvalidBSON, InvalidLength,
 * ImmutableField, DocumentValidationFailure, DuplicateKey, BSONObjectTooLarge, CommandNotFound. A retry would not help.
 * Any other code is a fault of the deployment.
 */
const PROGRAM_FAULTS: ReadonlySet<unknown> = new Set([2, 9, 14, 22, 16, 66, 121, DUPLICATE_KEY, 10_334, 59]);

/**
 * Converts an error of the driver for callers of the store.
 *
 * @returns StoreUnavailableError, without addresses in its message, when the deployment does not answer; the
 * error itself when the program is at fault.
 */
export function toStoreError(error: unknown): unknown {
  const reason = reasonOf(error);
  if (reason === null) return error;
  return new StoreUnavailableError(`the MongoDB store does not answer: ${reason}`, { cause: error });
}

/** Whether an immediate retry may succeed: a connection broke, or the primary has changed. */
export function mayBeSentAgain(error: unknown): boolean {
  if (!(error instanceof StoreUnavailableError)) return false;
  const { cause } = error;
  return (
    cause instanceof MongoNetworkError ||
    (cause instanceof MongoError && cause.hasErrorLabel("RetryableWriteError"))
  );
}

export function isDuplicateKey(error: unknown): error is MongoServerError {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * The positions of the documents that existed before an unordered insertion.
 *
 * @returns null when anything else failed too, so that it is unknown what was written durably.
 */
export function duplicatesOf(error: unknown): ReadonlySet<number> | null {
  if (!(error instanceof MongoBulkWriteError)) return null;
  if (error.result.getWriteConcernError() !== undefined) return null;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some(({ code }) => code !== DUPLICATE_KEY)) return null;
  return new Set(failures.map(({ index }) => index));
}

function isProgramFault(error: MongoError): boolean {
  // The write concern failed too, so the rest may not be durable.
  if (error instanceof MongoBulkWriteError && error.result.getWriteConcernError() !== undefined) return false;
  if (error instanceof MongoServerError) {
    // The label marks retryable errors, whatever their code.
    return PROGRAM_FAULTS.has(error.code) && !error.hasErrorLabel("RetryableWriteError");
  }
  const isClosed =
    error instanceof MongoClientClosedError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoTopologyClosedError;
  return error instanceof MongoAPIError && !isClosed;
}

/** A short reason why the deployment does not answer, without addresses; null for any other error. */
function reasonOf(error: unknown): string | null {
  // If a connection breaks during a write, the driver passes the system's error through.
  if (error instanceof Error && "syscall" in error && "code" in error) return String(error.code);
  if (!(error instanceof MongoError) || isProgramFault(error)) return null;
  if (!(error instanceof MongoServerError)) return error.name;
  return typeof error.codeName === "string" ? error.codeName : `code ${error.code ?? "unknown"}`;
}
