/** An incoming file: its declared facts and its bytes. */
export interface UploadedFile {
  /** Bounds of its size, as far as it is known before it is read; the same where it is known. */
  readonly minBytes: number;
  readonly maxBytes: number;
  /** As the upload says; null where it does not. */
  readonly fileName: string | null;
  /** As the upload says, unchecked; null where it does not. */
  readonly mimeType: string | null;
  /**
   * The bytes, to be read once. Throws ApiError `invalid_request` in place of the end when the body is not whole, and
   * BodyTooLargeError.
   */
  readonly content: AsyncIterable<Uint8Array>;
}

/** A body without a length turned out larger than the gateway lets one be. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}
