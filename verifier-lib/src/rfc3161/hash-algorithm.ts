/** Hashes that a timestamp may be made over, or made with: RFC 5754 and RFC 3370. What is not here is not computed. */
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";

/** Hash algorithms of message imprints. SHA-1 is read, and never accepted. */
export type HashAlgorithm = "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512";

interface HashParameters {
  /** Dotted decimal. */
  readonly oid: string;
  readonly sizeBytes: number;
}

export const HASHES: Readonly<Record<HashAlgorithm, HashParameters>> = {
  "SHA-1": { oid: "1.3.14.3.2.26", sizeBytes: 20 },
  "SHA-256": { oid: "2.16.840.1.101.3.4.2.1", sizeBytes: 32 },
  "SHA-384": { oid: "2.16.840.1.101.3.4.2.2", sizeBytes: 48 },
  "SHA-512": { oid: "2.16.840.1.101.3.4.2.3", sizeBytes: 64 },
};

/** The hash that an object identifier names; null for one that is not known here. */
export function hashOfOid(oid: string): HashAlgorithm | null {
  for (const name of Object.keys(HASHES) as HashAlgorithm[]) if (HASHES[name].oid === oid) return name;
  return null;
}

const FUNCTIONS: Readonly<Record<HashAlgorithm, (bytes: Uint8Array) => Uint8Array>> = {
  "SHA-1": sha1,
  "SHA-256": sha256,
  "SHA-384": sha384,
  "SHA-512": sha512,
};

/** Portable: a page that is not served securely has no cryptography of the platform, and still reads what a token says. */
export function digestOf(algorithm: HashAlgorithm, bytes: Uint8Array): Uint8Array {
  return FUNCTIONS[algorithm](bytes);
}
