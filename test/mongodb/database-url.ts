/** Addresses of databases that a suite owns on a shared server. */
import { randomBytes } from "node:crypto";
import { MongoClient } from "mongodb";

/** The address of a new database with a random name, with the other parts of the server's address. */
export function newDatabaseUrl(serverUrl: string): string {
  const parts = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(serverUrl);
  if (parts === null) throw new RangeError("the address of the MongoDB server is invalid");
  return `${parts[1]}/svc_test_${randomBytes(8).toString("hex")}${parts[2] ?? ""}`;
}

/**
 * Removes the database that an address names. SecantusDB keeps it until its server goes: there, to drop what an open transaction
 * has written holds up every other client for good, and a process that a test kills leaves such.
 */
export async function dropDatabase(databaseUrl: string): Promise<void> {
  if (/[?&]replicaSet=secantus\b/.test(databaseUrl)) return;
  const client = new MongoClient(databaseUrl);
  try {
    await client.db().dropDatabase();
  } finally {
    await client.close();
  }
}
