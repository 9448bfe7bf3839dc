/** The parts of a package (ZIP or PDF), not verified yet. */
export interface PackedEvidence {
  /** `svc-proof/2`, byte for byte. */
  readonly proof: Uint8Array;
  /** OpenTimestamps files of the content, or of the batch's Merkle root. */
  readonly timestamps: readonly Uint8Array[];
  /** Documents of Bitcoin headers. */
  readonly headers: readonly Uint8Array[];
  /** RFC 3161 response or token, DER. */
  readonly seal: Uint8Array | null;
  /** OpenTimestamps files of the seal. */
  readonly sealTimestamps: readonly Uint8Array[];
  /** PEM texts of the authority's certificates, not trusted. */
  readonly certificates: readonly string[];
  readonly original: PackedOriginal | null;
  /** Names of the parts that no check uses. */
  readonly unchecked: readonly string[];
}

export interface PackedOriginal {
  /** Of the entry, with its folder. */
  readonly name: string;
  /** SHA-256, lower-case hexadecimal. */
  readonly hash: string;
}
