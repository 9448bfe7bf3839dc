/**
 * Indexes and the recorded version of the MongoDB store. docs/operations/scaling.md gives the reasons. A released step is
 * never changed; new steps are appended.
 */
import type { CreateIndexesOptions, Db, IndexSpecification } from "mongodb";
import { NewerDatabaseError } from "../../store.js";
import { isDuplicateKey } from "../access/mongo-errors.js";
import type { StoreLog } from "../access/store-log.js";
import { DELETIONS_INDEX } from "../accounts/account-deletion.js";
import { ORDERS_INDEX } from "../accounts/order-book.js";
import { ATTEMPTS_INDEX, CONFIRMED_INDEX } from "../batches/mongo-batches.js";
import type { MigrationDocument } from "../documents/documents.js";
import { EMAILS_INDEX, PASSKEYS_INDEX, PEOPLE_INDEX } from "../people/person-entry.js";
import { CERTIFICATES_INDEX } from "../proofs/proof-lookup.js";
import { FILLED_PAGES_INDEX } from "../registration/receipt-log.js";
import { DUE_SEALS_INDEX, NO_REVOCATION_INDEX, UNSTAMPED_SEALS_INDEX } from "../seals/mongo-seals.js";
import { OPEN_LEDGERS_INDEX } from "../seals/seal-ledger.js";
import { LATER_REGISTRATIONS_INDEX, RECEIPTS_INDEX } from "../search/proof-search.js";
import { splitAnchors } from "./split-anchors.js";

type Index = readonly [collection: string, keys: IndexSpecification, options?: CreateIndexesOptions];

/** By version, from 1. Only collections that are never sharded have unique indexes. */
const MIGRATIONS: readonly (readonly Index[])[] = [
  [
    ["accounts", { createdAt: 1, made: 1 }],
    ["api_keys", { secretHash: 1 }, { unique: true }],
    ["api_keys", { account: 1, createdAt: 1, made: 1 }],
    ["seal_entries", { account: 1 }],
    ["proofs", { account: 1, seq: -1 }],
    ["daily_proofs", { expiresAt: 1 }, { expireAfterSeconds: 0 }],
    ["queue_pages", { first: 1 }, { unique: true }],
    [
      "queue_pages",
      { first: 1, count: 1 },
      { name: FILLED_PAGES_INDEX, partialFilterExpression: { "entries.0": { $exists: true } } },
    ],
    ["batches", { id: 1 }],
    ["batches", { firstSeq: -1 }],
    ["batches", { state: 1, chainId: 1, _id: -1 }],
    ["batches", { chainId: 1, "attempts.from": 1, "attempts.nonce": -1 }, { name: "attempts_by_nonce" }],
    ["rates", { endsAt: 1 }, { expireAfterSeconds: 0 }],
  ],
  [["batches", { "bitcoin.dueAt": 1 }]],
  [["batches", { "bitcoin.blockHeight": 1 }]],
  [
    ["seals", { dueAt: 1 }, { name: DUE_SEALS_INDEX, partialFilterExpression: { dueAt: { $exists: true } } }],
    ["seals", { account: 1 }],
    [
      "seal_accounts",
      { version: 1 },
      { name: OPEN_LEDGERS_INDEX, partialFilterExpression: { "open.0": { $exists: true } } },
    ],
  ],
  [
    ["originals", { account: 1, object: 1, sizeBytes: 1 }],
    ["originals", { "uploads.expiresAt": 1 }],
    ["originals", { custodyKey: 1 }],
    [
      "originals",
      { garbage: 1 },
      { name: "with_garbage", partialFilterExpression: { "garbage.0": { $exists: true } } },
    ],
    ["custody_accounts", { "uploads.expiresAt": 1 }],
    ["custody_downloads", { expiresAt: 1 }, { expireAfterSeconds: 0 }],
  ],
  // Tombstones carry their account. A release before it writes them without, which on a cluster may be another shard.
  [],
  [
    ["batches", { "anchors.state": 1 }],
    ["batches", { "anchors.chainId": 1, "anchors.inclusion.blockNumber": -1 }, { name: CONFIRMED_INDEX }],
    [
      "batches",
      { "attempts.chainId": 1, "attempts.from": 1, "attempts.nonce": -1 },
      { name: ATTEMPTS_INDEX },
    ],
  ],
  [
    [
      "witnesses",
      { dueAt: 1 },
      { name: "due_witnesses", partialFilterExpression: { dueAt: { $exists: true } } },
    ],
  ],
  [
    ["stamps", { set: 1, made: 1 }],
    ["stamp_sets", { "bitcoin.dueAt": 1 }],
    ["stamp_sets", { "bitcoin.blockHeight": 1 }],
    // Finds what lacks the field, which the seals of earlier versions do.
    ["seals", { state: 1, isStamped: 1 }, { name: UNSTAMPED_SEALS_INDEX }],
  ],
  // Tokens carry what the trusted lists said of them, which the schemas of a release before it refuse.
  [],
  [
    [
      "revocation_chains",
      { dueAt: 1 },
      { name: "due_revocation", partialFilterExpression: { dueAt: { $exists: true } } },
    ],
    ["revocation_answers", { chain: 1, position: 1, fetchedAt: 1 }],
    ["seals", { state: 1, isRevocationRequested: 1 }, { name: NO_REVOCATION_INDEX }],
  ],
  // A proof has a certificate if its account registered the bytes first.
  [["proofs", { certificateId: 1 }, { name: CERTIFICATES_INDEX, partialFilterExpression: { first: true } }]],
  // The document of an account decides on its people. A partial index leaves out those without any, which would all have
  // the same key.
  [
    ["accounts", { "people.email": 1 }, uniqueWith("people", EMAILS_INDEX)],
    ["accounts", { "people.id": 1 }, uniqueWith("people", PEOPLE_INDEX)],
    ["accounts", { "passkeys.id": 1 }, uniqueWith("passkeys", PASSKEYS_INDEX)],
    ["accounts", { "orders.id": 1 }, uniqueWith("orders", ORDERS_INDEX)],
    [
      "accounts",
      { "deletion.stage": 1 },
      { name: DELETIONS_INDEX, partialFilterExpression: { "deletion.stage": { $exists: true } } },
    ],
    ["tokens", { expiresAt: 1 }],
    ["tokens", { account: 1, createdAt: -1 }],
    ["tokens", { person: 1 }],
    ["tokens", { email: 1 }],
    ["sessions", { secretHash: 1 }, { unique: true }],
    ["sessions", { person: 1, createdAt: -1 }],
    ["sessions", { account: 1 }],
    ["sessions", { expiresAt: 1 }],
    ["audit_entries", { account: 1, seq: 1 }, { unique: true }],
    ["orders", { account: 1 }],
  ],
  // Proofs may carry their origin, which the schemas of a release before it refuse. Tombstones have no date.
  [
    [
      "proofs",
      { account: 1, receivedAt: -1, seq: -1 },
      { name: RECEIPTS_INDEX, partialFilterExpression: { receivedAt: { $exists: true } } },
    ],
    [
      "proofs",
      { account: 1, hash: 1, seq: -1 },
      { name: LATER_REGISTRATIONS_INDEX, partialFilterExpression: { first: false } },
    ],
  ],
  [["seal_entries", { account: 1, at: -1, _id: -1 }]],
];

/** The version of a database that has all of them. */
export const LATEST_VERSION: number = MIGRATIONS.length;

/** Options of a unique index of the items of a list. */
function uniqueWith(list: string, name: string): CreateIndexesOptions {
  return { name, unique: true, partialFilterExpression: { [`${list}.0`]: { $exists: true } } };
}

/** What a version changes besides its indexes, before them. May be repeated, and by several processes at once. */
const CONVERSIONS: ReadonlyMap<number, (db: Db) => Promise<void>> = new Map([[7, splitAnchors]]);

/** @throws NewerDatabaseError when the database has steps that this program does not know. */
export async function versionOf(db: Db): Promise<number> {
  const migrations = db.collection<MigrationDocument>("migrations");
  const version = (await migrations.findOne({}, { sort: { _id: -1 } }))?._id ?? 0;
  if (version <= LATEST_VERSION) return version;
  throw new NewerDatabaseError(
    `the database has version ${version}, this release supports versions up to ${LATEST_VERSION}: install a newer release`,
  );
}

/**
 * Brings the database up to date. Several processes may do so at once: each step may be repeated, and its version is
 * recorded after it.
 *
 * @throws NewerDatabaseError when the database has steps that this program does not know.
 */
export async function migrate(db: Db, log?: StoreLog): Promise<void> {
  const version = await versionOf(db);
  for (let next = version; next < LATEST_VERSION; next++) {
    // On a large database this takes minutes, in which the service logs nothing else.
    log?.info({ version: next + 1, of: LATEST_VERSION }, "migrating the database");
    await CONVERSIONS.get(next + 1)?.(db);
    for (const [collection, keys, options] of MIGRATIONS[next]!) {
      await db.collection(collection).createIndex(keys, options);
    }
    try {
      await db
        .collection<MigrationDocument>("migrations")
        .insertOne({ _id: next + 1, appliedAt: new Date() });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
