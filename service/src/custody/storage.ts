/** Where blobs are. */

import { join } from "node:path";
import { isUuid } from "@svc-proof/shared/encoding";
import { type BlobStore, BlobStoreError, openFileBlobs } from "../clients/blobs.js";
import type { Config } from "../config/settings.js";
import { StartError } from "../errors.js";
import type { Log } from "../log.js";
import type { CustodyStore } from "../records/records.js";
import type { ObjectName } from "../records/types.js";
import { CustodyKeys } from "./keys.js";

/** Reads the settings of custody: its keys, and where the blobs are. */
export type CustodyConfig = Pick<
  Config,
  "custody" | "custodyKeys" | "custodyDir" | "mongodbUrl" | "mongodbTimeoutMs"
>;

export interface CustodyStorage {
  readonly keys: CustodyKeys;
  readonly blobs: BlobStore;
}

/**
 * @param dataDir the data folder; null if everything is kept elsewhere.
 * @param log receives what the operator of the database should know.
 * @returns null if custody is off.
 * @throws StartError when there is no key, or the blob storage cannot be used or does not belong to the store.
 */
export async function openCustodyStorage(
  config: CustodyConfig,
  dataDir: string | null,
  store: Pick<CustodyStore, "wrappedOtherwise">,
  log?: Log,
): Promise<CustodyStorage | null> {
  if (config.custody === "off") return null;
  const keys = custodyKeys(config);
  const folder = blobFolder(config, dataDir);
  try {
    const blobs = folder === null ? await openGridFs(config, log) : await openFolder(folder, store);
    return { keys, blobs };
  } catch (error) {
    if (!(error instanceof BlobStoreError)) throw error;
    const setting = config.custodyDir === null ? "SVC_CUSTODY" : "SVC_CUSTODY_DIR";
    const reason = folder === null ? error.message : `the folder ${folder} cannot be used: ${error.message}`;
    throw new StartError(`${setting}: ${reason}`, { cause: error });
  }
}

/** The keys of the settings. @throws StartError when there is none. */
export function custodyKeys({ custodyKeys: given }: Pick<CustodyConfig, "custodyKeys">): CustodyKeys {
  if (given.length > 0) return new CustodyKeys(given.map((key) => Buffer.from(key, "hex")));
  throw new StartError("SVC_CUSTODY_KEY: expected a key because originals are in custody, got nothing");
}

/** Null if the blobs are in GridFS. */
function blobFolder({ custodyDir, mongodbUrl }: CustodyConfig, dataDir: string | null): string | null {
  if (custodyDir !== null) return custodyDir;
  return mongodbUrl === null ? join(dataDir!, "originals") : null;
}

/** An unmounted volume must not be taken for a new folder: all originals would look damaged. */
async function openFolder(folder: string, store: Pick<CustodyStore, "wrappedOtherwise">): Promise<BlobStore> {
  // No custody key has an empty identifier, so this finds any original.
  return openFileBlobs(folder, (await store.wrappedOtherwise("", 1)).length > 0);
}

async function openGridFs(
  { mongodbUrl: url, mongodbTimeoutMs: timeoutMs }: CustodyConfig,
  log: Log | undefined,
): Promise<BlobStore> {
  // Loaded only when used, like the store.
  const { openGridFsBlobs } = await import("../clients/gridfs.js");
  return openGridFsBlobs({ url: url!, timeoutMs, ...(log === undefined ? {} : { log }) });
}

/**
 * Names of blobs in custody: both identifiers, so that a blob names its proof. The object's,
 * which is random, comes first: names with a common prefix would crowd one folder and one shard.
 */
export function blobName({ objectId, proofId }: ObjectName): string {
  return `${objectId}.${proofId}`;
}

/** Null when it is not the name of a blob in custody. */
export function parseBlobName(name: string): ObjectName | null {
  const [objectId = "", proofId = "", ...rest] = name.split(".");
  return isUuid(objectId) && isUuid(proofId) && rest.length === 0 ? { objectId, proofId } : null;
}
