/** An error in a deflate stream. The ZIP and PDF readers map it to their own codes. */
export class DeflateError extends Error {
  override readonly name = "DeflateError";
  /** `trailing`: bytes follow the end of the stream. */
  readonly kind: "malformed" | "trailing";

  constructor(kind: DeflateError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
