/** Custody as the settings ask for it: its keys, and where the blobs are. */
import { join } from "node:path";
import type { Config } from "../config/config.js";
import { type BlobStore, BlobStoreError } from "../outside/blobs/blob-store.js";
import { openFileBlobs } from "../outside/blobs/file-blobs.js";
import { StartError } from "../start-error.js";
import { custodyKeyFile } from "./custody-key-file.js";
import { CustodyKeys } from "./custody-keys.js";

export type CustodyConfig = Pick<
  Config,
  "custody" | "custodyKeys" | "custodyDir" | "mongodbUrl" | "mongodbTimeoutMs" | "rpcUrl"
>;

export interface OpenedCustody {
  readonly keys: CustodyKeys;
  readonly blobs: BlobStore;
}

/**
 * @param dataDir the data folder; null where everything is kept elsewhere.
 * @returns null where custody is off.
 * @throws StartError when there is no key, or the blobs' place cannot be used.
 */
export async function openCustody(
  config: CustodyConfig,
  dataDir: string | null,
): Promise<OpenedCustody | null> {
  if (config.custody === "off") return null;
  const keys = await custodyKeys(config, dataDir);
  try {
    return { keys, blobs: await openBlobs(config, dataDir) };
  } catch (error) {
    if (!(error instanceof BlobStoreError)) throw error;
    const setting = config.custodyDir === null ? "SVC_CUSTODY" : "SVC_CUSTODY_DIR";
    throw new StartError(`${setting}: ${error.message}`, { cause: error });
  }
}

/**
 * The keys that the settings give; in a sandbox that was given none, that of its data folder.
 *
 * @throws StartError when there is none.
 */
export async function custodyKeys(
  { custodyKeys: given, rpcUrl }: Pick<CustodyConfig, "custodyKeys" | "rpcUrl">,
  dataDir: string | null,
): Promise<CustodyKeys> {
  if (given.length > 0) return new CustodyKeys(given.map((key) => Buffer.from(key, "hex")));
  if (rpcUrl === null && dataDir !== null) return new CustodyKeys([await custodyKeyFile(dataDir)]);
  throw new StartError(
    "SVC_CUSTODY_KEY: expected a key because this is no sandbox with a chain of its own, got nothing",
  );
}

async function openBlobs(config: CustodyConfig, dataDir: string | null): Promise<BlobStore> {
  const { custodyDir, mongodbUrl: url, mongodbTimeoutMs: timeoutMs } = config;
  if (custodyDir !== null) return openFileBlobs(custodyDir);
  if (url === null) return openFileBlobs(join(dataDir!, "originals"));
  // Loaded where it is used, as the store.
  const { openGridFsBlobs } = await import("../outside/blobs/gridfs-blobs.js");
  return openGridFsBlobs({ url, timeoutMs });
}
