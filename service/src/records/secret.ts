import { randomBytes } from "node:crypto";
import type { Store } from "../store/store.js";

const SECRET_BYTES = 32;

/** 32 random bytes under a name, created on first use and the same for all instances from then on. Stored in clear. */
export async function secret(store: Store, name: string): Promise<Uint8Array> {
  const found = await store.read("secrets.find", (rows) => rows.secrets.get([name]));
  if (found !== null) return found.bytes;
  const bytes = new Uint8Array(randomBytes(SECRET_BYTES));
  return store.change("secrets.create", async (rows) => {
    const standing = await rows.secrets.get([name]);
    if (standing !== null) return standing.bytes;
    await rows.secrets.insert({ name, bytes });
    return bytes;
  });
}
