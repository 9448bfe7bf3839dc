/**
 * One value of DER: a view of the bytes it was read from. The values inside are made when they are asked for, one level
 * at a time: a tree of every value would take twenty times the memory of the bytes.
 */
import type { WorkBudget } from "@svc-proof/shared/work";

/** Reading one value inside another, with what its reader makes of it. */
const UNITS_PER_CHILD = 2;

export class DerElement {
  /** The identifier octet, with class and form. */
  readonly tag: number;
  /** Bytes before the identifier octet, from the start of the whole value. */
  readonly offset: number;
  readonly #bytes: Uint8Array;
  readonly #contentStart: number;
  readonly #end: number;
  readonly #work: WorkBudget;
  #children: readonly DerElement[] | null = null;

  /** @param bytes have been checked from the offset to the end. */
  constructor(bytes: Uint8Array, offset: number, contentStart: number, end: number, work: WorkBudget) {
    this.tag = bytes[offset]!;
    this.offset = offset;
    this.#bytes = bytes;
    this.#contentStart = contentStart;
    this.#end = end;
    this.#work = work;
  }

  /** Identifier, length and content. */
  get der(): Uint8Array {
    return this.#bytes.subarray(this.offset, this.#end);
  }

  get content(): Uint8Array {
    return this.#bytes.subarray(this.#contentStart, this.#end);
  }

  /** The budget that the whole value is read on. */
  get work(): WorkBudget {
    return this.#work;
  }

  /**
   * Values inside; none in a value of simple form.
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
      yield new DerElement(bytes, at, start, start + length, this.#work);
      at = start + length;
    }
  }
}

const NONE: readonly DerElement[] = [];
