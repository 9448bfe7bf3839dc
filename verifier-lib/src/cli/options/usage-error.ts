/** The arguments are wrong; the message says why. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
