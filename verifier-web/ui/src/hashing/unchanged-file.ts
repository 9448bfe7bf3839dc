/** Bytes of a file that has not changed. */

const UNREADABLE_FILE = "UnreadableFileError";

/** A file could not be read to its end: it was changed, moved or locked since it was chosen. Says nothing about a proof. */
export class UnreadableFileError extends Error {
  override readonly name: string = UNREADABLE_FILE;
}

/** Turns a rejected read into an error of its own. @throws UnreadableFileError. */
export async function reading<Value>(value: Promise<Value>): Promise<Value> {
  try {
    return await value;
  } catch (cause) {
    throw new UnreadableFileError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Recognises the error by its name, since an error from the worker loses its class. */
export function isUnreadableFile(error: unknown): error is Error {
  return error instanceof Error && error.name === UNREADABLE_FILE;
}

// Whether a file is still the one that was chosen. Browsers freeze its size and time, but not its content.
//
// Chromium compares the time of the file on the disk, to the microsecond, whenever a read begins, and refuses a file that was
// written to (seen in 156, which does not notice a time that was set back exactly). Firefox 153 reads on, whatever was
// written. So elsewhere than in Chromium, what was read is read again.

interface BrandedNavigator {
  readonly userAgentData?: { readonly brands?: readonly { readonly brand: string }[] };
}

/** Whether a read of a file that was written to fails. False where that is not known, as in an insecure context. */
export function refusesChangedFiles(): boolean {
  const { userAgentData } = (globalThis.navigator ?? {}) as BrandedNavigator;
  return userAgentData?.brands?.some(({ brand }) => brand === "Chromium") === true;
}

/**
 * Opens a file anew, and reads its first byte and its last.
 *
 * @throws UnreadableFileError if the browser refuses, or the file is shorter than it was.
 */
export async function expectReadable(file: Blob): Promise<void> {
  if (file.size === 0) return;
  for (const at of [0, file.size - 1]) {
    const { byteLength } = await reading(file.slice(at, at + 1).arrayBuffer());
    if (byteLength !== 1) throw new UnreadableFileError("the file is shorter than it was");
  }
}

/**
 * All bytes of a document.
 *
 * @throws UnreadableFileError, also if the file is written to meanwhile.
 */
export async function readBytes(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await reading(file.arrayBuffer()));
  await expectBytes(file, bytes);
  return bytes;
}

/** @throws UnreadableFileError if the file does not have these bytes. */
export async function expectBytes(file: Blob, bytes: Uint8Array): Promise<void> {
  const again = new Uint8Array(await reading(file.arrayBuffer()));
  const isSame = again.length === bytes.length && again.every((byte, at) => byte === bytes[at]);
  if (!isSame || bytes.length !== file.size) {
    throw new UnreadableFileError("the file changed while it was read");
  }
}
