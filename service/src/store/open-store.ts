/** Opens the store of the settings. */

import { randomUUID } from "node:crypto";
import type { Config } from "../config/settings.js";
import { endAtOnce, type Log } from "../log.js";
import { retry } from "../retry.js";
import { acquireExclusiveLock, type DataDir, openDataDir } from "./sqlite/data-dir.js";
import { OpenFiles } from "./sqlite/integrity.js";
import { openSqlite } from "./sqlite/open-sqlite.js";
import { type Store, StoreUnavailableError } from "./store.js";

// Opens the configured store: MongoDB if its URL is given, otherwise SQLite in the data folder.

type StoreConfig = Pick<Config, "mongodbUrl" | "mongodbTimeoutMs">;

export interface OpenedStore<Port = Store> {
  readonly store: Port;
  /** Identifies this process as the holder of a lease. */
  readonly holder: string;
}

export interface OpenStoreOptions {
  /** Receives what the operator of the database should know. */
  readonly log?: Log;
  /** Learns which files SQLite holds open. */
  readonly files?: OpenFiles;
  /** Reads all of SQLite's file in the background, to see whether it is sound. */
  readonly isChecked?: boolean;
}

/** `SVC_MONGODB_URL` is unusable. The message says why, in one line and without the address. */
export class MongodbUrlError extends Error {
  override readonly name = "MongodbUrlError";
}

/**
 * Opens the store and creates what it lacks.
 *
 * @param sqlitePath SQLite's file, whose folder must exist; null for MongoDB.
 * @throws StoreUnavailableError when it does not answer in time, or the file cannot be used.
 * @throws MongodbUrlError when MongoDB refuses the credentials, is a server by itself, or the address is invalid.
 * @throws DataDirError when the file is not the folder's.
 * @throws OtherReleaseError when another release wrote it, and this one cannot work on it.
 */
export async function openStore(
  { mongodbUrl, mongodbTimeoutMs: timeoutMs }: StoreConfig,
  sqlitePath: string | null,
  { log, ...sqlite }: OpenStoreOptions = {},
): Promise<OpenedStore> {
  try {
    // Only one process at a time uses the file, so the next one takes over its leases at once.
    if (mongodbUrl === null) return { store: await openSqlite(sqlitePath!, sqlite), holder: "embedded" };
    // Loaded only when used: the driver takes 23 MB and 0.2 s.
    const { openMongodb } = await import("./mongodb/engine.js");
    const store = await openMongodb({ url: mongodbUrl, timeoutMs, log });
    return { store, holder: randomUUID() };
  } catch (error) {
    const reason = faultOfUrl(error);
    throw reason === undefined ? error : new MongodbUrlError(`SVC_MONGODB_URL: ${reason}`, { cause: error });
  }
}

/**
 * A MongoDB that starts together with the service needs some seconds. After this time the process exits, so that its
 * supervisor notices.
 */
const PATIENCE_MS = 60_000;

/**
 * Waits up to a minute for a MongoDB that does not answer yet.
 *
 * @param signal ends the wait.
 * @throws as `open`, and AbortError.
 */
export function awaitStore<Opened>(
  { mongodbUrl }: StoreConfig,
  open: () => Promise<Opened>,
  log: Log,
  signal: AbortSignal,
): Promise<Opened> {
  return retry(open, {
    mayPass: (error) => error instanceof StoreUnavailableError,
    onWait: ({ message: reason }, retryInMs) =>
      log.warn({ reason, retryInMs }, "the store does not answer yet"),
    signal,
    patienceMs: mongodbUrl === null ? 0 : PATIENCE_MS,
  });
}

/** Codes of servers that refuse a user: AuthenticationFailed, Unauthorized, and Atlas's own. */
const REFUSED_USER: ReadonlySet<unknown> = new Set([18, 13, 8000]);
/** InvalidNamespace. */
const REFUSED_DATABASE = 73;
/** The driver's error names for a connection string that it cannot use. */
const REFUSED_TEXT: ReadonlySet<string> = new Set([
  "MongoParseError",
  "MongoInvalidArgumentError",
  "MongoMissingCredentialsError",
]);

/** A fault of the address or the server itself, which no retry can fix; undefined for any other error. */
function faultOfUrl(error: unknown): string | undefined {
  if (error instanceof Error && error.name === "StandaloneServerError") return error.message;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && REFUSED_USER.has(cause.code)) return "the server refuses its user or password";
    if ("code" in cause && cause.code === REFUSED_DATABASE)
      return "the server refuses the database name in the path";
    // The driver's text may quote the address.
    if (REFUSED_TEXT.has(cause.name) || ("code" in cause && cause.code === "ERR_INVALID_URL"))
      return "the driver cannot use this connection string";
  }
  return undefined;
}

export interface DataFolder {
  /** Null if the settings keep everything elsewhere. */
  readonly dataDir: DataDir | null;
  /** What this process holds open in it. The process ends when one of these files is removed or replaced. */
  readonly files: OpenFiles;
  close(): Promise<void>;
}

/**
 * Opens `SVC_DATA_DIR` for this process only.
 *
 * @throws DataDirError, LockedError.
 */
export async function openDataFolder(
  config: Pick<Config, "dataDir" | "mongodbUrl">,
  log: Log,
): Promise<DataFolder> {
  const files = new OpenFiles((reason) => endAtOnce(log, reason));
  if (config.mongodbUrl !== null) return { dataDir: null, files, close: async () => {} };
  const dataDir = await openDataDir(config.dataDir);
  const lock = await acquireExclusiveLock(dataDir.lockPath, 0);
  files.add(dataDir.lockPath);
  const endWatch = files.watch();
  return {
    dataDir,
    files,
    close: async () => {
      endWatch();
      await lock.release();
    },
  };
}
