/** A database of a test's own, with its indexes, for tests of the parts of the MongoDB store. */
import { type Db, MongoClient } from "mongodb";
import { newDatabaseUrl } from "../../../../test/mongodb/database-url.js";
import { collectionsOf } from "./documents.js";
import { MongoAccess } from "./mongo-access.js";
import { migrate } from "./schema.js";

const TIMEOUT_MS = 20_000;

export interface OpenedAccess {
  readonly access: MongoAccess;
  readonly db: Db;
  dispose(): Promise<void>;
}

export async function openAccess(serverUrl: string): Promise<OpenedAccess> {
  const client = await new MongoClient(newDatabaseUrl(serverUrl)).connect();
  const db = client.db();
  await migrate(db);
  return {
    access: new MongoAccess(collectionsOf(db), TIMEOUT_MS),
    db,
    dispose: async () => {
      await db.dropDatabase();
      await client.close();
    },
  };
}
