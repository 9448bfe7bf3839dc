/** Strictness for bytes that a tolerant library is to read. */
import type { DerLimits } from "./limits.js";
import { parseDer } from "./parse-der.js";

/**
 * Refuses what is not one value in DER, to the last byte: `parseDer` says what is checked. OCTET STRINGs are not looked
 * into.
 *
 * @throws FormatError (`DerErrorCode`).
 */
export function checkDer(bytes: Uint8Array, limits: DerLimits): void {
  parseDer(bytes, limits);
}
