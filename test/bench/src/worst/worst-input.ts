/** An input that is as expensive as possible, for one reason. */
export interface WorstInput {
  readonly name: string;
  /** @param sizeBytes approximate, if this kind of input can be that large. */
  make(sizeBytes: number): Uint8Array;
}
