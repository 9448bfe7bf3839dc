/** RFC 5280, section 5.3.1. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { DerElement } from "../der/der-element.js";
import { readSmallInteger } from "../der/read-value.js";
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

/** @throws FormatError (`x509_extension_malformed`, `DerErrorCode`). */
export function readRevocationReason(element: DerElement, tag: number): RevocationReason {
  const reason = REASONS[readSmallInteger(element, tag)];
  if (reason) return reason;
  throw new FormatError("x509_extension_malformed", "expected a reason", element.offset);
}
