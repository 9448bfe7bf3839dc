/** Requests for a timestamp: RFC 3161, section 2.4.1. */
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
import { REQUEST_LIMITS } from "./limits.js";
import { readInteger, readVersion } from "./read-integer.js";
import { readMessageImprint } from "./read-message-imprint.js";
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
