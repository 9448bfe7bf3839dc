/** RFC 5280, section 5.3.1. */
import type { DerElement } from "../der/der-element.js";
import { readSmallInteger } from "../der/read-value.js";
import { TAG } from "../der/tag.js";
import type { RevocationReason } from "./revocation-data.js";

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
