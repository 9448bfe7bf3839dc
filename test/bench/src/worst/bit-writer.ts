/** Writes bits in deflate's order: the least significant first, Huffman codes the other way round. */
export class BitWriter {
  #bytes: Uint8Array = new Uint8Array(1024);
  #length = 0;

  put(value: number, count: number): void {
    if (this.#length + count > 8 * this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    for (let bit = 0; bit < count; bit++, this.#length++) {
      this.#bytes[this.#length >> 3]! |= ((value >> bit) & 1) << (this.#length & 7);
    }
  }

  putCode(code: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit--) this.put(code >> bit, 1);
  }

  get bits(): number {
    return this.#length;
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, Math.ceil(this.#length / 8));
  }
}
