/** There is no such account, key, proof, batch or order. */
export class NotFoundError extends Error {
  override readonly name = "NotFoundError";
}
