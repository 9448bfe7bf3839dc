/** The digests that an original can be compared by: SHA-256 for proofs, any of them for a bare RFC 3161 timestamp. */
export const DIGEST_ALGORITHMS = ["SHA-256", "SHA-384", "SHA-512"] as const;
export type DigestAlgorithm = (typeof DIGEST_ALGORITHMS)[number];
