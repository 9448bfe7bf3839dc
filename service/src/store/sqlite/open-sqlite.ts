/**
 * The store in one SQLite file, for one service process at a time; the admin command line may run beside it. Durable
 * means flushed to the disk (WAL, synchronous=FULL) before a promise resolves.
 */
import { MemoryRates } from "../rates.js";
import { ALL_TABLES } from "../rows.js";
import {
  CLOSED,
  OtherReleaseError,
  type Query,
  type Rule,
  type Store,
  StoreUnavailableError,
} from "../store.js";
import type { TableName } from "../tables.js";
import { REFS_SCHEMA, rollBack, Session, SqlError } from "./connection.js";
import { Identity } from "./data-dir.js";
import { Integrity, OpenFiles } from "./integrity.js";
import { ChangeGroups, ReadGroups } from "./sqlite-groups.js";
import { schemaOf } from "./sqlite-table.js";

/** Of the schema, of which 1 was a draft, and 2 that of 0.1.0. It is `PRAGMA user_version`. */
const VERSION = 3;
const OLDEST_KNOWN = 2;
/** Tables that a version has, and the one before it had not. */
const ADDED: Readonly<Record<number, readonly TableName[]>> = { 3: ["mailWishes", "mailWishProofs"] };

/** Short, because waiting blocks the event loop. The only other process is the admin command line. */
const BUSY_TIMEOUT_MS = 2_000;
/** At most 64 MiB of pages for writing: each registration looks up its hash at a random place. */
const WRITE_CACHE_KIB = 65_536;
/** Pages of the write-ahead log that trigger a checkpoint: 64 MB, so that more hashes share a page and a flush. */
const CHECKPOINT_PAGES = 16_000;
/** For reading: most reads are of the newest rows, which are close together. */
const READ_CACHE_KIB = 16_384;

/** What was written longer ago is in the file, and nowhere else. */
const EMPTY_LOG_EVERY_MS = 60_000;

/** A row of each table, of what requests read. */
const LOOK = `SELECT ${ALL_TABLES.map(({ name }) => `EXISTS (SELECT 1 FROM "${name}")`).join(", ")}`;

/** How long a successful change counts as evidence that changes succeed. */
const WRITE_HOLDS_MS = 5_000;

export interface SqliteOptions {
  /** Learns which files the store holds open. They are checked before each acknowledgement. */
  readonly files?: OpenFiles | undefined;
  /** Reads all of the file in the background, to see whether it is sound. */
  readonly isChecked?: boolean | undefined;
}

/**
 * Opens the store. Creates the file and its schema if missing.
 *
 * @param path the file; its folder must exist.
 * @throws StoreUnavailableError when the file cannot be opened, is damaged, or is not such a database.
 * @throws DataDirError when it is not the database that was there before.
 * @throws OtherReleaseError when another release wrote it, and this one cannot work on it.
 */
export async function openSqlite(
  path: string,
  { files = new OpenFiles(), isChecked = false }: SqliteOptions = {},
): Promise<Store> {
  const integrity = new Integrity();
  const { writer, reader, paths } = openFile(path, files, integrity);
  const changes = new ChangeGroups(writer, integrity, () => files.check());
  const reads = new ReadGroups(reader, integrity);
  const closing = new AbortController();
  const checked = isChecked ? integrity.check(path, closing.signal) : null;
  const emptying = setInterval(() => changes.emptyLogBetween(), EMPTY_LOG_EVERY_MS).unref();
  return {
    get damage() {
      return integrity.damage;
    },
    read: <Answer>(_: string, query: Query<Answer>) => reads.run(query) as Promise<Answer>,
    change: <Answer>(_: string, rule: Rule<Answer>) => changes.run(rule) as Promise<Answer>,
    counters: new MemoryRates(),
    ping: async (need) => {
      if (closing.signal.aborted) throw new StoreUnavailableError(CLOSED);
      files.check();
      if (need === "writes") integrity.refuseDamaged();
      if (need === "writes" && performance.now() - changes.committedAtMs >= WRITE_HOLDS_MS)
        // Sets what it is already, which writes a page of the file, as nothing can on a full disk.
        await changes.run(async () => writer.exec(`PRAGMA user_version = ${VERSION}`));
      await reads.run(async () => reader.get(need === "writes" ? LOOK : "SELECT 1 FROM leases LIMIT 1"));
      return new Date();
    },
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      clearInterval(emptying);
      await Promise.all([changes.close(), reads.close(), checked]);
      await changes.emptyLog();
      files.remove(...paths);
      reader.close();
      writer.close();
    },
  };
}

function openFile(path: string, files: OpenFiles, integrity: Integrity) {
  const paths = [path];
  const identity = new Identity(path);
  let writer: Session | undefined;
  try {
    writer = connect(path, integrity, (sql) => {
      sql.exec("PRAGMA journal_mode = WAL");
      files.add(path);
      sql.exec("PRAGMA synchronous = FULL");
      // What is deleted is overwritten, in the page and on the list of free pages.
      sql.exec("PRAGMA secure_delete = ON");
      sql.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
      sql.exec(`PRAGMA cache_size = -${WRITE_CACHE_KIB}`);
      prepare(sql, path, identity)();
      // Where the path is a symbolic link, SQLite keeps them beside the file that it leads to.
      const { file } = sql.get("PRAGMA database_list") as { readonly file: string };
      for (const ending of ["-wal", "-shm"]) {
        files.add(file + ending);
        paths.push(file + ending);
      }
    });
    const reader = connect(path, integrity, (sql) => {
      sql.exec("PRAGMA query_only = ON");
      sql.exec(`PRAGMA cache_size = -${READ_CACHE_KIB}`);
      // Opens its files, so that the check below covers them.
      sql.get("SELECT 1 FROM leases");
    });
    files.check();
    return { writer, reader, paths };
  } catch (error) {
    files.remove(...paths);
    writer?.close();
    throw error;
  }
}

function connect(path: string, integrity: Integrity, settle: (sql: Session) => void): Session {
  let sql: Session | undefined;
  try {
    sql = new Session(path, BUSY_TIMEOUT_MS);
    settle(sql);
    return sql;
  } catch (error) {
    sql?.close();
    if (!(error instanceof SqlError)) throw error;
    const { message } = integrity.told(error) as Error;
    throw new StoreUnavailableError(`the database ${path} cannot be used: ${message}`, { cause: error });
  }
}

/**
 * Makes the schema in an empty file, or what a former release's has not, and settles its identity, in one transaction.
 *
 * @returns what remembers the identity.
 */
function prepare(sql: Session, path: string, identity: Identity): () => void {
  const numberOf = (pragma: string) => sql.get<Record<string, number>>(`PRAGMA ${pragma}`)![pragma]!;
  sql.exec("BEGIN IMMEDIATE");
  try {
    const version = numberOf("user_version");
    if (version > VERSION)
      throw new OtherReleaseError(
        `SVC_DATA_DIR: a newer release wrote ${path} (version ${version}, this one reads ${VERSION}): install it, or name a new folder`,
      );
    if (version >= OLDEST_KNOWN) {
      const added = Array.from({ length: VERSION - version }, (_, i) => ADDED[version + i + 1] ?? []).flat();
      const tables = ALL_TABLES.filter(({ name }) => added.includes(name));
      if (tables.length > 0)
        sql.exec([...tables.map(schemaOf), `PRAGMA user_version = ${VERSION}`].join("\n"));
    } else {
      if (version > 0 || sql.get("SELECT 1 FROM sqlite_schema LIMIT 1") !== undefined)
        throw new OtherReleaseError(
          `SVC_DATA_DIR: an earlier release wrote ${path}, which this one cannot read: name a new folder, or start that release`,
        );
      identity.expectNew();
      sql.exec([REFS_SCHEMA, ...ALL_TABLES.map(schemaOf)].join("\n"));
      sql.exec(`PRAGMA user_version = ${VERSION}`);
    }
    const remember = identity.settle(sql);
    sql.exec("COMMIT");
    return remember;
  } catch (error) {
    rollBack(sql);
    throw error;
  }
}
