/** Limits of the parser, checked before it allocates memory. */
export interface DerLimits {
  /** Size of the whole value in bytes. */
  readonly maxBytes: number;
  /** Nesting depth; the outermost value counts 1. */
  readonly maxDepth: number;
  /** Total number of values. */
  readonly maxElements: number;
}
