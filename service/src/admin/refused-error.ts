/** A rule forbids what the command asks for. Nothing was changed. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}
