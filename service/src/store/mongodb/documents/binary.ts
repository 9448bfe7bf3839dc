/**
 * The MongoDB store keeps identifiers and hashes as BSON binary, half the size of their text. A value of a fixed type
 * cannot be taken for a query operator.
 */
import { hexToBytes } from "@svc-proof/shared/encoding";
import { Binary } from "mongodb";
import { hexToUuid, ownUuidToBytes, uuidToBytes } from "../../uuid-bytes.js";

/** A UUID as binary of subtype 4; null for any other text, because nothing is stored under it. */
export function uuidToBinary(uuid: string): Binary | null {
  const bytes = uuidToBytes(uuid);
  return bytes && new Binary(bytes, Binary.SUBTYPE_UUID);
}

/**
 * The binary of a UUID that the program itself made.
 *
 * @throws RangeError when it is not a UUID in lower case.
 */
export function ownUuidToBinary(uuid: string): Binary {
  return new Binary(ownUuidToBytes(uuid), Binary.SUBTYPE_UUID);
}

export function binaryToUuid(binary: Binary): string {
  return hexToUuid(binaryToHex(binary));
}

/** @throws RangeError when the text is not lower-case hexadecimal. */
export function hexToBinary(hex: string): Binary {
  return new Binary(hexToBytes(hex));
}

export function binaryToHex(binary: Binary): string {
  return view(binary).toString("hex");
}

/** Copies the bytes, because the driver's are a view of the server's whole answer. */
export function binaryToBytes(binary: Binary): Uint8Array {
  return Uint8Array.from(view(binary));
}

function view({ buffer, position }: Binary): Buffer {
  return Buffer.from(buffer.buffer, buffer.byteOffset, position);
}
