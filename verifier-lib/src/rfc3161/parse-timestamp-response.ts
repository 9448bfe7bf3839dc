/** Reads an authority's answer: RFC 3161, section 2.4.2. */
import { FormatError } from "@svc-proof/shared/encoding";
import { type DerElement, DerFields, expectTag, readSmallInteger, TAG } from "../der/index.js";
import type { ParseOptions } from "../x509/parse-options.js";
import type { Rfc3161ErrorCode } from "./error-code.js";
import { MAX_FAILURE_BYTES, MAX_STATUS_TEXTS } from "./limits.js";
import { readTimestampToken, readTolerantly } from "./parse-timestamp-token.js";
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

/**
 * Reads a `TimeStampResp`, at most 1 MiB.
 *
 * @throws FormatError (`Rfc3161ErrorCode`) if the bytes are not a response in DER or in the BER of RFC 5652; `work_limit_exceeded`.
 */
export function parseTimestampResponse(der: Uint8Array, { work }: ParseOptions = {}): TimestampResponse {
  return readTolerantly(der, work, readResponse);
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

/** Nobody signs the words and bits beside the number: what of them cannot be read is left out. */
function readStatusInfo(element: DerElement): Pick<TimestampResponse, "status" | "statusText" | "failures"> {
  expectTag(element, TAG.sequence);
  const [number, ...others] = element.children;
  if (number === undefined) return fail("der_unexpected", "expected a status", element.offset);
  const status = STATUSES[readSmallInteger(number)];
  if (status === undefined) return fail("tsp_status_unknown", "expected a status from 0 to 5", number.offset);
  const texts = others.find(({ tag }) => tag === TAG.sequence)?.children ?? [];
  const bits = others.find(({ tag }) => tag === TAG.bitString)?.content ?? new Uint8Array();
  return {
    status,
    statusText: texts.slice(0, MAX_STATUS_TEXTS).flatMap(readText),
    failures: readFailures(bits),
  };
}

/** UTF8String by the standard; some authorities write other strings. */
function readText({ tag, content }: DerElement): string[] {
  if (tag === TAG.bmpString) return [new TextDecoder("utf-16be").decode(content)];
  return TEXTS.includes(tag) ? [new TextDecoder().decode(content)] : [];
}

const TEXTS: readonly number[] = [
  TAG.utf8String,
  TAG.printableString,
  TAG.teletexString,
  TAG.ia5String,
  TAG.visibleString,
];

/** @param content the number of bits that are not used, and the bits. */
function readFailures(content: Uint8Array): PkiFailure[] {
  const read = content.subarray(1, 1 + MAX_FAILURE_BYTES);
  return Array.from({ length: 8 * read.length }, (_, bit) => bit)
    .filter((bit) => (read[bit >> 3]! & (0x80 >> (bit & 7))) !== 0)
    .map((bit): PkiFailure => FAILURES[bit] ?? `bit${bit}`);
}

function fail(code: Rfc3161ErrorCode, message: string, offset: number): never {
  throw new FormatError(code, message, offset);
}
