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
