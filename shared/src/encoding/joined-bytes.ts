/** Fewer enlargements of what is larger. */
const FIRST_BYTES = 4_096;

/** Bytes that come in parts, in one array: kept apart, parts of one byte each take two hundred times their size. */
export class JoinedBytes {
  length = 0;
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  /** Takes a part: its bytes are copied. */
  push(part: Uint8Array): void {
    const end = this.length + part.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.#bytes.length, FIRST_BYTES));
      larger.set(this.bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(part, this.length);
    this.length = end;
  }

  /** What came so far: a view, valid until more comes. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.length);
  }
}
