/** Reads `TSTInfo`, what an authority signs, and the parts that requests have too: RFC 3161, sections 2.4.1 and 2.4.2. */

import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import type { WorkBudget } from "@svc-proof/shared/work";
import { contextConstructed, contextPrimitive, type DerElement, parseDer, TAG } from "../asn1/der.js";
import { DerFields, expectTag, readBoolean, readObjectIdentifier, readSmallInteger } from "../asn1/values.js";
import { TST_INFO_LIMITS } from "../limits.js";
import { EXTENSION, readAlgorithmIdentifier } from "../x509/algorithms.js";
import { readExtension, readExtensions, readQcStatements } from "../x509/extensions.js";
import { readGeneralName } from "../x509/names.js";
import { HASHES, hashOfOid, type MessageImprint, type Rfc3161ErrorCode, type TstInfo } from "./token.js";

/** @throws FormatError (`Rfc3161ErrorCode`), with the offset in these bytes. */
export function parseTstInfo(der: Uint8Array, work?: WorkBudget): TstInfo {
  const element = parseDer(der, TST_INFO_LIMITS, work);
  const fields = new DerFields(element);
  readVersion(fields.required());
  const policy = readObjectIdentifier(fields.required());
  const imprint = readMessageImprint(fields.required());
  const serialNumber = readInteger(fields.required());
  const genTime = readGenTime(fields.required());
  const accuracy = fields.optional(TAG.sequence);
  const ordering = fields.optional(TAG.boolean);
  const nonce = fields.optional(TAG.integer);
  const tsa = fields.optional(contextConstructed(0));
  const extensionList = fields.optional(contextConstructed(1));
  fields.end();
  const extensions = extensionList === null ? [] : readExtensions(extensionList, contextConstructed(1));
  const unknown = extensions.find(({ oid, isCritical }) => isCritical && oid !== EXTENSION.qcStatements);
  if (unknown !== undefined) {
    fail("tsp_extension_unknown", `the token has an unknown critical extension: ${unknown.oid}`, element);
  }
  return {
    der,
    policy,
    imprint,
    serialNumber,
    serialNumberHex: bytesToHex(serialNumber).toUpperCase(),
    genTime: genTime.time,
    genTimeRoundedDown: genTime.timeRoundedDown,
    genTimeText: genTime.text,
    accuracySeconds: accuracy === null ? null : readAccuracy(accuracy),
    ordering: ordering !== null && readBoolean(ordering),
    nonce: nonce === null ? null : readInteger(nonce),
    tsa: tsa === null ? null : readTsa(tsa),
    extensions,
    qcStatements:
      readExtension(extensions, EXTENSION.qcStatements, readQcStatements, { work: element.work }) ?? [],
  };
}

/** Reads the version of a request or a `TSTInfo`, which is always 1. @throws FormatError (`tsp_version`). */
export function readVersion(element: DerElement): void {
  const version = readSmallInteger(element);
  if (version !== 1) fail("tsp_version", `expected version 1, got ${version}`, element);
}

/**
 * Content of a serial number or a nonce, of any size. Negative ones are not refused: authorities draw them at random and forget
 * the sign.
 */
export function readInteger(element: DerElement): Uint8Array {
  expectTag(element, TAG.integer);
  return element.content;
}

/** @throws FormatError (`Rfc3161ErrorCode`). */
export function readMessageImprint(element: DerElement): MessageImprint {
  const fields = new DerFields(element);
  const { oid } = readAlgorithmIdentifier(fields.required());
  const hashed = fields.required(TAG.octetString);
  fields.end();
  const algorithm = hashOfOid(oid);
  const digest = hashed.content;
  if (algorithm === null ? digest.length === 0 : digest.length !== HASHES[algorithm].sizeBytes) {
    fail(
      "tsp_imprint_length",
      `expected a digest of ${algorithm ?? oid}, got ${digest.length} bytes`,
      hashed,
    );
  }
  return { algorithmOid: oid, algorithm, digest };
}

/** Characters of a genTime: 32 more than seconds take. The finest clocks of authorities show nanoseconds. */
const MAX_TIME_CHARACTERS = 48;

interface GenTime {
  /** To the millisecond, rounded up. */
  readonly time: Date;
  /** To the millisecond, rounded down: what bounds to the second are held against. */
  readonly timeRoundedDown: Date;
  /** ISO 8601, UTC, with as many digits as were read. */
  readonly text: string;
}

/**
 * A GeneralizedTime to the second or finer, in UTC. DER has no zeros at the end of a fraction; they say nothing, and are read. A
 * leap second, 23:59:60, is read as the midnight after it, so that it is never earlier than stated.
 *
 * @throws FormatError (`der_time`) for an offset, or a time that does not exist; `der_too_large` for more digits than are read.
 */
function readGenTime(element: DerElement): GenTime {
  expectTag(element, TAG.generalizedTime);
  if (element.content.length > MAX_TIME_CHARACTERS) {
    fail("der_too_large", `expected a time of at most ${MAX_TIME_CHARACTERS} characters`, element);
  }
  const stated = String.fromCharCode(...element.content);
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d+))?Z$/.exec(stated);
  if (match === null) return fail("der_time", "expected a time in UTC", element);
  const [, year, month, day, hour, minute, second, fraction = ""] = match;
  const upToMinute = `${year}-${month}-${day}T${hour}:${minute}`;
  const isLeap = `${hour}${minute}${second}` === "235960";
  const text = `${upToMinute}:${isLeap ? 59 : second}`;
  const wholeMs = Date.parse(`${text}Z`);
  // Date.parse takes 24:00:00, and some engines a 31st of every month.
  if (Number.isNaN(wholeMs) || !new Date(wholeMs).toISOString().startsWith(text)) {
    return fail("der_time", "expected a time that exists", element);
  }
  const ms = wholeMs + (isLeap ? 1000 : Number(fraction.slice(0, 3).padEnd(3, "0")));
  const isFiner = !isLeap && /[1-9]/.test(fraction.slice(3));
  return {
    time: new Date(isFiner ? ms + 1 : ms),
    timeRoundedDown: new Date(ms),
    text: `${upToMinute}:${second}${fraction === "" ? "" : `.${fraction}`}Z`,
  };
}

/** Seconds, thousandths and millionths. RFC 3161 lets the latter begin with 1; a zero says what its absence says. */
function readAccuracy(element: DerElement): number {
  const fields = new DerFields(element);
  const seconds = fields.optional(TAG.integer);
  const millis = fields.optional(contextPrimitive(0));
  const micros = fields.optional(contextPrimitive(1));
  fields.end();
  return readPart(seconds, 2 ** 31 - 1) + readPart(millis, 999) / 1e3 + readPart(micros, 999) / 1e6;
}

function readPart(element: DerElement | null, max: number): number {
  if (element === null) return 0;
  const { content } = element;
  // Under a context tag nothing has been checked; one leading zero keeps a number from being negative.
  const isShortest =
    content.length === 1 || (content.length > 0 && (content[0] !== 0 || content[1]! >= 0x80));
  const isNegative = content[0]! >= 0x80;
  const value = content.reduce((sum, byte) => sum * 256 + byte, 0);
  if (isShortest && !isNegative && value <= max) return value;
  return fail("tsp_accuracy", `expected an integer from 0 to ${max}`, element);
}

function readTsa(element: DerElement) {
  const fields = new DerFields(element, contextConstructed(0));
  const name = readGeneralName(fields.required());
  fields.end();
  return name;
}

function fail(code: Rfc3161ErrorCode, message: string, { offset }: DerElement): never {
  throw new FormatError(code, message, offset);
}
