/** An error in a deflate stream. The readers of ZIP and PDF files map it to codes of their own. */
export class DeflateError extends Error {
  override readonly name = "DeflateError";
  /** `trailing`: the stream ends before its data does. */
  readonly kind: "malformed" | "trailing";

  constructor(kind: DeflateError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
