/** The sandbox's store: its mark and its key of custody. */

import { randomBytes, randomUUID } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "@svc-proof/service/errors";
import type { StoreMarks } from "@svc-proof/service/records/store-marks";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { replaceFile } from "./tsa/certificate.js";

/** How the store of a sandbox is marked. */
const KEEPER = "svc-proof-sandbox";

/**
 * A database elsewhere is kept by the sandbox of one folder: two would anchor one sequence of batches on two chains.
 *
 * @param dataDir must exist.
 * @param isElsewhere whether the store is not in the folder.
 */
export async function sandboxMarks(dataDir: string, isElsewhere: boolean): Promise<StoreMarks> {
  const keeper = isElsewhere ? `${KEEPER} ${await idOf(dataDir)}` : KEEPER;
  return { keeper, chainIds: [DEVELOPMENT_CHAIN_ID] };
}

/** Made once. */
async function idOf(dataDir: string): Promise<string> {
  const path = join(dataDir, "sandbox.id");
  const known = (await readFile(path, "utf8").catch(() => "")).trim();
  if (known !== "") return known;
  const id = randomUUID();
  await replaceFile(path, `${id}\n`);
  return id;
}

/** The custody key of a sandbox without one in its settings: created once in the data folder, readable by the owner only. */
const NAME = "custody.key";

/**
 * Reads the key, or creates it if missing. It is never replaced: without it the originals cannot be read.
 *
 * @throws StartError when the file holds something else.
 */
export async function custodyKeyFile(dataDir: string): Promise<Uint8Array> {
  const path = join(dataDir, NAME);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return makeKey(path);
    throw error;
  });
  const hex = text.trim();
  if (!/^[0-9a-f]{64}$/.test(hex)) {
    throw new StartError(
      `${path} expected 64 hexadecimal characters: the originals cannot be read without it`,
    );
  }
  return Buffer.from(hex, "hex");
}

/** Writes a temporary file, flushes it and links it into place, because a key in use must not get lost. */
async function makeKey(path: string): Promise<string> {
  const text = `${randomBytes(32).toString("hex")}\n`;
  const draft = `${path}.${process.pid}.new`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  // Unlike a rename, a link never replaces an existing file.
  await link(draft, path);
  await rm(draft);
  return text;
}
