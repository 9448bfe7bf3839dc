/** Reads the extensions of a certificate, a revocation list, an entry of a list, or an OCSP response. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { WorkBudget } from "@svc-proof/shared/work";
import type { DerElement } from "../der/der-element.js";
import { DerFields, expectTag } from "../der/der-fields.js";
import type { DerLimits } from "../der/limits.js";
import { parseDer } from "../der/parse-der.js";
import { readBoolean, readObjectIdentifier, readSmallInteger } from "../der/read-value.js";
import { TAG } from "../der/tag.js";
import { isWorkLimit } from "../work/is-work-limit.js";
import type { Extension } from "./certificate.js";
import { CERTIFICATE_LIMITS } from "./limits.js";
import type { RevocationReason } from "./revocation-data.js";

/**
 * RFC 5280, section 4.1.2.9. A list without any, which some writers put there, says nothing.
 *
 * @param tag the tag of the list. Default: SEQUENCE.
 * @throws FormatError (`x509_extension_duplicate`, `DerErrorCode`).
 */
export function readExtensions(element: DerElement, tag: number = TAG.sequence): Extension[] {
  const extensions = readExtensionList(element, tag);
  expectEachOnce(extensions, element.offset);
  return extensions;
}

/** As `readExtensions`, whether or not each is there once. */
export function readExtensionList(element: DerElement, tag: number = TAG.sequence): Extension[] {
  expectTag(element, tag);
  return element.children.map((child) => {
    const fields = new DerFields(child);
    const oid = readObjectIdentifier(fields.required());
    const critical = fields.optional(TAG.boolean);
    const value = fields.required(TAG.octetString).content;
    fields.end();
    return { oid, isCritical: critical !== null && readBoolean(critical), value };
  });
}

/** @throws FormatError `x509_extension_duplicate`. */
export function expectEachOnce(extensions: readonly Extension[], offset: number): void {
  const oids = extensions.map(({ oid }) => oid);
  const again = oids.find((oid, i) => oids.indexOf(oid) !== i);
  if (again !== undefined) throw new FormatError("x509_extension_duplicate", again, offset);
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

/** By code. 7 is unused. */
const REASONS: readonly (RevocationReason | null)[] = [
  "unspecified",
  "keyCompromise",
  "cACompromise",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
  "certificateHold",
  null,
  "removeFromCRL",
  "privilegeWithdrawn",
  "aACompromise",
];

/**
 * One that is not known counts like none, which excuses nothing, and makes nothing unreadable: it may be that of another certificate.
 *
 * @throws FormatError (`DerErrorCode`).
 */
export function readRevocationReason(element: DerElement): RevocationReason | "unknown" {
  return REASONS[readSmallInteger(element, TAG.enumerated)] ?? "unknown";
}
