import type { BlobReadRequest } from "./blob-read-request.js";

/** The page's side of `readBlobsThroughPage`: reads each blob that the worker asks for, and transfers its bytes. */
export function answerBlobReads(worker: Pick<Worker, "addEventListener">): void {
  worker.addEventListener("message", ({ data }) => {
    if (!isRequest(data)) return;
    const { blobToRead, port } = data;
    blobToRead.arrayBuffer().then(
      (bytes) => port.postMessage(bytes, [bytes]),
      (error: unknown) => port.postMessage(String(error)),
    );
  });
}

/** The worker sends other messages, too. */
function isRequest(message: unknown): message is BlobReadRequest {
  return (message as Partial<BlobReadRequest> | null)?.blobToRead instanceof Blob;
}
