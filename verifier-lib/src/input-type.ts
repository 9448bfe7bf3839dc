/** The type of an input by its first bytes. Does not check that the input is well-formed. */
import { isMimetypeHeader, MIMETYPE_OFFSET } from "./package/asic/asic-names.js";
import { PDF_START_BYTES, startsAsPdf } from "./package/pdf/header.js";
import type { InputType } from "./report/checks.js";

/**
 * The first byte of every RFC 3161 response or token. It is also the digit 0 in text, but in DER a length follows.
 */
const DER_SEQUENCE = 0x30;

/** The largest length that is also a digit or white space. */
const LARGEST_OF_TEXT = 0x39;

/** The status of a response, which no text has in this place. */
const DER_INTEGER = 0x02;

/**
 * Whether bytes can be an RFC 3161 response or token instead of text. No token is as short as a length that text could begin with,
 * but a response that refuses has as few as seven bytes: SEQUENCE, SEQUENCE, INTEGER. Does not check that they are well-formed.
 */
export function isSealFile(input: Uint8Array): boolean {
  if (input[0] !== DER_SEQUENCE) return false;
  if ((input[1] ?? 0) > LARGEST_OF_TEXT) return true;
  return input[2] === DER_SEQUENCE && input[4] === DER_INTEGER;
}

/** How many first bytes `inputTypeOf` needs. */
export const MAGIC_BYTES: number = PDF_START_BYTES;

/**
 * The type of an input that starts with these bytes. Anything that is not recognised is taken as a portable proof.
 */
export function inputTypeOf(start: Uint8Array): InputType {
  if (start[0] === OPENTIMESTAMPS_FIRST_BYTE) return "opentimestamps";
  if (isSealFile(start)) return "rfc3161";
  if (startsAsAsic(start)) return "asic-s";
  if (ZIP_STARTS.some((magic) => startsWith(start, magic))) return "evidence-zip";
  if (startsAsPdf(start)) return "certificate-pdf";
  return startsAsWitness(start) ? "evm-witness" : "svc-proof/2";
}

/** Containers of the other kind too, so that the report can say what they are. */
const ASIC_MEDIA_TYPES = new TextEncoder().encode("application/vnd.etsi.asic-");

/** A container that does not name its type is recognised by its entries: `verify`. */
function startsAsAsic(start: Uint8Array): boolean {
  return isMimetypeHeader(start) && ASIC_MEDIA_TYPES.every((byte, i) => start[MIMETYPE_OFFSET + i] === byte);
}

/** The first byte of every OpenTimestamps file. No text starts with it. */
const OPENTIMESTAMPS_FIRST_BYTE = 0x00;

/** An archive starts with an entry or, if it is empty, with its end record. */
const ZIP_STARTS = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
];

/** In place of the digits of a number. */
const NUMBER = "0";

/** A witness names its format first, or behind its chain where its members are sorted. White space may be before each of these. */
const WITNESS_FORMAT = ['"format"', ":", '"svc-evm-witness/'];
const WITNESS_STARTS = [
  ["{", ...WITNESS_FORMAT],
  ["{", '"chain_id"', ":", NUMBER, ",", ...WITNESS_FORMAT],
].map((tokens) => tokens.map((token) => (token === NUMBER ? NUMBER : new TextEncoder().encode(token))));

function startsAsWitness(start: Uint8Array): boolean {
  return WITNESS_STARTS.some((tokens) => beginsWith(start, tokens));
}

/** Without a text or a regular expression: thousands of proofs are recognised one after the other. */
function beginsWith(start: Uint8Array, tokens: readonly (Uint8Array | typeof NUMBER)[]): boolean {
  let at = 0;
  for (const token of tokens) {
    while (isWhiteSpace(start[at])) at++;
    if (token === NUMBER) while (isDigit(start[at])) at++;
    else for (const byte of token) if (start[at++] !== byte) return false;
  }
  return true;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isWhiteSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}
