/** Deposits, serves, ends. */

import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { Plan } from "../accounts/plans.js";
import { BlobDamagedError, type BlobStore, BlobStoreError, type OpenedBlob } from "../clients/blobs.js";
import { ApiError } from "../errors.js";
import type { JobLog } from "../log.js";
import type { CustodyStore } from "../records/records.js";
import type { OriginalRecord, ProofRecord } from "../records/types.js";
import { secondsToNextUtcDay, utcDay } from "../store/rates.js";
import { StoreUnavailableError } from "../store/store.js";
import { AuthenticationError, decryptSegments, type HashPlaintext, type OriginalKey } from "./encryption.js";
import { BufferPool, originalType, type UploadedFile } from "./files.js";
import {
  blobName,
  type CustodyKeys,
  encryptOriginal,
  originalKey,
  UnknownCustodyKeyError,
} from "./storage.js";

// The downloads of a day. Each is counted in the store. While the store can be read but takes no changes (a full disk), a
// download is counted in memory and owed to the store, so that owners still get their originals: what is owed counts against
// the allowance in this instance, and is lost if its process ends first.

/** Bounds the memory: then downloads wait for the store. */
const MAX_OWED = 10_000;

interface Owed {
  readonly accountId: string;
  readonly id: string;
  readonly at: Date;
  readonly maxPerDay: number;
}

export class DownloadAllowance {
  readonly #store: Pick<CustodyStore, "spendDownload" | "downloadsOfDay">;
  #owed: readonly Owed[] = [];
  #settling: Promise<void> | null = null;

  constructor(store: Pick<CustodyStore, "spendDownload" | "downloadsOfDay">) {
    this.#store = store;
  }

  /** Downloads of the account's day so far. */
  async used(accountId: string, at: Date): Promise<number> {
    const counted = await this.#store.downloadsOfDay(accountId, at);
    return counted + this.#owedOf(accountId, at);
  }

  /**
   * Counts a download.
   *
   * @returns the day's downloads with this one; null when none is left.
   * @throws StoreUnavailableError when the store cannot be read either.
   */
  async spend(accountId: string, at: Date, maxPerDay: number): Promise<number | null> {
    const download = { accountId, id: randomUUID(), at, maxPerDay };
    try {
      if (this.#owed.some((one) => one.accountId === accountId)) await this.settle();
      const { outcome, used } = await this.#count(download);
      return outcome === "spent" ? used : null;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || this.#owed.length >= MAX_OWED) throw error;
    }
    const counted = await this.#store.downloadsOfDay(accountId, at);
    // From here on without waiting, because others are counted meanwhile.
    const used = counted + this.#owedOf(accountId, at);
    if (used >= maxPerDay) return null;
    this.#owed = [...this.#owed, download];
    return used + 1;
  }

  /**
   * Counts in the store what is owed, until the signal ends it.
   *
   * @throws StoreUnavailableError
   */
  settle(signal?: AbortSignal): Promise<void> {
    this.#settling ??= this.#settleAll(signal).finally(() => {
      this.#settling = null;
    });
    return this.#settling;
  }

  async #settleAll(signal?: AbortSignal): Promise<void> {
    for (const download of this.#owed) {
      if (signal?.aborted) return;
      // Of an account that was deleted meanwhile nothing is owed.
      await this.#count(download).catch((error) => {
        if (!(error instanceof RangeError)) throw error;
      });
      this.#owed = this.#owed.filter((one) => one !== download);
    }
  }

  #owedOf(accountId: string, at: Date): number {
    return this.#owed.filter((one) => one.accountId === accountId && utcDay(one.at) === utcDay(at)).length;
  }

  #count({ accountId, id, at, maxPerDay }: Owed): ReturnType<CustodyStore["spendDownload"]> {
    return this.#store.spendDownload(accountId, id, at, maxPerDay);
  }
}

// Custody of originals: docs/design/custody.md. It streams originals and never holds a whole one. Incoming bytes are
// hashed, encrypted and stored in one pass; they become the proof's original only if their hash is the proof's. An
// original is read twice on its way out: first to check that it is authentic and has the proof's fingerprint, then to
// serve it.

/** Blobs that are authenticated at the same time, so that one is decrypted while another waits for its bytes. */
const AUTHENTICATED_AT_ONCE = 4;

/**
 * Bytes a read. Large here, because few run at once; each download holds a smaller buffer, because there may be many.
 */
const AUTHENTICATED_PIECE_BYTES = 524_288;
const SERVED_PIECE_BYTES = 262_144;

export interface CustodyDeps {
  readonly store: CustodyStore;
  readonly blobs: BlobStore;
  readonly keys: CustodyKeys;
  readonly hashPlaintext: HashPlaintext;
  readonly log: JobLog;
  /** Time after which an unfinished upload expires. */
  readonly uploadMs: number;
}

/** An original, ready to be served. */
export interface OpenedOriginal {
  readonly original: OriginalRecord;
  /** Downloads left in the account's UTC day after this one. */
  readonly downloadsRemaining: number;
  /**
   * The bytes, `original.sizeBytes` of them. They were just found authentic and to have the proof's fingerprint. Each
   * segment is authenticated again; if that fails, the stream is destroyed with an error before that segment. The
   * stream holds a file open until the caller reads it to its end or destroys it.
   */
  readonly stream: Readable;
}

export class Custody {
  readonly #deps: CustodyDeps;
  readonly #authenticating = new BufferPool(AUTHENTICATED_AT_ONCE, AUTHENTICATED_PIECE_BYTES);
  readonly #downloads: DownloadAllowance;

  constructor(deps: CustodyDeps) {
    this.#deps = deps;
    this.#downloads = new DownloadAllowance(deps.store);
  }

  /**
   * Stores an original, or checks it against the stored one.
   *
   * @returns false when it was stored before.
   * @throws ApiError `invalid_request`, `hash_mismatch`, `file_too_large`, `custody_quota_exceeded`, `unavailable`.
   */
  async deposit(proof: ProofRecord, plan: Plan, file: UploadedFile): Promise<boolean> {
    const { store } = this.#deps;
    if ((await store.find(proof.id)) !== null) {
      for await (const _ of checkedFile(proof.hash, plan.custodyFileBytes, file.content));
      return false;
    }
    const upload = { objectId: randomUUID(), proofId: proof.id, accountId: proof.accountId };
    const start = await store.beginUpload({
      ...upload,
      minBytes: file.minBytes,
      maxBytes: Math.min(file.maxBytes, plan.custodyFileBytes),
      maxAccountBytes: plan.custodyAccountBytes,
      expiresAt: new Date((await store.now()).getTime() + this.#deps.uploadMs),
    });
    if (start.outcome === "no_room") throw noRoom(plan, start.usedBytes, start.uploadingBytes);
    try {
      const stored = await this.#store(proof, plan, file, upload, start.reservedBytes);
      if (stored) return true;
    } catch (error) {
      if (await this.#discard(upload)) throw error;
      return true;
    }
    await this.#discard(upload);
    if ((await store.find(proof.id)) !== null) return false;
    throw new ApiError("unavailable", "the upload took too long: try again", { status: 502 });
  }

  /**
   * Authenticates the whole of a proof's original, recomputes its fingerprint, spends a download and opens it.
   *
   * @returns null when no original is in custody.
   * @throws ApiError `download_quota_exceeded`, `integrity_failed`, `unavailable`.
   */
  async open(proof: ProofRecord, plan: Plan): Promise<OpenedOriginal | null> {
    const { store } = this.#deps;
    const original = await store.find(proof.id);
    if (original === null) return null;
    const at = new Date();
    const { accountId } = proof;
    if ((await this.#downloads.used(accountId, at)) >= plan.downloadsPerDay) throw noneLeft(plan, at);
    const blob = await this.#authenticating.lend(accountId, (buffer) =>
      this.#openWhole(proof, original, buffer),
    );
    try {
      const used = await this.#downloads.spend(accountId, at, plan.downloadsPerDay);
      if (used === null) throw noneLeft(plan, at);
      const stream = Readable.from(this.#served(proof, original, blob), { objectMode: false });
      // The generator does not run if the stream is never read, so it cannot close the blob.
      stream.once("close", () => void blob.close().catch(() => {}));
      return { original, downloadsRemaining: Math.max(0, plan.downloadsPerDay - used), stream };
    } catch (error) {
      await blob.close();
      throw error;
    }
  }

  /** Counts in the store the downloads that could not be counted there. @throws StoreUnavailableError */
  settleDownloads(signal: AbortSignal): Promise<void> {
    return this.#downloads.settle(signal);
  }

  /**
   * Like `open`, but does not read the original or spend a download.
   *
   * @throws ApiError `download_quota_exceeded`.
   */
  async describe(proof: ProofRecord, plan: Plan): Promise<OpenedOriginal | null> {
    const original = await this.#deps.store.find(proof.id);
    if (original === null) return null;
    const at = new Date();
    const used = await this.#downloads.used(proof.accountId, at);
    if (used >= plan.downloadsPerDay) throw noneLeft(plan, at);
    const downloadsRemaining = Math.max(0, plan.downloadsPerDay - used);
    return { original, downloadsRemaining, stream: Readable.from([], { objectMode: false }) };
  }

  /** False when the caller must discard the upload, because it was not the first or expired. */
  async #store(
    proof: ProofRecord,
    plan: Plan,
    file: UploadedFile,
    upload: Pick<OriginalRecord, "objectId" | "proofId" | "accountId">,
    reservedBytes: number,
  ): Promise<boolean> {
    const { store, blobs, keys, log } = this.#deps;
    const content = checkedFile(proof.hash, plan.custodyFileBytes, file.content);
    let sizeBytes = 0;
    const counted = async function* () {
      for await (const piece of content) {
        sizeBytes += piece.length;
        if (sizeBytes > reservedBytes) {
          throw noRoom(plan, await store.usedBytes(proof.accountId));
        }
        yield piece;
      }
    };
    const encryption = encryptOriginal(keys, { ...upload, hash: proof.hash }, counted());
    try {
      await blobs.put(blobName(upload), encryption.ciphertext);
    } catch (error) {
      throw this.#told(error, proof.id);
    }
    const outcome = await store.completeUpload({
      ...upload,
      sizeBytes,
      fileName: originalName(proof, file),
      mimeType: originalType(proof.mimeType, file.mimeType),
      storedAt: new Date(),
      key: encryption.wrapKey(sizeBytes),
    });
    if (outcome === "stored") log.info({ proof: proof.id, sizeBytes }, "original stored");
    return outcome === "stored";
  }

  /**
   * Opens a blob and reads all of it, to check that it is authentic and has the proof's fingerprint.
   *
   * @throws ApiError `integrity_failed`, `unavailable`
   */
  async #openWhole(proof: ProofRecord, original: OriginalRecord, buffer: Uint8Array): Promise<OpenedBlob> {
    let blob: OpenedBlob | undefined;
    try {
      blob = await this.#deps.blobs.open(blobName(original));
      const hash = await this.#deps.hashPlaintext(this.#keyOf(proof, original), blob.read(buffer));
      if (hash !== proof.hash) throw this.#damaged(proof.id, "its fingerprint is another one");
      return blob;
    } catch (error) {
      await blob?.close();
      throw this.#told(error, proof.id);
    }
  }

  /** Throws as `#openWhole`. */
  async *#served(proof: ProofRecord, original: OriginalRecord, blob: OpenedBlob): AsyncGenerator<Uint8Array> {
    try {
      const { key, associatedData, sizeBytes } = this.#keyOf(proof, original);
      const ciphertext = blob.read(new Uint8Array(SERVED_PIECE_BYTES));
      yield* decryptSegments(key, associatedData, sizeBytes, ciphertext);
    } catch (error) {
      throw this.#told(error, proof.id);
    }
  }

  #keyOf(proof: ProofRecord, original: OriginalRecord): OriginalKey {
    return originalKey(this.#deps.keys, { ...original, hash: proof.hash }, original);
  }

  /** The purge repeats whatever fails here. False when the upload was completed, though its answer was lost. */
  async #discard(upload: Pick<OriginalRecord, "objectId" | "proofId" | "accountId">): Promise<boolean> {
    const { store, blobs } = this.#deps;
    try {
      if (!(await store.abandonUpload(upload))) return false;
      await blobs.delete(blobName(upload));
      await store.forgetGarbage([upload]);
    } catch (error) {
      this.#deps.log.warn({ err: error }, "an upload could not be removed; the purge will remove it");
    }
    return true;
  }

  /** The API error for a failure of the blob store. */
  #told(error: unknown, proofId: string): unknown {
    if (error instanceof AuthenticationError || error instanceof BlobDamagedError) {
      return this.#damaged(proofId, error.message);
    }
    if (error instanceof BlobStoreError || error instanceof UnknownCustodyKeyError) {
      this.#deps.log.error({ proof: proofId, err: error }, "custody cannot reach an original");
      return new ApiError("unavailable", "the storage of originals does not answer: try again later", {
        status: 502,
      });
    }
    return error;
  }

  #damaged(proofId: string, reason: string): ApiError {
    this.#deps.log.error({ proof: proofId, reason }, "an original in custody is damaged");
    return new ApiError(
      "integrity_failed",
      "the stored original no longer matches its fingerprint and is not served",
    );
  }
}

/**
 * Passes a file on unchanged, and checks it.
 *
 * @throws ApiError at the first excess byte, or instead of the end when the file is empty or another one.
 */
async function* checkedFile(
  expectedHash: string,
  maxFileBytes: number,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const piece of content) {
    sizeBytes += piece.length;
    if (sizeBytes > maxFileBytes) throw fileTooLarge(maxFileBytes);
    hash.update(piece);
    yield piece;
  }
  if (sizeBytes === 0) throw new ApiError("invalid_request", "the file is empty");
  if (hash.digest("hex") !== expectedHash) {
    throw new ApiError("hash_mismatch", "the file does not have the proof's fingerprint");
  }
}

export function fileTooLarge(maxFileBytes: number): ApiError {
  return new ApiError(
    "file_too_large",
    `this plan allows files of at most ${maxFileBytes} bytes in custody`,
    {
      fields: { max_file_bytes: maxFileBytes },
    },
  );
}

function noRoom({ custodyAccountBytes }: Plan, usedBytes: number, uploadingBytes: number = 0): ApiError {
  const others = uploadingBytes === 0 ? "" : `; uploads in progress take ${uploadingBytes} bytes`;
  return new ApiError(
    "custody_quota_exceeded",
    `the account has not enough custody space left for this file${others}`,
    { fields: { used_bytes: usedBytes, max_account_bytes: custodyAccountBytes } },
  );
}

function noneLeft({ downloadsPerDay }: Plan, at: Date): ApiError {
  return new ApiError(
    "download_quota_exceeded",
    `the account's ${downloadsPerDay} downloads of the day are used up: the allowance is renewed at 00:00 UTC`,
    { headers: { "retry-after": String(secondsToNextUtcDay(at)) } },
  );
}

/** The proof's name, otherwise the upload's. */
function originalName({ name, hash }: ProofRecord, file: UploadedFile): string {
  return name === hash.slice(0, 12) ? (file.fileName ?? name) : name;
}
