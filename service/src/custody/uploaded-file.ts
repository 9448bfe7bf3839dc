/** An incoming file: its declared facts and its bytes. */
export interface UploadedFile {
  /** Bounds of the size before the file is read; equal if the size is known. */
  readonly minBytes: number;
  readonly maxBytes: number;
  /** As the upload states; null if it does not. */
  readonly fileName: string | null;
  /** As the upload states, unchecked; null if it does not. */
  readonly mimeType: string | null;
  /**
   * The bytes. They can be read once. Throws BodyTooLargeError, and ApiError `invalid_request` instead of the end when
   * the body is incomplete.
   */
  readonly content: AsyncIterable<Uint8Array>;
}

/** A body without a declared length exceeds the gateway's limit. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}
