/** Hashes of content. A portable proof uses SHA-256; an RFC 3161 timestamp may use any of them. */
export type ContentHashAlgorithm = "SHA-256" | "SHA-384" | "SHA-512";

/** Lower-case hexadecimal of a digest of one of them, which its length tells apart. */
export const CONTENT_HASH: RegExp = /^(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/;
