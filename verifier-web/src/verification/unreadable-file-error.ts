const UNREADABLE_FILE = "UnreadableFileError";

/** A file that could not be read to its end: changed, moved or locked since it was chosen. Says nothing about a proof. */
export class UnreadableFileError extends Error {
  override readonly name: string = UNREADABLE_FILE;
}

/** What rejects on a file's account. @throws UnreadableFileError in its place. */
export async function reading<Value>(value: Promise<Value>): Promise<Value> {
  try {
    return await value;
  } catch (cause) {
    throw new UnreadableFileError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Also of an error that has come from the worker, of which only the name is left. */
export function isUnreadableFile(error: unknown): error is Error {
  return error instanceof Error && error.name === UNREADABLE_FILE;
}
