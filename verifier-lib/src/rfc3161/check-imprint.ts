import { isSameBytes } from "../der/is-same-bytes.js";
import { digestOf, HASHES, type HashAlgorithm } from "./hash-algorithm.js";
import type { MessageImprint } from "./timestamp-token.js";
import { type Finding, failed, indeterminate } from "./timestamp-verdict.js";

/** The content that must have been timestamped: a digest, or bytes to hash with the algorithm of the token. */
export type ExpectedContent =
  | { readonly imprint: { readonly algorithm: HashAlgorithm; readonly digest: Uint8Array } }
  | { readonly original: Uint8Array };

/** Checks that the token is about this content. */
export function checkImprint(imprint: MessageImprint, expected: ExpectedContent): Finding | null {
  const { algorithm, algorithmOid } = imprint;
  if ("imprint" in expected) {
    const { algorithm: expectedAlgorithm, digest } = expected.imprint;
    if (algorithmOid !== HASHES[expectedAlgorithm].oid) {
      const message = `the token has a digest of ${algorithm ?? algorithmOid}, not of ${expectedAlgorithm}`;
      return failed("imprint_algorithm_mismatch", message);
    }
    if (!isSameBytes(digest, imprint.digest))
      return failed("imprint_mismatch", "the token has the digest of other content");
  } else {
    if (algorithm === null)
      return indeterminate("algorithm_unsupported", `the hash ${algorithmOid} is not known`);
    if (!isSameBytes(digestOf(algorithm, expected.original), imprint.digest)) {
      return failed("imprint_mismatch", "the token has the digest of other content");
    }
  }
  // Two files can have the same SHA-1, so the token could be about either.
  return algorithm === "SHA-1" ? indeterminate("hash_too_weak", "the token has a digest of SHA-1") : null;
}
