/**
 * Has the server refuse documents of another shape. Runs at each start and changes only what differs, so that several
 * processes may run it at once. Documents that are stored already are not read: the server checks them when they are
 * next written.
 *
 * A release whose documents an older one cannot read says so by the version in `meta` (prepare.ts): it would put the former
 * schema back.
 */
import { type Db, MongoServerError } from "mongodb";
import type { Schema } from "./bson-schema.js";
import { sideBySide } from "./side-by-side.js";
import type { StoreLog } from "./store-log.js";

const UNAUTHORIZED = 13;
const NAMESPACE_EXISTS = 48;

/**
 * Creates collections with their schemas, for which the role `readWrite` is enough, and sets the schemas of those that
 * exist, for which it is not. If the user lacks the right, the log says what an administrator has to run: the store is
 * exact without it.
 */
export async function setValidators(
  db: Db,
  schemas: ReadonlyMap<string, Schema>,
  log: Pick<StoreLog, "warn"> | undefined,
): Promise<void> {
  const standing = await db.listCollections({ type: "collection" }, { nameOnly: false }).toArray();
  const validators = new Map(
    standing.map(({ name, options }) => [name, JSON.stringify(options?.["validator"])]),
  );
  const differing = [...schemas]
    .map(([name, schema]) => ({ name, validator: { $jsonSchema: schema } }))
    .filter(({ name, validator }) => validators.get(name) !== JSON.stringify(validator));
  const refusals = await sideBySide(differing, async ({ name, validator }) => {
    try {
      if (validators.has(name) || !(await create(db, name, validator)))
        await db.command({ collMod: name, validator, validationLevel: "strict", validationAction: "error" });
      return [];
    } catch (error) {
      if (!hasCode(error, UNAUTHORIZED)) throw error;
      const database = `db.getSiblingDB(${JSON.stringify(db.databaseName)})`;
      return [{ command: `${database}.runCommand(${JSON.stringify({ collMod: name, validator })})`, error }];
    }
  });
  const refused = refusals.flat();
  if (refused.length === 0) return;
  log?.warn(
    { commands: refused.map(({ command }) => command), err: refused.at(-1)!.error },
    "the schemas of collections could not be set: an administrator must run these commands",
  );
}

/** False if another process created the collection meanwhile. */
async function create(db: Db, name: string, validator: object): Promise<boolean> {
  try {
    await db.createCollection(name, { validator });
    return true;
  } catch (error) {
    if (!hasCode(error, NAMESPACE_EXISTS)) throw error;
    return false;
  }
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof MongoServerError && error.code === code;
}
