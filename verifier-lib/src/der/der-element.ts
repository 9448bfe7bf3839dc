/** One value of DER and those inside it: a view of the bytes it was read from. */
export class DerElement {
  /** The identifier octet, with class and form. */
  readonly tag: number;
  /** Bytes before the identifier octet, from the start of the whole value. */
  readonly offset: number;
  /** Values inside; none in a value of simple form. */
  readonly children: readonly DerElement[];
  readonly #bytes: Uint8Array;
  readonly #contentStart: number;
  readonly #end: number;

  constructor(
    bytes: Uint8Array,
    offset: number,
    contentStart: number,
    end: number,
    children: readonly DerElement[],
  ) {
    this.tag = bytes[offset]!;
    this.offset = offset;
    this.children = children;
    this.#bytes = bytes;
    this.#contentStart = contentStart;
    this.#end = end;
  }

  /** Identifier, length and content. */
  get der(): Uint8Array {
    return this.#bytes.subarray(this.offset, this.#end);
  }

  get content(): Uint8Array {
    return this.#bytes.subarray(this.#contentStart, this.#end);
  }
}
