/** The unverified parts of a package (ZIP or PDF). */
export interface PackedEvidence {
  /** `svc-proof/2`, byte for byte. */
  readonly proof: Uint8Array;
  /** OpenTimestamps files of the content or of the batch's Merkle root. */
  readonly timestamps: readonly Uint8Array[];
  /** Bitcoin header documents. */
  readonly headers: readonly Uint8Array[];
  /** RFC 3161 response or token, DER. */
  readonly seal: Uint8Array | null;
  /** OpenTimestamps files of the seal. */
  readonly sealTimestamps: readonly Uint8Array[];
  /** What the package says of the trusted list that the seal rests on: `svc-trusted-list-entry/1`. */
  readonly trustedListEntry: Uint8Array | null;
  /** PEM texts of the authority's certificates. Not trusted. */
  readonly certificates: readonly string[];
  /** Revocation lists of the authority, DER. */
  readonly crls: readonly Uint8Array[];
  /** OCSP responses of the authority, DER. */
  readonly ocspResponses: readonly Uint8Array[];
  /** Witnesses of the anchors. */
  readonly witnesses: readonly PackedWitness[];
  /** OpenTimestamps files of the headers in those witnesses. */
  readonly witnessTimestamps: readonly Uint8Array[];
  readonly original: PackedOriginal | null;
  /** A verifier that came with the evidence. It is not run, and nothing rests on it. */
  readonly verifier: PackedVerifier | null;
  /** Names of the parts that no check uses. */
  readonly unchecked: readonly string[];
}

export interface PackedWitness {
  readonly bytes: Uint8Array;
  /** The chain in the name of the entry. */
  readonly chainId: number;
}

export interface PackedVerifier {
  /** Name of the entry. */
  readonly name: string;
  /** SHA-256, lower-case hexadecimal. */
  readonly sha256: string;
}

export interface PackedOriginal {
  /** Full name of the entry, including its folder. */
  readonly name: string;
  /** SHA-256, or in a container the digest by the hash of its token. Lower-case hexadecimal. */
  readonly hash: string;
}
