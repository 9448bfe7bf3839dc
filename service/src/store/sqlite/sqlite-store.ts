/**
 * The `Store` port on one SQLite file, for one service process at a time; the admin command line may run beside it.
 * Durable means flushed to the disk (WAL, synchronous=FULL) before a promise resolves.
 */

import { MemoryRates } from "../memory-rates.js";
import { type Store, StoreUnavailableError } from "../store.js";
import type { StoreUse } from "../store-use.js";
import { ApiKeyCache } from "./api-key-cache.js";
import { Connection, SqlError } from "./connection.js";
import { migrate } from "./migrations.js";
import { OpenFiles } from "./open-files.js";
import { settleUse } from "./settle-use.js";
import { SqliteAccess } from "./sqlite-access.js";
import { SqliteAccounts } from "./sqlite-accounts.js";
import { SqliteAttestations } from "./sqlite-attestations.js";
import { SqliteAudit } from "./sqlite-audit.js";
import { SqliteBatches } from "./sqlite-batches.js";
import { SqliteBlockHeaders } from "./sqlite-block-headers.js";
import { SqliteCustody } from "./sqlite-custody.js";
import { SqliteLeases } from "./sqlite-leases.js";
import { SqliteOrders } from "./sqlite-orders.js";
import { SqlitePeople } from "./sqlite-people.js";
import { SqliteProofs } from "./sqlite-proofs.js";
import { SqliteRevocation } from "./sqlite-revocation.js";
import { SqliteSeals } from "./sqlite-seals.js";
import { sqliteSecret } from "./sqlite-secret.js";
import { SqliteStamps } from "./sqlite-stamps.js";
import { SqliteTrustSnapshots } from "./sqlite-trust-snapshots.js";
import { SqliteWitnesses } from "./sqlite-witnesses.js";

/**
 * Short, because waiting blocks the event loop. The only other process is the admin command line, whose writes take
 * milliseconds.
 */
const BUSY_TIMEOUT_MS = 2_000;

/**
 * At most 64 MiB of pages for writing. Each registration looks up its hash at a random place in the index of hashes,
 * which takes about 50 MB at 10^6 proofs. With SQLite's default of 2 MB, each lookup would read a page from the file.
 */
const WRITE_CACHE_KIB = 65_536;
/**
 * Pages of the write-ahead log that trigger a checkpoint: 64 MB. Hashes are spread over their whole index, so the more
 * a checkpoint moves, the more of them share a page and a flush.
 */
const CHECKPOINT_PAGES = 16_000;
/** For reading: most reads are of the newest rows, which are close together. */
const READ_CACHE_KIB = 16_384;

export interface SqliteStoreOptions {
  /** What it is opened for; any store when omitted. */
  readonly use?: StoreUse | undefined;
  /** Learns which files the store holds open. They are checked before each acknowledgement. */
  readonly files?: OpenFiles | undefined;
}

/**
 * Opens the store. Creates the file and its schema if missing.
 *
 * @param path the file; its folder must exist.
 * @throws StoreUnavailableError when the file cannot be opened or is not a database.
 * @throws NewerDatabaseError when a later version of this program wrote it.
 * @throws StoreUseError when it serves another use.
 */
export async function openSqliteStore(
  path: string,
  { use, files = new OpenFiles() }: SqliteStoreOptions = {},
): Promise<Store> {
  const { access, paths } = openAccess(path, use, files);
  const rememberedKeys = new ApiKeyCache(access);
  return {
    accounts: new SqliteAccounts(access, rememberedKeys),
    people: new SqlitePeople(access),
    audit: new SqliteAudit(access),
    orders: new SqliteOrders(access, rememberedKeys),
    proofs: new SqliteProofs(access),
    seals: new SqliteSeals(access),
    batches: new SqliteBatches(access),
    attestations: new SqliteAttestations(access),
    stamps: new SqliteStamps(access),
    blockHeaders: new SqliteBlockHeaders(access),
    witnesses: new SqliteWitnesses(access),
    revocation: new SqliteRevocation(access),
    custody: new SqliteCustody(access),
    trustSnapshots: new SqliteTrustSnapshots(access),
    leases: new SqliteLeases(access),
    rates: new MemoryRates(),
    secret: (name) => sqliteSecret(access, name),
    ping: async (need) => {
      files.check();
      if (need !== "reads") await access.checkWrites();
      return access.read((sql) => {
        sql.get("SELECT 1 FROM migrations");
        return new Date();
      });
    },
    close: async () => {
      await access.drained();
      files.remove(...paths);
      access.close();
    },
  };
}

interface Opened {
  readonly access: SqliteAccess;
  /** What is open: the database, and the two files that SQLite keeps beside it until the last connection is closed. */
  readonly paths: readonly string[];
}

function openAccess(path: string, use: StoreUse | undefined, files: OpenFiles): Opened {
  const paths = [path];
  let writer: Connection | undefined;
  try {
    writer = openConnection(path, (connection) => {
      connection.exec("PRAGMA journal_mode = WAL");
      // Before the schema is updated, which may take minutes.
      files.add(path);
      connection.exec("PRAGMA synchronous = FULL");
      connection.exec("PRAGMA foreign_keys = ON");
      // What is deleted is overwritten, in the page and on the list of free pages.
      connection.exec("PRAGMA secure_delete = ON");
      connection.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
      connection.exec(`PRAGMA cache_size = -${WRITE_CACHE_KIB}`);
      if (use !== undefined) settleUse(connection, use);
      migrate(connection);
      // Where the path is a symbolic link, SQLite keeps them beside the file that it leads to.
      const { file } = connection.get("PRAGMA database_list") as { readonly file: string };
      for (const ending of ["-wal", "-shm"]) {
        files.add(file + ending);
        paths.push(file + ending);
      }
    });
    const reader = openConnection(path, (connection) => {
      connection.exec("PRAGMA query_only = ON");
      connection.exec(`PRAGMA cache_size = -${READ_CACHE_KIB}`);
      // Opens its files, so that the check below covers them.
      connection.get("SELECT 1 FROM migrations");
    });
    files.check();
    return { access: new SqliteAccess(reader, writer, files), paths };
  } catch (error) {
    files.remove(...paths);
    writer?.close();
    throw error;
  }
}

function openConnection(path: string, prepare: (connection: Connection) => void): Connection {
  let connection: Connection | undefined;
  try {
    connection = new Connection(path, BUSY_TIMEOUT_MS);
    prepare(connection);
    return connection;
  } catch (error) {
    connection?.close();
    if (!(error instanceof SqlError)) throw error;
    throw new StoreUnavailableError(`the database ${path} cannot be used: ${error.message}`, {
      cause: error,
    });
  }
}
