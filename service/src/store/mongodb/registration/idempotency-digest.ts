/**
 * The digest of an idempotency key of an API key: SHA-256 of the API key's 16 bytes and the idempotency key in UTF-8.
 */
import { createHash } from "node:crypto";
import { Binary } from "mongodb";
import { ownUuidToBinary } from "../documents/binary.js";

/** 32 bytes, so that long keys take no more of the index than short ones. */
export function idempotencyDigest(keyId: string, idempotencyKey: string): Binary {
  const digest = createHash("sha256").update(ownUuidToBinary(keyId).buffer).update(idempotencyKey, "utf8");
  return new Binary(digest.digest());
}
