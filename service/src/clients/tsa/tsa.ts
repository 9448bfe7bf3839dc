/**
 * The `Tsa` port: a timestamping authority (RFC 3161) that issues seals.
 *
 * A token is issued only after the verifier's own code has verified it against its request; no other token is stored or
 * handed out. An implementation classifies each exchange as one of three answers and prefers `unavailable` in doubt: a
 * refused seal is refunded for good, an unavailable one is requested again.
 *
 * | exchange | answer |
 * |---|---|
 * | `granted` or `grantedWithMods`, and the token verifies against the request | `issued` |
 * | `rejection` with failInfo `badAlg`, `badRequest`, `badDataFormat`, `unacceptedPolicy`, `unacceptedExtension` or `addInfoNotAvailable`, and no other | `refused`: the same request will be rejected for ever |
 * | `rejection` with `timeNotAvailable` or `systemFailure` (whatever else is set), with a bit that RFC 3161 does not name, or with none | `unavailable`: says nothing of the next time |
 * | `waiting`, `revocationWarning`, `revocationNotification`, a status that RFC 3161 does not name | `unavailable` |
 * | no connection, no answer in time, the deadline | `unavailable` |
 * | any HTTP status but 200, a redirect, another media type, a body too long or cut short | `unavailable` |
 * | 401, 403: the service's own credentials are wrong, and its customer's request is not | `unavailable` |
 * | not a TimeStampResp, bytes after it, `granted` without a token, `rejection` with a token | `unavailable` |
 * | a token of another request: imprint, nonce or policy differ | `unavailable` |
 * | a token whose authority is not qualified by the trusted lists, where that is required (`seals/qualified-tsa.ts`) | `unavailable` |
 * | a token that does not verify: signature, certificate path, purpose, or a certificate that was changed and is not trusted yet | `unavailable` |
 *
 * So when the authority changes its certificate, the answer is `issued` if the new path leads to a trust anchor, and
 * otherwise `unavailable` until the operator trusts the certificate. No customer loses a seal.
 */

import type { Certificate } from "@svc-proof/verifier-lib/x509";
import type { SealQualification } from "../../records/types.js";

/** The content of a timestamp request. */
export interface TsaRequest {
  /** SHA-256 of the file: 64 hexadecimal characters, lower case. It is the message imprint itself. */
  readonly hash: string;
  /** Random bytes, new with every request; read as an unsigned integer, big-endian. */
  readonly nonce: Uint8Array;
  /** Ends the exchange; the answer is then `unavailable`. */
  readonly deadline: AbortSignal;
}

/** A token that was verified against its request. */
export interface IssuedTimestamp {
  readonly kind: "issued";
  /** The TimeStampResp in DER, byte for byte as it was received. */
  readonly response: Uint8Array;
  /** Name of the authority, for people: the common name of its certificate, or its organisation. */
  readonly authority: string;
  readonly genTime: Date;
  /** Upper-case hexadecimal without leading zeros, at least one digit. */
  readonly serialNumber: string;
  /** Dotted. */
  readonly policyOid: string;
  /** From the signer's certificate to the trust anchor, both included. */
  readonly chain: readonly [Certificate, ...Certificate[]];
  /** What the trusted lists say of the chain; null if they were not asked. */
  readonly qualification: SealQualification | null;
}

/**
 * The outcome of a request. `reason` is for the log: a short text of the implementation's own, without addresses or
 * anything that the other side wrote.
 */
export type TsaAnswer =
  | IssuedTimestamp
  | { readonly kind: "refused"; readonly reason: string }
  | {
      readonly kind: "unavailable";
      readonly reason: string;
      /** Of a token that the authority signed and that was not taken for its time. */
      readonly genTime?: Date;
    };

export interface Tsa {
  /** For the log: the origin of its address. */
  readonly name: string;
  /** Sends one request. Rejects only for a fault of the program. */
  issue(request: TsaRequest): Promise<TsaAnswer>;
}
