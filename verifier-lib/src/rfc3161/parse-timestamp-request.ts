/** Reads what an authority is asked: RFC 3161, section 2.4.1. */
import {
  contextConstructed,
  DerFields,
  parseDerCopy,
  readBoolean,
  readObjectIdentifier,
  TAG,
} from "../der/index.js";
import { readExtensions } from "../x509/read-extensions.js";
import { REQUEST_LIMITS } from "./limits.js";
import { readInteger } from "./read-integer.js";
import { readMessageImprint } from "./read-message-imprint.js";
import { readVersion } from "./read-version.js";
import type { TimestampRequest } from "./timestamp-request.js";

/**
 * Reads a `TimeStampReq`, at most 16 kB.
 *
 * @throws FormatError (`Rfc3161ErrorCode`) when it is none, or no strict DER to the last byte.
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
