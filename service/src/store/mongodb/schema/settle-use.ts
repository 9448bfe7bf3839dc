import type { Db } from "mongodb";
import { mustMark, SANDBOX_VERSION, type StoreUse } from "../../store-use.js";
import { isDuplicateKey } from "../access/mongo-errors.js";
import type { MigrationDocument } from "../documents/documents.js";

/**
 * Makes sure that the database serves this use, and marks a new one. Writes nothing when it does not.
 *
 * @throws StoreUseError
 */
export async function settleUse(db: Db, use: StoreUse): Promise<void> {
  const migrations = db.collection<MigrationDocument>("migrations");
  const marked = await migrations.findOne({ _id: SANDBOX_VERSION });
  const account = await db.collection("accounts").findOne({}, { projection: { _id: 1 } });
  if (!mustMark(use, marked !== null, account !== null)) return;
  try {
    await migrations.insertOne({ _id: SANDBOX_VERSION, appliedAt: new Date() });
  } catch (error) {
    // Another instance of the sandbox did so at the same time.
    if (!isDuplicateKey(error)) throw error;
  }
}
