/** What is registered. */

export interface Registration {
  /** SHA-256 of the file, 64 lower-case hexadecimal characters: `hashFile`. */
  readonly hash: string;
  /** Display name, at most 200 characters. Default: the start of the fingerprint. */
  readonly name?: string;
  /** Kept and never published; at most 4,096 bytes as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Bytes of the file. Informational. */
  readonly size?: number;
  readonly mimeType?: string;
  /** Whether to buy the seal too, which spends one unit. */
  readonly qualified?: boolean;
}
