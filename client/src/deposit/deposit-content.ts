/** What can be deposited. */

/**
 * The original: bytes, a `Blob` or `File`, or a function that opens it as a stream, once for each try. A stream itself is
 * not taken, because a retry could not read it again.
 */
export type DepositContent = Uint8Array<ArrayBuffer> | Blob | (() => ReadableStream<Uint8Array>);

/** Options of `deposit`. */
export interface DepositOptions {
  /** The file's media type. Default: the type of a `Blob`, else `application/octet-stream`. */
  readonly mimeType?: string;
  /** Bytes sent so far, of this try. */
  readonly onProgress?: (sentBytes: number) => void;
  readonly signal?: AbortSignal;
}
