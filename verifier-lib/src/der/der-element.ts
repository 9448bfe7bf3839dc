/**
 * One DER value: a view of the parsed bytes. Child values are created on access, one level at a time, because
 * a tree of all values would take twenty times the memory of the bytes.
 */
import type { WorkBudget } from "@svc-proof/shared/work";

/** A part of the input: from `start` up to and without `end`, in bytes. */
export interface ByteRange {
  /** Offset of the first byte. */
  readonly start: number;
  /** Offset after the last byte. */
  readonly end: number;
}

/** Where values that are read as DER stand in BER. */
export interface Origin {
  readonly bytes: Uint8Array;
  /** By the offset in the DER. */
  readonly ranges: ReadonlyMap<number, ByteRange>;
}

/** Reading one child value, including the work of its caller. */
const UNITS_PER_CHILD = 2;

export class DerElement {
  /** The identifier octet, including class and form. */
  readonly tag: number;
  /** Position of the identifier octet in the whole value, which is DER. */
  readonly offset: number;
  readonly #bytes: Uint8Array;
  readonly #contentStart: number;
  readonly #end: number;
  readonly #work: WorkBudget;
  readonly #origin: Origin | null;
  #children: readonly DerElement[] | null = null;

  /** @param bytes must already be checked from the offset to the end. */
  constructor(
    bytes: Uint8Array,
    offset: number,
    contentStart: number,
    end: number,
    work: WorkBudget,
    origin: Origin | null = null,
  ) {
    this.tag = bytes[offset]!;
    this.offset = offset;
    this.#bytes = bytes;
    this.#contentStart = contentStart;
    this.#end = end;
    this.#work = work;
    this.#origin = origin;
  }

  /** Identifier, length and content. */
  get der(): Uint8Array {
    return this.#bytes.subarray(this.offset, this.#end);
  }

  /** Where the value stands in the input. */
  get range(): ByteRange {
    return this.#origin?.ranges.get(this.offset) ?? { start: this.offset, end: this.#end };
  }

  /** The value as it stands in the input: as `der`, unless that is BER. */
  get given(): Uint8Array {
    if (this.#origin === null) return this.der;
    const { start, end } = this.range;
    return this.#origin.bytes.subarray(start, end);
  }

  get content(): Uint8Array {
    return this.#bytes.subarray(this.#contentStart, this.#end);
  }

  /** The budget for reading the whole value. */
  get work(): WorkBudget {
    return this.#work;
  }

  /**
   * Child values; empty for a value in primitive form.
   *
   * @throws FormatError `work_limit_exceeded`.
   */
  get children(): readonly DerElement[] {
    this.#children ??= this.#isConstructed ? [...this.#eachChild()] : NONE;
    return this.#children;
  }

  get #isConstructed(): boolean {
    return (this.tag & 0x20) !== 0;
  }

  *#eachChild(): Generator<DerElement> {
    const bytes = this.#bytes;
    let at = this.#contentStart;
    while (at < this.#end) {
      this.#work.spend(UNITS_PER_CHILD);
      const first = bytes[at + 1]!;
      let start = at + 2;
      let length = first;
      if (first >= 0x80) {
        length = 0;
        for (const end = start + (first & 0x7f); start < end; start++) length = length * 256 + bytes[start]!;
      }
      yield new DerElement(bytes, at, start, start + length, this.#work, this.#origin);
      at = start + length;
    }
  }
}

const NONE: readonly DerElement[] = [];
