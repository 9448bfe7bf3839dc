/** RFC 5280, section 4.1.2.7. */
import type { DerElement } from "../der/der-element.js";
import { DerFields } from "../der/der-fields.js";
import { readBitStringBytes } from "../der/read-value.js";
import type { SubjectPublicKeyInfo } from "./certificate.js";
import { readAlgorithmIdentifier } from "./read-algorithm-identifier.js";

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
