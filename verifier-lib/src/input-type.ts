/** The type of an input by its first bytes. Does not check that the input is well-formed. */
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
  if (ZIP_STARTS.some((magic) => startsWith(start, magic))) return "evidence-zip";
  if (startsWith(start, PDF_START)) return "certificate-pdf";
  return WITNESS_START.test(asciiOf(start)) ? "evm-witness" : "svc-proof/2";
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

/** A witness names its format first; white space may be anywhere. */
const WITNESS_START = /^[ \t\r\n]*\{[ \t\r\n]*"format"[ \t\r\n]*:[ \t\r\n]*"svc-evm-witness\//;

function asciiOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, MAGIC_BYTES));
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}
