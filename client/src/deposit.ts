/** Deposits an original. */

// What can be deposited.

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

/** The body of a deposit, for one try. */
const PART_BYTES = 65_536;

/**
 * A stream over the content, which tells what the platform has taken.
 *
 * @param onTaken bytes so far.
 * @param onError what opening or reading the content throws.
 * @throws TypeError if the content is of no kind that can be sent again.
 */
export function openBody(
  content: DepositContent,
  onTaken: (bytes: number) => void,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  let taken = 0;
  const told = (error: unknown): never => {
    onError(error);
    throw error;
  };
  const reader = opened(content, told).getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch(told);
        if (done) return controller.close();
        controller.enqueue(value);
        taken += value.length;
        onTaken(taken);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function opened(content: DepositContent, told: (error: unknown) => never): ReadableStream<Uint8Array> {
  try {
    return streamOf(content);
  } catch (error) {
    return told(error);
  }
}

function streamOf(content: DepositContent): ReadableStream<Uint8Array> {
  if (typeof content === "function") return content();
  return content instanceof Uint8Array ? partsOf(content) : content.stream();
}

function partsOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(at, at + PART_BYTES));
        at += PART_BYTES;
      },
    },
    { highWaterMark: 0 },
  );
}

/** @throws TypeError if it is no content. */
export function checkContent(content: DepositContent): void {
  if (typeof content === "function" || content instanceof Uint8Array || content instanceof Blob) return;
  throw new TypeError(`"content" expected Uint8Array, Blob or a function that opens a stream`);
}
