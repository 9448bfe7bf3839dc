/**
 * The part of the `Store` port for originals in custody: which blob is whose, what it takes of the account's space, and
 * how often it was downloaded. The bytes themselves are in the `BlobStore`.
 *
 * A blob of an upload has a name of its own, made of two identifiers: `objectId`, new with every try, and `proofId`.
 * Of all uploads for a proof one at most becomes its original; every other blob, and that of an original whose custody
 * ended, is kept here as garbage until it is known to be deleted, even across crashes.
 *
 * Every method may be repeated. Times are those of the caller.
 */
/** Which blob it is. */
export interface ObjectName {
  readonly objectId: string;
  readonly proofId: string;
}

/** The key of an object, encrypted under a key of custody. */
export interface WrappedKey {
  /** Which key it is encrypted under. */
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
  /** What has to fit in the account's space: for an upload of unknown length, less than `maxBytes`. */
  readonly minBytes: number;
  /** What is taken of the account's space until the upload ends, as far as there is so much. */
  readonly maxBytes: number;
  readonly maxAccountBytes: number;
  /** When the upload expires: it can no longer be completed, and its space is released. */
  readonly expiresAt: Date;
}

export type UploadStart =
  | { readonly outcome: "begun"; readonly reservedBytes: number }
  | {
      readonly outcome: "no_room";
      /** As `CustodyStore.usedBytes`. */
      readonly usedBytes: number;
      /** Space taken by uploads in progress. */
      readonly uploadingBytes: number;
    };

/**
 * `existing`: another upload for the proof was completed before; `expired`: this one counts as dead. In both cases it is
 * to be abandoned.
 */
export type UploadEnd = "stored" | "existing" | "expired";

/** `used`: downloads of the day including this one; the full allowance if none is left. */
export interface DownloadSpending {
  readonly outcome: "spent" | "none_left";
  readonly used: number;
}

export interface CustodyStore {
  /**
   * Takes space of the account, before the first byte is read. What all originals and living uploads of an account take
   * never exceeds its space, with any number of instances and crashes.
   */
  beginUpload(request: UploadRequest): Promise<UploadStart>;
  /**
   * Makes an uploaded blob the proof's original, and settles the space that it takes: that of its size.
   *
   * @throws RangeError when the size exceeds what was reserved.
   */
  completeUpload(original: OriginalRecord): Promise<UploadEnd>;
  /** Gives the space back and makes the blob garbage, whether it is there or not. */
  abandonUpload(upload: ObjectName & { readonly accountId: string }): Promise<void>;
  /** The proof's original; null when it has none. */
  find(proofId: string): Promise<OriginalRecord | null>;
  /** The originals of several proofs, in no order. */
  findAll(proofIds: readonly string[]): Promise<readonly OriginalRecord[]>;
  /** Whether an unexpired upload for the proof is in progress. */
  isUploading(proofId: string, now: Date): Promise<boolean>;
  /** Ends custody: the blob is garbage, and its space is free. False when this is not the proof's original (any more). */
  endCustody(original: ObjectName): Promise<boolean>;
  /** Size of the stored originals of an account in bytes, without uploads in progress. */
  usedBytes(accountId: string): Promise<number>;
  /** Ends expired uploads, at most `limit`. @returns their number. */
  expireUploads(now: Date, limit: number): Promise<number>;
  /** Blobs to be deleted, at most `limit` of them. */
  garbage(limit: number): Promise<readonly ObjectName[]>;
  /** Notes that blobs are gone. */
  forgetGarbage(objects: readonly ObjectName[]): Promise<void>;
  /** Those among some blobs that nothing refers to: no original, no upload, no garbage. */
  unknown(objects: readonly ObjectName[]): Promise<readonly ObjectName[]>;
  /** Originals whose key is encrypted under another key of custody than the given one, at most `limit` of them. */
  wrappedOtherwise(custodyKeyId: string, limit: number): Promise<readonly OriginalRecord[]>;
  /** Replaces the wrapped key of an original. False when the original is gone or already has another key. */
  rewrap(original: OriginalRecord, key: WrappedKey): Promise<boolean>;
  /**
   * Counts a download in the account's UTC day, unless the day's are used up. Exact under concurrency; repeated with the
   * same identifier it counts once.
   */
  spendDownload(
    accountId: string,
    downloadId: string,
    at: Date,
    maxPerDay: number,
  ): Promise<DownloadSpending>;
  downloadsOfDay(accountId: string, moment: Date): Promise<number>;
}
