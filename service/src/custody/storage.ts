/** Where custody keeps originals: the keys of objects, the custody keys and their rotation, and the blobs. */

import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { isUuid } from "@svc-proof/shared/encoding";
import { type BlobStore, BlobStoreError, openFileBlobs } from "../clients/blobs.js";
import type { Config } from "../config/settings.js";
import { StartError } from "../errors.js";
import type { Log } from "../log.js";
import type { CustodyStore, ProofStore } from "../records/records.js";
import type { ObjectName, OriginalRecord, WrappedKey } from "../records/types.js";
import { AuthenticationError, encryptSegments, type OriginalKey } from "./encryption.js";

/**
 * The custody keys (`SVC_CUSTODY_KEY`). They encrypt the keys of single objects with AES-256-GCM and a random nonce of
 * 96 bits, which allows 2^32 objects a key (NIST SP 800-38D, section 8.3).
 */
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

/** The custody key that encrypts an object's key is not among the given keys. */
export class UnknownCustodyKeyError extends Error {
  override readonly name = "UnknownCustodyKeyError";
}

export class CustodyKeys {
  /** Identifier of the key that encrypts new objects. */
  readonly currentId: string;
  readonly #byId: ReadonlyMap<string, Uint8Array>;

  /** @param keys 32 bytes each; the first is the current key, the others are former keys. */
  constructor(keys: readonly Uint8Array[]) {
    for (const { length } of keys) {
      if (length !== KEY_BYTES) throw new RangeError(`a key expected ${KEY_BYTES} bytes, got ${length}`);
    }
    if (keys.length === 0) throw new RangeError("custody expected a key, got none");
    this.#byId = new Map(keys.map((key) => [idOf(key), key]));
    this.currentId = idOf(keys[0]!);
  }

  /** @param context bound to the result and not contained in it. */
  wrap(objectKey: Uint8Array, context: string): WrappedKey {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#byId.get(this.currentId)!, nonce);
    cipher.setAAD(Buffer.from(context));
    const bytes = Buffer.concat([nonce, cipher.update(objectKey), cipher.final(), cipher.getAuthTag()]);
    return { custodyKeyId: this.currentId, bytes };
  }

  /**
   * @throws UnknownCustodyKeyError when the key that wrapped it was not given.
   * @throws AuthenticationError when it was altered, or wrapped for another context.
   */
  unwrap({ custodyKeyId, bytes }: WrappedKey, context: string): Uint8Array {
    const key = this.#byId.get(custodyKeyId);
    if (key === undefined) {
      throw new UnknownCustodyKeyError(`SVC_CUSTODY_KEY has no key ${custodyKeyId}`);
    }
    if (bytes.length !== NONCE_BYTES + KEY_BYTES + TAG_BYTES) {
      throw new AuthenticationError("a wrapped key has the wrong length");
    }
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(NONCE_BYTES + KEY_BYTES));
    try {
      const objectKey = decipher.update(bytes.subarray(NONCE_BYTES, NONCE_BYTES + KEY_BYTES));
      return Buffer.concat([objectKey, decipher.final()]);
    } catch (cause) {
      throw new AuthenticationError("a wrapped key is not authentic", { cause });
    }
  }
}

/** A hash identifies the key without revealing it, because the key has 256 random bits. */
function idOf(key: Uint8Array): string {
  return createHash("sha256").update("svc-custody-key-id:").update(key).digest("hex").slice(0, 16);
}

// Encrypts each original with a random key of its own. The store keeps that key wrapped. The original's identity is
// bound to the ciphertext and to the wrapped key, so that neither can replace another original's. Once the wrapped key
// is deleted, no copy of the blob can be read.

/** What is known of an original before its bytes are read. */
export type OriginalIdentity = Pick<OriginalRecord, "objectId" | "proofId" | "accountId"> & {
  /** SHA-256 of the original, hexadecimal. */
  readonly hash: string;
};

/** An original that is being encrypted. */
export interface Encryption {
  readonly ciphertext: AsyncIterable<Uint8Array>;
  /** The wrapped key, once the size is known. */
  wrapKey(sizeBytes: number): WrappedKey;
}

export function encryptOriginal(
  keys: CustodyKeys,
  identity: OriginalIdentity,
  plaintext: AsyncIterable<Uint8Array>,
): Encryption {
  const key = randomBytes(32);
  return {
    ciphertext: encryptSegments(key, Buffer.from(contextOf(identity)), plaintext),
    wrapKey: (sizeBytes) => keys.wrap(key, keyContextOf(identity, sizeBytes)),
  };
}

/**
 * Unwraps an original's key.
 *
 * @throws UnknownCustodyKeyError
 * @throws AuthenticationError when the key is not the original's.
 */
export function originalKey(
  keys: CustodyKeys,
  identity: OriginalIdentity,
  { sizeBytes, key: wrapped }: Pick<OriginalRecord, "sizeBytes" | "key">,
): OriginalKey {
  const key = keys.unwrap(wrapped, keyContextOf(identity, sizeBytes));
  return { key, associatedData: Buffer.from(contextOf(identity)), sizeBytes };
}

/** The same key, wrapped under the current custody key. Throws as `originalKey`. */
export function rewrapKey(
  keys: CustodyKeys,
  identity: OriginalIdentity,
  { sizeBytes, key: wrapped }: Pick<OriginalRecord, "sizeBytes" | "key">,
): WrappedKey {
  const context = keyContextOf(identity, sizeBytes);
  return keys.wrap(keys.unwrap(wrapped, context), context);
}

function contextOf({ objectId, proofId, accountId, hash }: OriginalIdentity): string {
  return `svc-custody:1:${objectId}:${proofId}:${accountId}:${hash}`;
}

function keyContextOf(identity: OriginalIdentity, sizeBytes: number): string {
  return `${contextOf(identity)}:${sizeBytes}`;
}

/**
 * Rotation of `SVC_CUSTODY_KEY`: the keys of all originals are rewrapped under the current key. The originals
 * themselves stay as they are. It may stop anywhere and begin again.
 */
const AT_ONCE = 20;

export interface Rewrapped {
  readonly rewrapped: number;
  /** Originals whose key cannot be unwrapped: its custody key was not given, or it is damaged. */
  readonly unreadable: number;
}

export async function rewrapKeys(
  store: { readonly custody: CustodyStore; readonly proofs: Pick<ProofStore, "find"> },
  keys: CustodyKeys,
  signal?: AbortSignal,
): Promise<Rewrapped> {
  let rewrapped = 0;
  const unreadable = new Set<string>();
  for (;;) {
    // Keys that could not be rewrapped are listed again and must not hide the others.
    const found = await store.custody.wrappedOtherwise(keys.currentId, AT_ONCE + unreadable.size);
    const originals = found.filter(({ objectId }) => !unreadable.has(objectId));
    if (originals.length === 0) return { rewrapped, unreadable: unreadable.size };
    for (const original of originals) {
      signal?.throwIfAborted();
      const proof = await store.proofs.find(original.proofId);
      try {
        const key = rewrapKey(keys, { ...original, hash: proof?.hash ?? "" }, original);
        if (await store.custody.rewrap(original, key)) rewrapped++;
      } catch (error) {
        if (!(error instanceof UnknownCustodyKeyError || error instanceof AuthenticationError)) throw error;
        unreadable.add(original.objectId);
      }
    }
  }
}

// The place of the blobs.

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
