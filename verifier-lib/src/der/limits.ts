/** Limits of the parser, checked before memory is allocated. */
export interface DerLimits {
  /** Bytes of the whole value. */
  readonly maxBytes: number;
  /** Values inside one another; the outermost counts 1. */
  readonly maxDepth: number;
  /** Values in all. */
  readonly maxElements: number;
}
