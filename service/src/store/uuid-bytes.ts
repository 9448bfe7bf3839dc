/** Converts UUIDs to the 16 bytes that the stores keep, and back from hexadecimal text. */
import { isUuid } from "@svc-proof/shared/encoding";

/** The bytes of a UUID in lower case; null for any other text, because nothing is stored under it. */
export function uuidToBytes(uuid: string): Uint8Array | null {
  return isUuid(uuid) ? Buffer.from(uuid.replaceAll("-", ""), "hex") : null;
}

/**
 * The bytes of a UUID that the program itself made.
 *
 * @throws RangeError when it is not a UUID in lower case.
 */
export function ownUuidToBytes(uuid: string): Uint8Array {
  const bytes = uuidToBytes(uuid);
  if (bytes === null) throw new RangeError(`an identifier expected a UUID in lower case, got "${uuid}"`);
  return bytes;
}

/** The UUID of 32 hexadecimal characters in lower case. */
export function hexToUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
