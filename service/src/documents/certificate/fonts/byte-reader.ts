/** Reads numbers, big-endian, one after another. Past the end it throws a RangeError. */
export class ByteReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get offset(): number {
    return this.#offset;
  }

  uint8(): number {
    const byte = this.#bytes[this.#offset++];
    if (byte === undefined) throw new RangeError("the bytes end too early");
    return byte;
  }

  uint16(): number {
    return this.#bytes.readUInt16BE(this.#advance(2));
  }

  int16(): number {
    return this.#bytes.readInt16BE(this.#advance(2));
  }

  uint32(): number {
    return this.#bytes.readUInt32BE(this.#advance(4));
  }

  skip(count: number): void {
    this.#advance(count);
  }

  bytes(count: number): Buffer {
    const start = this.#advance(count);
    if (this.#offset > this.#bytes.length) throw new RangeError("the bytes end too early");
    return this.#bytes.subarray(start, this.#offset);
  }

  text(count: number): string {
    return this.bytes(count).toString("latin1");
  }

  /** What was read from `start` on. */
  since(start: number): Buffer {
    return this.#bytes.subarray(start, this.#offset);
  }

  /** A variable-length number of WOFF 2.0: seven bits a byte, the last below 0x80. */
  uintBase128(): number {
    let value = 0;
    for (let index = 0; index < 5; index++) {
      const byte = this.uint8();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw new RangeError("the number has more than five bytes");
  }

  /** A variable-length number of WOFF 2.0: one byte up to 252, otherwise two or three. */
  uint16Of255(): number {
    const code = this.uint8();
    if (code === 253) return this.uint16();
    if (code === 255) return 253 + this.uint8();
    return code === 254 ? 506 + this.uint8() : code;
  }

  #advance(count: number): number {
    const start = this.#offset;
    this.#offset += count;
    return start;
  }
}
