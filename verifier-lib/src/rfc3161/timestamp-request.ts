/** Requests for a timestamp: RFC 3161, section 2.4.1. */
import { encodeDer, encodeObjectIdentifier, encodeUnsignedInteger } from "../der/encode-der.js";
import {
  contextConstructed,
  DerFields,
  parseDerCopy,
  readBoolean,
  readObjectIdentifier,
  TAG,
} from "../der/index.js";
import type { Extension } from "../x509/certificate.js";
import { readExtensions } from "../x509/read-extensions.js";
import { HASHES, type HashAlgorithm } from "./hash-algorithm.js";
import { MAX_NONCE_BYTES, REQUEST_LIMITS } from "./limits.js";
import { readInteger, readMessageImprint, readVersion } from "./parse-tst-info.js";
import type { MessageImprint } from "./timestamp-token.js";

/** The fields of a `TimeStampReq` (RFC 3161, section 2.4.1). */
export interface TimestampRequest {
  readonly imprint: MessageImprint;
  /** Dotted decimal; null for any policy. */
  readonly policy: string | null;
  /** Content of the INTEGER; null where there is none. */
  readonly nonce: Uint8Array | null;
  /** Whether the token must contain the certificate of its signer. */
  readonly certReq: boolean;
  readonly extensions: readonly Extension[];
}

/**
 * Reads a `TimeStampReq`, at most 16 kB.
 *
 * @throws FormatError (`Rfc3161ErrorCode`) when the bytes are not one, or not strict DER.
 */
export function parseTimestampRequest(der: Uint8Array): TimestampRequest {
  const fields = new DerFields(parseDerCopy(der, REQUEST_LIMITS));
  readVersion(fields.required());
  const imprint = readMessageImprint(fields.required());
  const policy = fields.optional(TAG.objectIdentifier);
  const nonce = fields.optional(TAG.integer);
  const certReq = fields.optional(TAG.boolean);
  const extensions = fields.optional(contextConstructed(0));
  fields.end();
  return {
    imprint,
    policy: policy === null ? null : readObjectIdentifier(policy),
    nonce: nonce === null ? null : readInteger(nonce),
    certReq: certReq !== null && readBoolean(certReq),
    extensions: extensions === null ? [] : readExtensions(extensions, contextConstructed(0)),
  };
}

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
  if (nonce !== undefined && (nonce.length === 0 || nonce.length > MAX_NONCE_BYTES)) {
    throw new RangeError(`"nonce" expected 1 to ${MAX_NONCE_BYTES} bytes, got ${nonce.length}`);
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
