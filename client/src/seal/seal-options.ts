/** Options of `seal`. */
export interface SealOptions {
  readonly signal?: AbortSignal;
  /** Whether to wait until a pending seal is issued. Default: true. */
  readonly wait?: boolean;
  /** Longest wait for a pending seal, in milliseconds. Default: 600,000. */
  readonly timeoutMs?: number;
}
