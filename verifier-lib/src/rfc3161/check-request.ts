import { isSameBytes } from "../der/is-same-bytes.js";
import type { TimestampToken } from "./timestamp-token.js";
import { type Finding, failed } from "./timestamp-verdict.js";

/** The fields of the request. Absent fields are not compared. */
export interface TimestampExpectation {
  /** Content of the INTEGER, or any big-endian bytes of the same value. */
  readonly nonce?: Uint8Array;
  /** Dotted decimal. */
  readonly policy?: string;
  /** Whether the request asked for the signer's certificate in the token. */
  readonly certReq?: boolean;
}

/** Checks that the token answers the request: RFC 3161, sections 2.4.1 and 2.4.2. */
export function checkRequest(
  { tstInfo, certificates }: TimestampToken,
  { nonce, policy, certReq }: TimestampExpectation,
): Finding | null {
  if (nonce !== undefined && (tstInfo.nonce === null || !isSameUnsigned(nonce, tstInfo.nonce))) {
    return failed("nonce_mismatch", "the token does not repeat the nonce of the request");
  }
  if (policy !== undefined && policy !== tstInfo.policy) {
    return failed("policy_mismatch", `the token is under the policy ${tstInfo.policy}, not ${policy}`);
  }
  if (certReq === true && certificates.length === 0) {
    return failed("requested_certificate_missing", "the token lacks the requested certificate");
  }
  return null;
}

/** Whether two integers are equal, whatever leading zeros their bytes have. */
function isSameUnsigned(a: Uint8Array, b: Uint8Array): boolean {
  return isSameBytes(withoutZeros(a), withoutZeros(b));
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? new Uint8Array() : bytes.subarray(first);
}
