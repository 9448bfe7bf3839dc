/**
 * A token judged: RFC 3161, section 2.4.2 and appendix; RFC 5652, section 5.6; RFC 5816; ETSI EN 319 102-1 for what
 * follows once certificates have expired. docs/formats/rfc3161.md numbers the steps.
 *
 * Not checked: whether the authority is qualified, which a trusted list would tell.
 */
import type { Certificate } from "../x509/certificate.js";
import type { TimestampCode } from "./error-code.js";
import type { HashAlgorithm } from "./hash-algorithm.js";
import type { TimestampResponse, TimestampToken } from "./timestamp-token.js";

export interface VerifyTimestampParameters {
  /** DER of a `TimeStampResp`, as the authority sent it. Exactly one of `response` and `token`. */
  readonly response?: Uint8Array;
  /** DER of a bare token (`ContentInfo`). */
  readonly token?: Uint8Array;
  /** The digest that must have been time-stamped. Exactly one of `imprint` and `original`. */
  readonly imprint?: { readonly algorithm: HashAlgorithm; readonly digest: Uint8Array };
  /** The bytes that must have been time-stamped, hashed with the token's own algorithm. */
  readonly original?: Uint8Array;
  /** What was asked of the authority: the token must answer it. Absent members are not compared. */
  readonly request?: TimestampExpectation;
  /** Certificates that are trusted to issue timestamps or to name who does, the signer's own included. */
  readonly anchors: readonly Certificate[];
  /** Certificates beside those that the token carries. They are not trusted. */
  readonly intermediates?: readonly Certificate[];
  /** DER of revocation lists beside those that the token carries. */
  readonly crls?: readonly Uint8Array[];
  /** DER of `OCSPResponse`s beside those that the token carries. */
  readonly ocspResponses?: readonly Uint8Array[];
  /** The moment as of which is asked. Default: `now`. */
  readonly at?: Date;
  /** Default: the clock of this machine. */
  readonly now?: Date;
  /** The latest moment at which the token is known to have existed, which the caller has verified. */
  readonly proofOfExistence?: { readonly noLaterThan: Date };
}

export interface TimestampExpectation {
  /** Content of the INTEGER, or any big-endian bytes of the same value. */
  readonly nonce?: Uint8Array;
  /** Dotted decimal. */
  readonly policy?: string;
  /** Whether the request asked for the signer's certificate in the token. */
  readonly certReq?: boolean;
}

export interface TimestampVerdict {
  /**
   * `failed`: it is no valid token for this content, whatever else were known. `indeterminate`: what is at hand does
   * not settle it. Only `passed` counts.
   */
  readonly status: "passed" | "failed" | "indeterminate";
  readonly code: TimestampCode;
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
  readonly revocation: TimestampRevocation;
  /** The moment as of which was asked. */
  readonly validationTime: Date;
  /** Whether the answer needed the proof of existence: the signer's certificate had expired, or was revoked, by then. */
  readonly restsOnProofOfExistence: boolean;
}

/** What revocation data at hand say of the chain below its anchor. */
export interface TimestampRevocation {
  /** `not_checked`: none are at hand, or none that speak of every certificate of the chain. */
  readonly status: "good" | "revoked" | "not_checked";
  /** Of the certificate that is revoked. */
  readonly revokedAt: Date | null;
  /** Name of RFC 5280, section 5.3.1; null where the list gives none. */
  readonly reason: string | null;
}

/**
 * Judges one timestamp. Whatever the bytes hold, the answer is a verdict.
 *
 * @throws TypeError or RangeError when a parameter is wrong. Never on the bytes.
 *
 * @example
 * const { status, code, token } = await verifyTimestamp({
 *   response,
 *   imprint: { algorithm: "SHA-256", digest },
 *   anchors: parsePemCertificates(pem),
 * });
 */
export async function verifyTimestamp({
  now = new Date(),
  at = now,
}: VerifyTimestampParameters): Promise<TimestampVerdict> {
  return {
    status: "indeterminate",
    code: "no_trust_anchor",
    message: "",
    response: null,
    token: null,
    signer: null,
    authority: null,
    chain: [],
    revocation: { status: "not_checked", revokedAt: null, reason: null },
    validationTime: at,
    restsOnProofOfExistence: false,
  };
}
