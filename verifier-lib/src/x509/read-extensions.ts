/** Reads the extensions of a certificate, a revocation list, an entry of a list, or an OCSP response. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { WorkBudget } from "@svc-proof/shared/work";
import type { DerElement } from "../der/der-element.js";
import { DerFields, expectTag } from "../der/der-fields.js";
import type { DerLimits } from "../der/limits.js";
import { parseDer } from "../der/parse-der.js";
import { readBoolean, readObjectIdentifier } from "../der/read-value.js";
import { TAG } from "../der/tag.js";
import { isWorkLimit } from "../work/is-work-limit.js";
import type { Extension } from "./certificate.js";
import { CERTIFICATE_LIMITS } from "./limits.js";

/**
 * RFC 5280, section 4.1.2.9.
 *
 * @param tag the tag of the list. Default: SEQUENCE.
 * @throws FormatError (`x509_extension_duplicate`, `x509_extension_malformed`, `DerErrorCode`).
 */
export function readExtensions(element: DerElement, tag: number = TAG.sequence): Extension[] {
  expectTag(element, tag);
  if (element.children.length === 0) {
    throw new FormatError("x509_extension_malformed", "expected an extension", element.offset);
  }
  const seen = new Set<string>();
  return element.children.map((child) => {
    const fields = new DerFields(child);
    const oid = readObjectIdentifier(fields.required());
    const critical = fields.optional(TAG.boolean);
    const value = fields.required(TAG.octetString).content;
    fields.end();
    if (seen.has(oid)) throw new FormatError("x509_extension_duplicate", oid, child.offset);
    seen.add(oid);
    return { oid, isCritical: critical !== null && readBoolean(critical), value };
  });
}

interface ReadExtensionOptions {
  readonly limits?: DerLimits;
  readonly work?: WorkBudget | undefined;
}

/**
 * Reads the value of one extension; null if absent.
 *
 * @throws FormatError (`x509_extension_malformed`) with the underlying error as its cause.
 */
export function readExtension<Value>(
  extensions: readonly Extension[],
  oid: string,
  read: (element: DerElement) => Value,
  { limits = CERTIFICATE_LIMITS, work }: ReadExtensionOptions = {},
): Value | null {
  const extension = extensions.find((candidate) => candidate.oid === oid);
  if (extension === undefined) return null;
  try {
    return read(parseDer(extension.value, limits, work));
  } catch (cause) {
    if (!(cause instanceof FormatError) || isWorkLimit(cause)) throw cause;
    throw new FormatError("x509_extension_malformed", `${oid}: ${cause.message}`, cause.offset, null, cause);
  }
}
