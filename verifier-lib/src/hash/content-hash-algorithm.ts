/** Hashes under which a content may be stated: a portable proof's is SHA-256; an RFC 3161 timestamp names its own. */
export type ContentHashAlgorithm = "SHA-256" | "SHA-384" | "SHA-512";

/** Lower-case hexadecimal of a digest of one of them, which its length tells apart. */
export const CONTENT_HASH: RegExp = /^(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/;
