/** An input that costs as much as it can, by one thing. */
export interface WorstInput {
  readonly name: string;
  /** @param sizeBytes about, where the kind of input may be as large. */
  make(sizeBytes: number): Uint8Array;
}
