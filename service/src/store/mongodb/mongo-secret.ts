/** Secrets that all instances share. The first that asks generates them. */
import { randomBytes } from "node:crypto";
import { Binary } from "mongodb";
import type { MongoAccess } from "./access/mongo-access.js";
import { isDuplicateKey } from "./access/mongo-errors.js";
import { binaryToBytes } from "./documents/binary.js";

const SECRET_BYTES = 32;

/** The 32 bytes under a name. The majority has them before anyone uses them, so they never change. */
export async function readSecret(access: MongoAccess, name: string): Promise<Uint8Array> {
  for (;;) {
    const found = await access.run(({ secrets }) => secrets.findOne({ _id: { $eq: name } }));
    if (found !== null) return binaryToBytes(found.bytes);
    const bytes = randomBytes(SECRET_BYTES);
    try {
      await access.run(({ secrets }) => secrets.insertOne({ _id: name, bytes: new Binary(bytes) }));
      return new Uint8Array(bytes);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
