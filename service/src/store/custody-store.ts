/**
 * The part of the `Store` port for originals in custody: whose each blob is, how much of the account's space it takes,
 * and how often it was downloaded. The bytes are in the `BlobStore`.
 *
 * Each upload writes a blob of its own, named by two identifiers: `proofId`, and `objectId`, which is new for every
 * attempt. At most one upload of a proof becomes its original. Every other blob, and the blob of an original whose
 * custody ended, is recorded as garbage until it is known to be deleted. The record survives crashes.
 *
 * Every method may be repeated. Times come from the caller.
 */
/** Identifies a blob. */
export interface ObjectName {
  readonly objectId: string;
  readonly proofId: string;
}

/** An object's key, encrypted under a custody key. */
export interface WrappedKey {
  /** The custody key that encrypts it. */
  readonly custodyKeyId: string;
  readonly bytes: Uint8Array;
}

export interface OriginalRecord extends ObjectName {
  readonly accountId: string;
  readonly sizeBytes: number;
  readonly fileName: string;
  readonly mimeType: string;
  readonly storedAt: Date;
  readonly key: WrappedKey;
}

export interface UploadRequest extends ObjectName {
  readonly accountId: string;
  /** The space that the account must have left. For an upload of unknown length it is less than `maxBytes`. */
  readonly minBytes: number;
  /** The space to reserve until the upload ends; less if the account has less left. */
  readonly maxBytes: number;
  readonly maxAccountBytes: number;
  /** When the upload expires. It can then no longer be completed, and its space is released. */
  readonly expiresAt: Date;
}

export type UploadStart =
  | { readonly outcome: "begun"; readonly reservedBytes: number }
  | {
      readonly outcome: "no_room";
      /** As `CustodyStore.usedBytes`. */
      readonly usedBytes: number;
      /** Space reserved by uploads in progress. */
      readonly uploadingBytes: number;
    };

/**
 * `existing`: another upload of the proof was completed first. `expired`: this upload's time is over, or its account was
 * deleted. In both cases the caller must abandon it.
 */
export type UploadEnd = "stored" | "existing" | "expired";

/** `used`: downloads of the day including this one, or the whole allowance if none is left. */
export interface DownloadSpending {
  readonly outcome: "spent" | "none_left";
  readonly used: number;
}

/** What an account keeps in custody. */
export interface CustodyUsage {
  readonly accountId: string;
  readonly originals: number;
  readonly storedBytes: number;
  /** In progress, or expired and not ended yet. */
  readonly uploads: number;
  /** Space that they reserve. */
  readonly uploadingBytes: number;
}

/** What a purge would find. */
export interface Purgeable {
  /** Blobs recorded as garbage. */
  readonly garbage: number;
  /** Uploads to be ended. */
  readonly expiredUploads: number;
}

export interface CustodyStore {
  /**
   * Reserves space of the account before the first byte is read. All originals and unexpired uploads of an account
   * together never exceed its space, with any number of instances and after any crash.
   */
  beginUpload(request: UploadRequest): Promise<UploadStart>;
  /**
   * Makes an uploaded blob the proof's original. From then on it takes exactly its size of the account's space.
   *
   * @throws RangeError when the size exceeds what was reserved.
   */
  completeUpload(original: OriginalRecord): Promise<UploadEnd>;
  /** Releases the space and makes the blob garbage, whether or not the blob exists. */
  abandonUpload(upload: ObjectName & { readonly accountId: string }): Promise<void>;
  /** The proof's original; null when it has none. */
  find(proofId: string): Promise<OriginalRecord | null>;
  /** The originals of several proofs, in no order. */
  findAll(proofIds: readonly string[]): Promise<readonly OriginalRecord[]>;
  /** Whether an unexpired upload for the proof is in progress. */
  isUploading(proofId: string, now: Date): Promise<boolean>;
  /**
   * Ends custody: the blob becomes garbage and its space is released. False when this blob is not, or no longer, the
   * proof's original.
   */
  endCustody(original: ObjectName): Promise<boolean>;
  /** Size of the stored originals of an account in bytes, without uploads in progress. */
  usedBytes(accountId: string): Promise<number>;
  /** The use of several accounts, in no order; those that use nothing are left out. */
  usageOf(accountIds: readonly string[]): Promise<readonly CustodyUsage[]>;
  /**
   * A page of an account's originals, in the order of `objectId`.
   *
   * @param after the `objectId` after which the page begins; null for the first page.
   */
  originalsOf(accountId: string, limit: number, after: string | null): Promise<readonly OriginalRecord[]>;
  purgeable(now: Date): Promise<Purgeable>;
  /** Ends expired uploads, at most `limit`. @returns their number. */
  expireUploads(now: Date, limit: number): Promise<number>;
  /** Blobs to delete, at most `limit` of them. */
  garbage(limit: number): Promise<readonly ObjectName[]>;
  /** Records that blobs were deleted. */
  forgetGarbage(objects: readonly ObjectName[]): Promise<void>;
  /** Those of the given blobs that no original, upload or garbage record refers to. */
  unknown(objects: readonly ObjectName[]): Promise<readonly ObjectName[]>;
  /** Originals whose key is encrypted under another custody key than the given one, at most `limit` of them. */
  wrappedOtherwise(custodyKeyId: string, limit: number): Promise<readonly OriginalRecord[]>;
  /** Replaces the wrapped key of an original. False when the original is gone or already has another key. */
  rewrap(original: OriginalRecord, key: WrappedKey): Promise<boolean>;
  /**
   * Counts a download in the account's UTC day, unless the day's allowance is used up. The count is exact under
   * concurrency. The same identifier counts once.
   */
  spendDownload(
    accountId: string,
    downloadId: string,
    at: Date,
    maxPerDay: number,
  ): Promise<DownloadSpending>;
  downloadsOfDay(accountId: string, moment: Date): Promise<number>;
}
