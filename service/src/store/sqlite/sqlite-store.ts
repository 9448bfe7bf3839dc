/**
 * The `Store` port on one SQLite file, for one service process at a time; the admin command line may run beside it.
 * Durable means flushed to the disk (WAL, synchronous=FULL) before a promise resolves.
 */

import { MemoryRates } from "../memory-rates.js";
import { type Store, StoreUnavailableError } from "../store.js";
import { ApiKeyCache } from "./api-key-cache.js";
import { Connection, SqlError } from "./connection.js";
import { migrate } from "./migrations.js";
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

/**
 * Opens the store. Creates the file and its schema if missing.
 *
 * @param path the file; its folder must exist.
 * @throws StoreUnavailableError when the file cannot be opened or is not a database.
 * @throws NewerDatabaseError when a later version of this program wrote it.
 */
export async function openSqliteStore(path: string): Promise<Store> {
  const writer = openConnection(path, (connection) => {
    connection.exec("PRAGMA journal_mode = WAL");
    connection.exec("PRAGMA synchronous = FULL");
    connection.exec("PRAGMA foreign_keys = ON");
    // What is deleted is overwritten, in the page and on the list of free pages.
    connection.exec("PRAGMA secure_delete = ON");
    connection.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    connection.exec(`PRAGMA cache_size = -${WRITE_CACHE_KIB}`);
    migrate(connection);
  });
  const access = new SqliteAccess(openReader(path, writer), writer);
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
      if (need !== "reads") await access.checkWrites();
      return access.read((sql) => {
        sql.get("SELECT 1 FROM migrations");
        return new Date();
      });
    },
    close: () => access.close(),
  };
}

function openReader(path: string, writer: Connection): Connection {
  try {
    return openConnection(path, (connection) => {
      connection.exec("PRAGMA query_only = ON");
      connection.exec(`PRAGMA cache_size = -${READ_CACHE_KIB}`);
    });
  } catch (error) {
    writer.close();
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
