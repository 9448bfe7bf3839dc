/** RFC 5280, section 4.1.1.2. */
import type { DerElement } from "../der/der-element.js";
import { DerFields } from "../der/der-fields.js";
import { readObjectIdentifier } from "../der/read-value.js";
import type { AlgorithmIdentifier } from "./certificate.js";

/** @throws FormatError (`DerErrorCode`). */
export function readAlgorithmIdentifier(element: DerElement): AlgorithmIdentifier {
  const fields = new DerFields(element);
  const oid = readObjectIdentifier(fields.required());
  const parameters = fields.optional();
  fields.end();
  return { oid, parameters: parameters === null ? null : parameters.der, der: element.der };
}
