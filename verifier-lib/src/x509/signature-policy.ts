/** Which keys and digests are strong enough. */
export interface SignaturePolicy {
  /** The shortest RSA modulus, in bits; 2,048 if not given. */
  readonly minRsaBits?: number;
  /** Whether signatures over SHA-1 count; no if not given. */
  readonly allowSha1?: boolean;
}
