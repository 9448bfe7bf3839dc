/** Every error code of reading and authenticating trusted lists, one per malformation. */
import type { WorkErrorCode } from "@svc-proof/shared/work";
import type { XmlErrorCode } from "../xml/error-code.js";
import type { XmlSignatureErrorCode } from "../xmldsig/error-code.js";

/** Codes of the `FormatError` with which a list is refused. */
export type TrustedListErrorCode =
  | WorkErrorCode
  | XmlErrorCode
  | XmlSignatureErrorCode
  /** The root is not a `TrustServiceStatusList`. */
  | "list_root"
  /** A version other than 5 and 6. */
  | "list_version_unsupported"
  /** Neither a list of lists of the Union nor a national list of a member state. */
  | "list_type_unsupported"
  /** An element is missing, occurs twice, or holds what its type does not allow. */
  | "list_malformed"
  | "list_time_malformed"
  | "list_territory_malformed"
  /** More services, pointers or certificates than the limits allow. */
  | "list_too_many"
  /** A national list where the list of lists is expected, or the reverse. */
  | "list_kind_unexpected"
  /** The signer is none of those that the Official Journal, a pivot or the list of lists names. */
  | "list_signer_unknown"
  /** The signer's certificate was not valid when the list was signed. */
  | "list_signer_expired"
  /** The list of lists does not point to a list of this territory, or not there. */
  | "list_territory_unknown"
  /** Issued or signed in the future. */
  | "list_not_yet_issued"
  /** A newer list of the territory is known. */
  | "list_superseded"
  /** A pivot that the list of lists announces is missing or leads nowhere. */
  | "lotl_pivot_missing";
