/** What an ASiC-S container is made of, and what becomes of it. */

export interface AsicParts {
  /** Null if it is inside `packed`. */
  readonly original: File | null;
  /** Null if it is inside `packed`. */
  readonly seal: File | null;
  /** An evidence package. */
  readonly packed: File | null;
  /** For a timestamp that does not contain its signer's: PEM, or one in DER. */
  readonly certificates: readonly File[];
}

export interface AsicResult {
  /** For the container's file. */
  readonly name: string;
  /** Null if it cannot be made. */
  readonly content: Blob | null;
  /** The library's code that says why not; null if it was made. */
  readonly code: string | null;
}
