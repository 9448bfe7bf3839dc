/** The type of an input by its first bytes. Does not check that the input is well-formed. */
import { isMimetypeHeader, MIMETYPE_OFFSET } from "./package/asic/starts-with-mimetype.js";
import type { InputType } from "./report/checks.js";
import { isSealFile } from "./seal/is-seal-file.js";

/** How many first bytes `inputTypeOf` needs. */
export const MAGIC_BYTES = 128;

/**
 * The type of an input that starts with these bytes. Anything that is not recognised is taken as a portable proof.
 */
export function inputTypeOf(start: Uint8Array): InputType {
  if (start[0] === OPENTIMESTAMPS_FIRST_BYTE) return "opentimestamps";
  if (isSealFile(start)) return "rfc3161";
  if (startsAsAsic(start)) return "asic-s";
  if (ZIP_STARTS.some((magic) => startsWith(start, magic))) return "evidence-zip";
  if (startsWith(start, PDF_START)) return "certificate-pdf";
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

/** `%PDF-` */
const PDF_START = [0x25, 0x50, 0x44, 0x46, 0x2d];

/** A witness names its format first; white space may be before each of these. */
const WITNESS_START = ["{", '"format"', ":", '"svc-evm-witness/'].map((token) =>
  new TextEncoder().encode(token),
);

/** Without a text or a regular expression: thousands of proofs are recognised one after the other. */
function startsAsWitness(start: Uint8Array): boolean {
  let at = 0;
  for (const token of WITNESS_START) {
    while (isWhiteSpace(start[at])) at++;
    for (const byte of token) if (start[at++] !== byte) return false;
  }
  return true;
}

function isWhiteSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}
