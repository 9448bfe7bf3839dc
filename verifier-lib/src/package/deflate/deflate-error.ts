/** Why a deflate stream is refused. Readers of archives and of PDF files give it a code of their own. */
export class DeflateError extends Error {
  override readonly name = "DeflateError";
  /** `trailing`: the stream ends before its data does. */
  readonly kind: "malformed" | "trailing";

  constructor(kind: DeflateError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
