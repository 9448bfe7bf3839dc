/** What `verifyTimestamp` answers. */
import type { Certificate } from "../x509/certificate.js";
import type { TimestampCode } from "./error-code.js";
import type { TimestampResponse, TimestampToken } from "./timestamp-token.js";

/** The answer of `verifyTimestamp`. */
export interface TimestampVerdict {
  /**
   * `failed`: the token was understood, is not valid for this content, and nothing could change that. `indeterminate`: the given
   * material is not sufficient, or not understood. Only `passed` counts.
   */
  readonly status: "passed" | "failed" | "indeterminate";
  readonly code: TimestampCode;
  /** What the parser says of bytes that are not understood, an `Rfc3161ErrorCode`; else null. */
  readonly fault: string | null;
  /** What was found, in a sentence for people; it may change. */
  readonly message: string;
  /** Null where the input was a bare token, or could not be read. */
  readonly response: TimestampResponse | null;
  /** What the token says: not to be relied on unless `status` is `passed`. Null where none could be read. */
  readonly token: TimestampToken | null;
  /** The certificate that made the signature; null where it was not found. */
  readonly signer: Certificate | null;
  /** Whom the signer's certificate names: its commonName, else its organizationName, else the whole subject. */
  readonly authority: string | null;
  /** From the signer's certificate to the anchor, both included; empty where there is no valid path. */
  readonly chain: readonly Certificate[];
  /**
   * Certificates of `chain`, between the signer's and the anchor, that the signed attributes do not name although they name
   * some besides the signer's: RFC 5035, section 5.4, limits the path to those. Empty where they name none.
   */
  readonly beyondNamed: readonly Certificate[];
  /** Where the signer's chain leads, for a trusted list; null unless one was given and the signature is valid. */
  readonly listed: ListedPath | null;
  readonly revocation: TimestampRevocation;
  /** How many of the lists and responses beside the token could not be read, and were left out. */
  readonly unreadRevocationData: number;
  /**
   * How many of all lists and responses are signed, or name the signer's issuer, with an algorithm that is not known here, or have
   * certificates that cannot be read in place of the responder's: what they say of the chain could not be judged.
   */
  readonly unjudgedRevocationData: number;
  /** The time of validation. */
  readonly validationTime: Date;
  /** Whether the answer needed the proof of existence: the signer's certificate had expired, or was revoked, by then. */
  readonly restsOnProofOfExistence: boolean;
}

/** From the signer's certificate upwards. */
export interface ListedPath {
  readonly chain: readonly Certificate[];
  /**
   * Whether the chain is a valid path to a certificate that the list names. If not, its certificates sign one another, as far
   * as they are at hand, and nothing else is known of them.
   */
  readonly isValid: boolean;
}

/** What revocation data at hand say of the chain below its anchor. */
export interface TimestampRevocation {
  /** `not_checked`: none are at hand, or none that speak of every certificate of the chain. */
  readonly status: "good" | "revoked" | "not_checked";
  /** Of the certificate that is revoked. */
  readonly revokedAt: Date | null;
  /** Name of RFC 5280, section 5.3.1; null where the list gives none. */
  readonly reason: string | null;
  /** When what answers was made: of several the oldest, as nothing is known of what came after. Null where none does. */
  readonly asOf: Date | null;
}

/** The first step of the protocol that does not hold. */
export interface Finding {
  readonly status: "failed" | "indeterminate";
  readonly code: TimestampCode;
  readonly message: string;
}

export function failed(code: TimestampCode, message: string): Finding {
  return { status: "failed", code, message };
}

export function indeterminate(code: TimestampCode, message: string): Finding {
  return { status: "indeterminate", code, message };
}

/** What the authority said instead of giving a token. */
export function notGranted({ status, failures, statusText }: TimestampResponse): Finding {
  const why = [...failures, ...statusText].join(", ");
  return failed("timestamp_not_granted", `the authority answered ${status}${why === "" ? "" : `: ${why}`}`);
}
