/** Bounds on what is read. Each is checked before any memory is taken for what it counts. */
export interface DerLimits {
  /** Bytes of the whole value. */
  readonly maxBytes: number;
  /** Values inside one another; the outermost counts 1. */
  readonly maxDepth: number;
  /** Values in all. */
  readonly maxElements: number;
}
