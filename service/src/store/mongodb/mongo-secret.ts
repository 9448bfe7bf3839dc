/** Secrets that all instances share, made by whoever asks first. */
import { randomBytes } from "node:crypto";
import { Binary } from "mongodb";
import { binaryToBytes } from "./binary.js";
import type { MongoAccess } from "./mongo-access.js";
import { isDuplicateKey } from "./mongo-errors.js";

const SECRET_BYTES = 32;

/** The 32 bytes under a name. Written with the majority before anyone uses them, so that they never change. */
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
