/** A database with its indexes, owned by a test, for tests of parts of the MongoDB store. */
import { type Db, MongoClient } from "mongodb";
import { MongoAccess } from "../../service/src/store/mongodb/access/mongo-access.js";
import { collectionsOf } from "../../service/src/store/mongodb/documents/documents.js";
import { migrate } from "../../service/src/store/mongodb/schema/migrate.js";
import { type Server, serverOf } from "../../service/src/tables/mongodb/mongo-transactions.js";
import { newDatabaseUrl } from "./database-url.js";

const TIMEOUT_MS = 20_000;

export interface OpenedAccess {
  readonly access: MongoAccess;
  readonly db: Db;
  readonly server: Server;
  dispose(): Promise<void>;
}

export async function openAccess(serverUrl: string): Promise<OpenedAccess> {
  const client = await new MongoClient(newDatabaseUrl(serverUrl)).connect();
  const db = client.db();
  await migrate(db);
  return {
    access: new MongoAccess(collectionsOf(db), TIMEOUT_MS),
    db,
    server: serverOf({ client, db, timeoutMs: TIMEOUT_MS }),
    dispose: async () => {
      await db.dropDatabase();
      await client.close();
    },
  };
}
