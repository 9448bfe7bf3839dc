/** Requests and responses. */

import { FormatError } from "@svc-proof/shared/encoding";
import { contextConstructed, type DerElement, parseDerCopy, TAG } from "../asn1/der.js";
import {
  DerFields,
  encodeDer,
  encodeObjectIdentifier,
  encodeUnsignedInteger,
  expectTag,
  readBoolean,
  readObjectIdentifier,
  readSmallInteger,
} from "../asn1/values.js";
import { MAX_FAILURE_BYTES, MAX_NONCE_BYTES, MAX_STATUS_TEXTS, REQUEST_LIMITS } from "../limits.js";
import type { Extension } from "../x509/certificate.js";
import type { ParseOptions } from "../x509/codes.js";
import { readExtensions } from "../x509/extensions.js";
import { readTimestampToken, readTolerantly } from "./parse-token.js";
import {
  HASHES,
  type HashAlgorithm,
  type MessageImprint,
  type PkiFailure,
  type PkiStatus,
  type Rfc3161ErrorCode,
  type TimestampResponse,
} from "./token.js";
import { readInteger, readMessageImprint, readVersion } from "./tst-info.js";

// Reads an authority's answer: RFC 3161, section 2.4.2.

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

// Requests for a timestamp: RFC 3161, section 2.4.1.

/** The fields of a `TimeStampReq` (RFC 3161, section 2.4.1). */
export interface TimestampRequest {
  readonly imprint: MessageImprint;
  /** Dotted decimal; null for any policy. */
  readonly policy: string | null;
  /** Content of the INTEGER; null where there is none. */
  readonly nonce: Uint8Array | null;
  /** Whether the token must contain the certificate of its signer. */
  readonly certReq: boolean;
  readonly extensions: readonly Extension[];
}

/**
 * Reads a `TimeStampReq`, at most 16 kB.
 *
 * @throws FormatError (`Rfc3161ErrorCode`) when the bytes are not one, or not strict DER.
 */
export function parseTimestampRequest(der: Uint8Array): TimestampRequest {
  const fields = new DerFields(parseDerCopy(der, REQUEST_LIMITS));
  readVersion(fields.required());
  const imprint = readMessageImprint(fields.required());
  const policy = fields.optional(TAG.objectIdentifier);
  const nonce = fields.optional(TAG.integer);
  const certReq = fields.optional(TAG.boolean);
  const extensions = fields.optional(contextConstructed(0));
  fields.end();
  return {
    imprint,
    policy: policy === null ? null : readObjectIdentifier(policy),
    nonce: nonce === null ? null : readInteger(nonce),
    certReq: certReq !== null && readBoolean(certReq),
    extensions: extensions === null ? [] : readExtensions(extensions, contextConstructed(0)),
  };
}

/** Parameters of `encodeTimestampRequest`. */
export interface EncodeTimestampRequestParameters {
  readonly hashAlgorithm: HashAlgorithm;
  /** As long as the algorithm gives. */
  readonly digest: Uint8Array;
  /** Big-endian bytes of a number that is not negative, at most 64; RFC 3161 asks for at least 64 random bits. */
  readonly nonce?: Uint8Array;
  /** Dotted decimal. */
  readonly policy?: string;
  /** Whether the token shall carry the certificate of its signer. Default: yes. */
  readonly certReq?: boolean;
}

/**
 * DER of a `TimeStampReq`.
 *
 * @throws RangeError on a digest of the wrong length, a nonce of no or too many bytes, a policy that is no identifier.
 */
export function encodeTimestampRequest(parameters: EncodeTimestampRequestParameters): Uint8Array {
  const { hashAlgorithm, digest, nonce, policy, certReq = true } = parameters;
  const { oid, sizeBytes } = HASHES[hashAlgorithm];
  if (digest.length !== sizeBytes) {
    throw new RangeError(`"digest" expected ${sizeBytes} bytes of ${hashAlgorithm}, got ${digest.length}`);
  }
  if (nonce !== undefined && (nonce.length === 0 || nonce.length > MAX_NONCE_BYTES)) {
    throw new RangeError(`"nonce" expected 1 to ${MAX_NONCE_BYTES} bytes, got ${nonce.length}`);
  }
  const algorithm = encodeDer(TAG.sequence, encodeObjectIdentifier(oid), encodeDer(TAG.null));
  return encodeDer(
    TAG.sequence,
    encodeUnsignedInteger(Uint8Array.of(1)),
    encodeDer(TAG.sequence, algorithm, encodeDer(TAG.octetString, digest)),
    ...(policy === undefined ? [] : [encodeObjectIdentifier(policy)]),
    ...(nonce === undefined ? [] : [encodeUnsignedInteger(nonce)]),
    // FALSE is the default, which DER leaves out.
    ...(certReq ? [encodeDer(TAG.boolean, Uint8Array.of(0xff))] : []),
  );
}
