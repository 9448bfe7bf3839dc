/** Reads an authority's answer: RFC 3161, section 2.4.2. */
import { FormatError } from "@svc-proof/shared/encoding";
import { type DerElement, DerFields, readBer, readBitString, readSmallInteger, TAG } from "../der/index.js";
import type { ParseOptions } from "../x509/parse-options.js";
import type { Rfc3161ErrorCode } from "./error-code.js";
import { MAX_STATUS_TEXTS, RESPONSE_LIMITS } from "./limits.js";
import { readTimestampToken } from "./parse-timestamp-token.js";
import type { PkiFailure, PkiStatus, TimestampResponse } from "./timestamp-token.js";

/** By their numbers. */
const STATUSES: readonly PkiStatus[] = [
  "granted",
  "grantedWithMods",
  "rejection",
  "waiting",
  "revocationWarning",
  "revocationNotification",
];

const FAILURES: Readonly<Record<number, PkiFailure>> = {
  0: "badAlg",
  2: "badRequest",
  5: "badDataFormat",
  14: "timeNotAvailable",
  15: "unacceptedPolicy",
  16: "unacceptedExtension",
  17: "addInfoNotAvailable",
  25: "systemFailure",
};

/** Bytes of the bits of `PKIFailureInfo`: CMP, which defines the most, has 27. */
const MAX_FAILURE_BYTES = 8;

/**
 * Reads a `TimeStampResp`, at most 1 MiB.
 *
 * @throws FormatError (`Rfc3161ErrorCode`) if the bytes are not a response in DER or in the BER of RFC 5652; `work_limit_exceeded`.
 */
export function parseTimestampResponse(der: Uint8Array, { work }: ParseOptions = {}): TimestampResponse {
  return readBer(der, RESPONSE_LIMITS, work, readResponse);
}

function readResponse(element: DerElement): TimestampResponse {
  const fields = new DerFields(element);
  const statusInfo = fields.required(TAG.sequence);
  const tokenElement = fields.optional(TAG.sequence);
  fields.end();
  const stated = readStatusInfo(statusInfo);
  const isGranted = stated.status === "granted" || stated.status === "grantedWithMods";
  if (isGranted && tokenElement === null) {
    fail("tsp_token_missing", `expected a token with the status ${stated.status}`, statusInfo.offset);
  }
  if (!isGranted && tokenElement !== null) {
    fail("tsp_token_unexpected", `expected no token with the status ${stated.status}`, tokenElement.offset);
  }
  return {
    ...stated,
    token: tokenElement === null ? null : readTimestampToken(tokenElement, statusInfo.range),
  };
}

function readStatusInfo(element: DerElement): Pick<TimestampResponse, "status" | "statusText" | "failures"> {
  const fields = new DerFields(element);
  const number = fields.required();
  const text = fields.optional(TAG.sequence);
  const failInfo = fields.optional(TAG.bitString);
  fields.end();
  const status = STATUSES[readSmallInteger(number)];
  if (status === undefined) return fail("tsp_status_unknown", "expected a status from 0 to 5", number.offset);
  return {
    status,
    statusText: text === null ? [] : text.children.slice(0, MAX_STATUS_TEXTS).map(readText),
    failures: failInfo === null ? [] : readFailures(failInfo),
  };
}

/** UTF8String by the standard. Nobody signs the status: other strings of ASCII are read as well. */
const TEXTS: readonly number[] = [TAG.utf8String, TAG.printableString, TAG.ia5String, TAG.visibleString];

function readText(element: DerElement): string {
  if (!TEXTS.includes(element.tag)) return fail("der_unexpected", "expected a text", element.offset);
  return new TextDecoder().decode(element.content);
}

function readFailures(element: DerElement): PkiFailure[] {
  const { bytes } = readBitString(element);
  if (bytes.length > MAX_FAILURE_BYTES) {
    return fail("der_bit_string", `expected at most ${MAX_FAILURE_BYTES} bytes`, element.offset);
  }
  return Array.from({ length: 8 * bytes.length }, (_, bit) => bit)
    .filter((bit) => (bytes[bit >> 3]! & (0x80 >> (bit & 7))) !== 0)
    .map((bit): PkiFailure => FAILURES[bit] ?? `bit${bit}`);
}

function fail(code: Rfc3161ErrorCode, message: string, offset: number): never {
  throw new FormatError(code, message, offset);
}
