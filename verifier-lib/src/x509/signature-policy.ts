/** Which keys and hashes are strong enough. */
export interface SignaturePolicy {
  /** The shortest RSA modulus, in bits. Default: 2,048. */
  readonly minRsaBits?: number;
  /** Whether signatures with SHA-1 are accepted. Default: no. */
  readonly allowSha1?: boolean;
}
