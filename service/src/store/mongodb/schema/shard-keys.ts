import type { ShardKey } from "../../../tables/mongodb/shard.js";

/**
 * Collections that grow with the number of proofs are sharded; all others stay on the database's primary shard. Proofs
 * and tombstones of an account are on one shard, so that its list asks one, and so that one of both is first under an id.
 */
export const SHARD_KEYS: ReadonlyMap<string, ShardKey> = new Map<string, ShardKey>([
  ["proofs", { account: 1, _id: 1 }],
  ["fingerprints", { _id: 1 }],
  ["idempotency_keys", { _id: 1 }],
  ["daily_proofs", { _id: "hashed" }],
  ["tiles", { _id: "hashed" }],
  ["seals", { _id: "hashed" }],
  ["stamps", { _id: 1 }],
  ["originals", { _id: "hashed" }],
  ["custody_downloads", { _id: "hashed" }],
]);
