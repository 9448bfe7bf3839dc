/**
 * Custody of originals: docs/design/custody.md. Bytes go through it and are never held: on their way in they are hashed,
 * encrypted and stored at once, and become the proof's original only when the hash is the proof's; on their way out they
 * are read twice: first to see that all of them are what was stored and have the proof's fingerprint, then to serve them.
 */
import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { Plan } from "../accounts/plans.js";
import { ApiError } from "../api-error.js";
import {
  BlobDamagedError,
  type BlobStore,
  BlobStoreError,
  type OpenedBlob,
} from "../clients/blobs/blob-store.js";
import type { JobLog } from "../jobs/job-log.js";
import type { CustodyStore, OriginalRecord } from "../store/custody-store.js";
import type { ProofRecord } from "../store/store.js";
import { blobName } from "./blob-name.js";
import { BufferPool } from "./buffer-pool.js";
import { type CustodyKeys, UnknownCustodyKeyError } from "./custody-keys.js";
import { decryptOriginal, encryptOriginal } from "./object-encryption.js";
import { originalType } from "./original-type.js";
import { AuthenticationError } from "./segmented-aead.js";
import type { UploadedFile } from "./uploaded-file.js";

/** Blobs that are read to their end at once, so that one waits for its bytes while another is deciphered. */
const AUTHENTICATED_AT_ONCE = 4;

/** What is read at once: large where few do so, small where each of many downloads holds one. */
const AUTHENTICATED_PIECE_BYTES = 524_288;
const SERVED_PIECE_BYTES = 262_144;

export interface CustodyDeps {
  readonly store: CustodyStore;
  readonly blobs: BlobStore;
  readonly keys: CustodyKeys;
  readonly log: JobLog;
  /** Time after which an upload that did not end counts as dead. */
  readonly uploadMs: number;
}

/** An original, ready to be served. */
export interface OpenedOriginal {
  readonly original: OriginalRecord;
  /** Downloads left in the account's UTC day, this one spent. */
  readonly downloadsRemaining: number;
  /**
   * The bytes, `original.sizeBytes` of them. All were authentic just before, and had the proof's fingerprint. Each segment
   * is authenticated once more: where that fails, the stream is destroyed with an error before it. It holds a file until it
   * is read to its end or destroyed, which is its owner's to do.
   */
  readonly stream: Readable;
}

export class Custody {
  readonly #deps: CustodyDeps;
  readonly #authenticating = new BufferPool(AUTHENTICATED_AT_ONCE, AUTHENTICATED_PIECE_BYTES);

  constructor(deps: CustodyDeps) {
    this.#deps = deps;
  }

  /**
   * Takes an original in, or checks it against the one that is there.
   *
   * @returns false when it was there already.
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
      expiresAt: new Date(Date.now() + this.#deps.uploadMs),
    });
    if (start.outcome === "no_room") throw noRoom(plan, start.usedBytes, start.uploadingBytes);
    try {
      const stored = await this.#store(proof, plan, file, upload, start.reservedBytes);
      if (stored) return true;
    } catch (error) {
      await this.#discard(upload);
      throw error;
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
    if ((await store.downloadsOfDay(accountId, at)) >= plan.downloadsPerDay) throw noneLeft(plan);
    const blob = await this.#authenticating.lend((buffer) => this.#openWhole(proof, original, buffer));
    try {
      const spending = await store.spendDownload(accountId, randomUUID(), at, plan.downloadsPerDay);
      if (spending.outcome === "none_left") throw noneLeft(plan);
      const stream = Readable.from(this.#served(proof, original, blob), { objectMode: false });
      // Of a stream that was never read its generator knows nothing.
      stream.once("close", () => void blob.close().catch(() => {}));
      return { original, downloadsRemaining: Math.max(0, plan.downloadsPerDay - spending.used), stream };
    } catch (error) {
      await blob.close();
      throw error;
    }
  }

  /** What `open` would give, without reading the original and without spending a download. */
  async describe(proof: ProofRecord, plan: Plan): Promise<OpenedOriginal | null> {
    const original = await this.#deps.store.find(proof.id);
    if (original === null) return null;
    const used = await this.#deps.store.downloadsOfDay(proof.accountId, new Date());
    const downloadsRemaining = Math.max(0, plan.downloadsPerDay - used);
    return { original, downloadsRemaining, stream: Readable.from([], { objectMode: false }) };
  }

  /** False when the upload is to be discarded, because it is not the first or came too late. */
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
   * Opens a blob and reads the whole of it: it is what was encrypted, and has the proof's fingerprint.
   *
   * @throws ApiError `integrity_failed`, `unavailable`
   */
  async #openWhole(proof: ProofRecord, original: OriginalRecord, buffer: Uint8Array): Promise<OpenedBlob> {
    let blob: OpenedBlob | undefined;
    try {
      blob = await this.#deps.blobs.open(blobName(original));
      const hash = createHash("sha256");
      for await (const piece of this.#plaintext(proof, original, blob, buffer)) hash.update(piece);
      if (hash.digest("hex") !== proof.hash) throw this.#damaged(proof.id, "its fingerprint is another one");
      return blob;
    } catch (error) {
      await blob?.close();
      throw this.#told(error, proof.id);
    }
  }

  /** Throws as `#openWhole`. */
  async *#served(proof: ProofRecord, original: OriginalRecord, blob: OpenedBlob): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#plaintext(proof, original, blob, new Uint8Array(SERVED_PIECE_BYTES));
    } catch (error) {
      throw this.#told(error, proof.id);
    }
  }

  #plaintext(
    proof: ProofRecord,
    original: OriginalRecord,
    blob: OpenedBlob,
    buffer: Uint8Array,
  ): AsyncIterable<Uint8Array> {
    const identity = { ...original, hash: proof.hash };
    return decryptOriginal(this.#deps.keys, identity, original, blob.read(buffer));
  }

  /** Whatever fails here is the purge's to do. */
  async #discard(upload: Pick<OriginalRecord, "objectId" | "proofId" | "accountId">): Promise<void> {
    const { store, blobs } = this.#deps;
    try {
      await store.abandonUpload(upload);
      await blobs.delete(blobName(upload));
      await store.forgetGarbage([upload]);
    } catch (error) {
      this.#deps.log.warn({ err: error }, "an upload could not be removed; the purge will remove it");
    }
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
 * A file on its way: passed on as it is.
 *
 * @throws ApiError at the first byte too many, or in place of the end when it is empty or another file.
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

function noneLeft({ downloadsPerDay }: Plan): ApiError {
  return new ApiError(
    "download_quota_exceeded",
    `the account's ${downloadsPerDay} downloads of the day are used up: the allowance is renewed at 00:00 UTC`,
  );
}

/** The proof's name, or else the upload's. */
function originalName({ name, hash }: ProofRecord, file: UploadedFile): string {
  return name === hash.slice(0, 12) ? (file.fileName ?? name) : name;
}
