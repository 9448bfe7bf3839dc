/** Writes what an authority is asked: RFC 3161, section 2.4.1. */

import { encodeDer, encodeObjectIdentifier, encodeUnsignedInteger } from "../der/encode-der.js";
import { TAG } from "../der/index.js";
import { HASHES, type HashAlgorithm } from "./hash-algorithm.js";
import { MAX_INTEGER_BYTES } from "./limits.js";

/** Parameters of `encodeTimestampRequest`. */
export interface EncodeTimestampRequestParameters {
  readonly hashAlgorithm: HashAlgorithm;
  /** As long as the algorithm gives. */
  readonly digest: Uint8Array;
  /** Big-endian bytes of a number that is not negative, at most 64; RFC 3161 asks for at least 64 random bits. */
  readonly nonce?: Uint8Array;
  /** Dotted decimal. */
  readonly policy?: string;
  /** Whether the token shall carry the certificate of its signer. Default: yes. */
  readonly certReq?: boolean;
}

/**
 * DER of a `TimeStampReq`.
 *
 * @throws RangeError on a digest of the wrong length, a nonce of no or too many bytes, a policy that is no identifier.
 */
export function encodeTimestampRequest(parameters: EncodeTimestampRequestParameters): Uint8Array {
  const { hashAlgorithm, digest, nonce, policy, certReq = true } = parameters;
  const { oid, sizeBytes } = HASHES[hashAlgorithm];
  if (digest.length !== sizeBytes) {
    throw new RangeError(`"digest" expected ${sizeBytes} bytes of ${hashAlgorithm}, got ${digest.length}`);
  }
  if (nonce !== undefined && (nonce.length === 0 || nonce.length > MAX_INTEGER_BYTES)) {
    throw new RangeError(`"nonce" expected 1 to ${MAX_INTEGER_BYTES} bytes, got ${nonce.length}`);
  }
  const algorithm = encodeDer(TAG.sequence, encodeObjectIdentifier(oid), encodeDer(TAG.null));
  return encodeDer(
    TAG.sequence,
    encodeUnsignedInteger(Uint8Array.of(1)),
    encodeDer(TAG.sequence, algorithm, encodeDer(TAG.octetString, digest)),
    ...(policy === undefined ? [] : [encodeObjectIdentifier(policy)]),
    ...(nonce === undefined ? [] : [encodeUnsignedInteger(nonce)]),
    // FALSE is the default, which DER leaves out.
    ...(certReq ? [encodeDer(TAG.boolean, Uint8Array.of(0xff))] : []),
  );
}
