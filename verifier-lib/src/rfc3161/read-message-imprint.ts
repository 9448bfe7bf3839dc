/** `MessageImprint`, of requests and tokens alike: RFC 3161, section 2.4.1. */
import { FormatError } from "@svc-proof/shared/encoding";
import { type DerElement, DerFields, TAG } from "../der/index.js";
import { readAlgorithmIdentifier } from "../x509/read-algorithm-identifier.js";
import type { Rfc3161ErrorCode } from "./error-code.js";
import { HASHES, hashOfOid } from "./hash-algorithm.js";
import type { MessageImprint } from "./timestamp-token.js";

/** The digest of an algorithm that is not known here: none in use is longer. */
const MAX_DIGEST_BYTES = 64;

/** @throws FormatError (`Rfc3161ErrorCode`). */
export function readMessageImprint(element: DerElement): MessageImprint {
  const fields = new DerFields(element);
  const { oid } = readAlgorithmIdentifier(fields.required());
  const hashed = fields.required(TAG.octetString);
  fields.end();
  const algorithm = hashOfOid(oid);
  const digest = hashed.content;
  const isRightLength =
    algorithm === null
      ? digest.length > 0 && digest.length <= MAX_DIGEST_BYTES
      : digest.length === HASHES[algorithm].sizeBytes;
  if (!isRightLength) {
    const code: Rfc3161ErrorCode = "tsp_imprint_length";
    throw new FormatError(
      code,
      `expected a digest of ${algorithm ?? oid}, got ${digest.length} bytes`,
      hashed.offset,
    );
  }
  return { algorithmOid: oid, algorithm, digest };
}
