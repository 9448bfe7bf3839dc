/** What stands for an idempotency key of an API key: SHA-256 of the API key's 16 bytes and the key's UTF-8. */
import { createHash } from "node:crypto";
import { Binary } from "mongodb";
import { ownUuidToBinary } from "../binary.js";

/** 32 bytes, so that the index grows by as much for a long key as for a short one. */
export function idempotencyDigest(keyId: string, idempotencyKey: string): Binary {
  const digest = createHash("sha256").update(ownUuidToBinary(keyId).buffer).update(idempotencyKey, "utf8");
  return new Binary(digest.digest());
}
