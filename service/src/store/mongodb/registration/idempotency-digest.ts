/**
 * The digest of an idempotency key: SHA-256 of the 16 bytes of its holder, which is an API key or an account, and the idempotency
 * key in UTF-8. Identifiers are random, so that no account has that of a key.
 */
import { createHash } from "node:crypto";
import { Binary } from "mongodb";
import type { IdempotencyKeyHolder } from "../../store.js";
import { ownUuidToBinary } from "../documents/binary.js";

/** 32 bytes, so that long keys take no more of the index than short ones. */
export function idempotencyDigest(
  { keyId, accountId }: IdempotencyKeyHolder,
  idempotencyKey: string,
): Binary {
  const digest = createHash("sha256")
    .update(ownUuidToBinary(keyId ?? accountId).buffer)
    .update(idempotencyKey, "utf8");
  return new Binary(digest.digest());
}
