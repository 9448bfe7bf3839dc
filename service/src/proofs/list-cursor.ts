/**
 * The cursor of the list of proofs: version (1 byte), identifier of the last proof shown (16 bytes) and a MAC over both
 * and the account (16 bytes), in base64url. It reveals nothing that the page did not show. No other cursor is accepted,
 * neither another account's nor an invented one.
 *
 * The MAC is HMAC-SHA-256 truncated to 128 bits (RFC 2104 section 5) with a key of the store, so that every instance
 * accepts the cursors of every other.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { hexToUuid, ownUuidToBytes } from "../store/uuid-bytes.js";

const VERSION = 1;
const ID_LENGTH = 16;
const MAC_LENGTH = 16;
const CURSOR_LENGTH = 1 + ID_LENGTH + MAC_LENGTH;

/** @param proofId of the last proof of a page. */
export function encodeListCursor(key: Uint8Array, accountId: string, proofId: string): string {
  const position = Buffer.concat([Uint8Array.of(VERSION), ownUuidToBytes(proofId)]);
  return Buffer.concat([position, macOf(key, accountId, position)]).toString("base64url");
}

/** The proof's identifier; null when this is not a cursor of the account. */
export function parseListCursor(key: Uint8Array, accountId: string, cursor: string): string | null {
  const bytes = Buffer.from(cursor, "base64url");
  // Node decodes base64url leniently, so only the canonical encoding is accepted.
  if (bytes.length !== CURSOR_LENGTH || bytes.toString("base64url") !== cursor) return null;
  const position = bytes.subarray(0, 1 + ID_LENGTH);
  if (!timingSafeEqual(macOf(key, accountId, position), bytes.subarray(1 + ID_LENGTH))) return null;
  if (position[0] !== VERSION) return null;
  return hexToUuid(position.toString("hex", 1));
}

function macOf(key: Uint8Array, accountId: string, position: Uint8Array): Buffer {
  return createHmac("sha256", key)
    .update("svc-list-cursor:")
    .update(accountId)
    .update(position)
    .digest()
    .subarray(0, MAC_LENGTH);
}
