/** Identifiers of algorithms: RFC 5280, section 4.1.1.2. */
import type { DerElement } from "../der/der-element.js";
import { DerFields } from "../der/der-fields.js";
import { isSameBytes } from "../der/is-same-bytes.js";
import { readBitStringBytes, readObjectIdentifier } from "../der/read-value.js";
import { TAG } from "../der/tag.js";
import type { AlgorithmIdentifier, SubjectPublicKeyInfo } from "./certificate.js";

/** @throws FormatError (`DerErrorCode`). */
export function readAlgorithmIdentifier(element: DerElement): AlgorithmIdentifier {
  const fields = new DerFields(element);
  const oid = readObjectIdentifier(fields.required());
  const parameters = fields.optional();
  fields.end();
  return { oid, parameters: parameters === null ? null : parameters.der, der: element.der };
}

/** Whether two are the same, both in DER: NULL says what the absence of parameters says (RFC 4055, section 2.1). */
export function isSameAlgorithm(a: Uint8Array, b: Uint8Array): boolean {
  return isSameBytes(withoutNull(a), withoutNull(b));
}

/** What stands between the header and a NULL, all of short lengths; any other value as it is. */
function withoutNull(der: Uint8Array): Uint8Array {
  const end = 4 + der[3]!;
  if (der.length === end) return der.subarray(2);
  return der.length === end + 2 && der[end] === TAG.null ? der.subarray(2, end) : der;
}

/**
 * Does not parse the key itself.
 *
 * @throws FormatError (`DerErrorCode`).
 */
export function readSubjectPublicKeyInfo(element: DerElement): SubjectPublicKeyInfo {
  const fields = new DerFields(element);
  const algorithm = readAlgorithmIdentifier(fields.required());
  const publicKey = readBitStringBytes(fields.required());
  fields.end();
  return { der: element.der, algorithm, publicKey };
}
