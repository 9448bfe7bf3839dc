/** Encodes the answers of the sandbox's authority: TimeStampResp, RFC 3161, section 2.4.2. */
import { SANDBOX_ORGANISATION } from "@svc-proof/verifier-lib/rfc3161";
import { BitString, Integer, Sequence, Utf8String } from "asn1js";
import type { ContentInfo } from "pkijs";

/** PKIFailureInfo: bit numbers. */
export const FAIL_INFO = {
  badAlg: 0,
  badRequest: 2,
  badDataFormat: 5,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
  systemFailure: 25,
} as const;

const GRANTED = 0;
const REJECTION = 2;
const NOTICE = `${SANDBOX_ORGANISATION}: no evidential value`;

export function encodeGranted(token: ContentInfo): Uint8Array {
  return encode(new Sequence({ value: [statusInfo(GRANTED, NOTICE), token.toSchema()] }));
}

/** @param text the reason, for people. */
export function encodeRejection(failInfo: keyof typeof FAIL_INFO, text: string): Uint8Array {
  return encode(new Sequence({ value: [statusInfo(REJECTION, text, namedBit(FAIL_INFO[failInfo]))] }));
}

function statusInfo(status: number, text: string, ...failInfo: BitString[]): Sequence {
  const statusString = new Sequence({ value: [new Utf8String({ value: text })] });
  return new Sequence({ value: [new Integer({ value: status }), statusString, ...failInfo] });
}

/** X.690, section 11.2.2: a list of named bits ends with its last 1. */
function namedBit(number: number): BitString {
  const bytes = new Uint8Array((number >> 3) + 1);
  bytes[number >> 3] = 0x80 >> (number & 7);
  return new BitString({ valueHex: bytes, unusedBits: 7 - (number & 7) });
}

function encode(response: Sequence): Uint8Array {
  return new Uint8Array(response.toBER());
}
