/** Random access to the bytes of a package, whose original may be larger than memory. */
import { unlessAborted } from "../work/work.js";
import { isBlob, UnreadableInputError } from "./hash-content.js";

export { isBlob, UnreadableInputError };

/**
 * A file of any size. `svc-verify` and `@svc-proof/verifier-lib/node` create one from a path. Callers may
 * implement others.
 */
export interface RandomAccess {
  /** Size of the whole. */
  readonly sizeBytes: number;
  /**
   * Exactly `length` bytes from `offset`. Both are inside the file. The bytes are kept: a later call must not change them.
   *
   * @throws any error of the medium.
   */
  read(offset: number, length: number): Promise<Uint8Array>;
}

export function isRandomAccess(value: unknown): value is RandomAccess {
  if (typeof value !== "object" || value === null) return false;
  const { sizeBytes, read } = value as Partial<RandomAccess>;
  return typeof read === "function" && Number.isSafeInteger(sizeBytes) && sizeBytes! >= 0;
}

/**
 * Random access to bytes, to a `Blob`, or to a caller's implementation, whose results are checked.
 *
 * @param signal ends waiting for a medium that does not respond: `read` then throws the abort reason.
 */
export function randomAccess(
  input: Uint8Array | Blob | RandomAccess,
  signal?: AbortSignal | undefined,
): RandomAccess {
  if (input instanceof Uint8Array) {
    return {
      sizeBytes: input.length,
      read: async (offset, length) => input.subarray(offset, offset + length),
    };
  }
  if (isBlob(input)) {
    const file: RandomAccess = {
      sizeBytes: input.size,
      read: async (offset, length) =>
        new Uint8Array(await input.slice(offset, offset + length).arrayBuffer()),
    };
    return checked(file, signal);
  }
  return checked(input, signal);
}

/** A file that is truncated or removed while being read must not look like a different file. */
function checked(file: RandomAccess, signal: AbortSignal | undefined): RandomAccess {
  return {
    sizeBytes: file.sizeBytes,
    async read(offset, length) {
      let bytes: unknown;
      try {
        // A caller's implementation may return a plain value instead of a promise.
        bytes = await unlessAborted(Promise.resolve(file.read(offset, length)), signal);
      } catch (cause) {
        signal?.throwIfAborted();
        throw new UnreadableInputError(cause instanceof Error ? cause.message : String(cause), { cause });
      }
      if (!(bytes instanceof Uint8Array) || bytes.length !== length) {
        throw new UnreadableInputError(`expected ${length} bytes at ${offset}`);
      }
      return bytes;
    },
  };
}
