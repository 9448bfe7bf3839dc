/** What the worker sends to the page: a blob to read, and where the bytes go. */
export interface BlobReadRequest {
  readonly blobToRead: Blob;
  /** Receives an `ArrayBuffer`, or the reason as text if the blob cannot be read. */
  readonly port: MessagePort;
}
