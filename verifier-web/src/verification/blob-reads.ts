/**
 * Blobs that the worker of the single-file page may not read. WebKit gives a page from a disk an opaque origin, and in workers of
 * such an origin it refuses to read any blob, whoever made it (seen in WebKitGTK 2.50). The page itself may read them. So there
 * the methods of blobs ask the page. Slices and composed blobs need no reading and stay as they are.
 */

/** What the worker sends to the page: a blob to read, and where the bytes go. */
export interface BlobReadRequest {
  readonly blobToRead: Blob;
  /** Receives an `ArrayBuffer`, or the reason as text if the blob cannot be read. */
  readonly port: MessagePort;
}

/** Bytes that one request moves: the page holds as many at a time. */
const PIECE_BYTES = 1_048_576;

/** Sends a message to the page. */
export type Post = (message: BlobReadRequest, transfer: Transferable[]) => void;

/**
 * Replaces the methods that read blobs, and puts them back as soon as it is seen that they work here.
 *
 * @param blobs the prototype of blobs.
 * @returns whether blobs can be read here.
 */
export function readBlobsThroughPage(blobs: Blob, post: Post): Promise<boolean> {
  const native = { arrayBuffer: blobs.arrayBuffer, stream: blobs.stream, text: blobs.text };
  const isReadable = native.arrayBuffer.call(new Blob(["?"])).then(
    () => true,
    () => false,
  );
  const read = async (blob: Blob) =>
    (await isReadable) ? native.arrayBuffer.call(blob) : askPage(blob, post);
  Object.assign(blobs, {
    arrayBuffer(this: Blob) {
      return read(this);
    },
    async text(this: Blob) {
      return new TextDecoder().decode(await read(this));
    },
    stream(this: Blob) {
      return piecesOf(this, read);
    },
  });
  void isReadable.then((isSo) => isSo && Object.assign(blobs, native));
  return isReadable;
}

/** Reads a piece when it is wanted. */
function piecesOf(
  blob: Blob,
  read: (blob: Blob) => Promise<ArrayBuffer>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let offset = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        if (offset < blob.size) {
          const piece = new Uint8Array(await read(blob.slice(offset, offset + PIECE_BYTES)));
          offset += piece.length;
          // An empty piece before the end would be asked for for ever.
          if (piece.length === 0) throw new DOMException("The file ends early.", "NotReadableError");
          controller.enqueue(piece);
        }
        if (offset >= blob.size) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** @throws DOMException `NotReadableError`, as the browser's own methods. */
function askPage(blob: Blob, post: Post): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
      port1.close();
      if (typeof data === "string") reject(new DOMException(data, "NotReadableError"));
      else resolve(data);
    };
    post({ blobToRead: blob, port: port2 }, [port2]);
  });
}

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
