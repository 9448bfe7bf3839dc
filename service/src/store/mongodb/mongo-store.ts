/**
 * The `Store` port on MongoDB (standalone, replica set or sharded cluster) for any number of processes. Durable means
 * written to the journals of a majority before a promise resolves. It uses no transactions: each rule relies on the
 * atomicity of one document (docs/operations/scaling.md).
 */

import { MongoRates } from "../../tables/mongodb/mongo-rates.js";
import { serverOf } from "../../tables/mongodb/mongo-transactions.js";
import { shard } from "../../tables/mongodb/shard.js";
import type { Store } from "../store.js";
import type { StoreUse } from "../store-use.js";
import { MongoAccess } from "./access/mongo-access.js";
import { toStoreError } from "./access/mongo-errors.js";
import { openDatabase } from "./access/open-database.js";
import type { StoreLog } from "./access/store-log.js";
import { AccountChanges } from "./accounts/account-changes.js";
import { AccountDeletion } from "./accounts/account-deletion.js";
import { AuditTrail } from "./accounts/audit-trail.js";
import { OrderBook } from "./accounts/order-book.js";
import { MongoAttestations } from "./batches/mongo-attestations.js";
import { MongoBatches } from "./batches/mongo-batches.js";
import { MongoBlockHeaders } from "./batches/mongo-block-headers.js";
import { MongoStamps } from "./batches/mongo-stamps.js";
import { MongoWitnesses } from "./batches/mongo-witnesses.js";
import { MongoCustody } from "./custody/mongo-custody.js";
import { collectionsOf } from "./documents/documents.js";
import { schemasOf } from "./documents/validators.js";
import { MongoAccounts } from "./mongo-accounts.js";
import { MongoLeases } from "./mongo-leases.js";
import { MongoOrders } from "./mongo-orders.js";
import { MongoPeople } from "./mongo-people.js";
import { MongoPing } from "./mongo-ping.js";
import { MongoProofs } from "./mongo-proofs.js";
import { readSecret } from "./mongo-secret.js";
import { MongoTrustSnapshots } from "./mongo-trust-snapshots.js";
import { ProofDecisions } from "./proofs/proof-decisions.js";
import { ReceiptLog } from "./registration/receipt-log.js";
import { migrate, versionOf } from "./schema/migrate.js";
import { setValidators } from "./schema/set-validators.js";
import { settleUse } from "./schema/settle-use.js";
import { SHARD_KEYS } from "./schema/shard-keys.js";
import { MongoRevocation } from "./seals/mongo-revocation.js";
import { MongoSeals } from "./seals/mongo-seals.js";
import { SealLedger } from "./seals/seal-ledger.js";

export interface MongoStoreOptions {
  /** `mongodb://` or `mongodb+srv://`. The path names the database; the default is `svc_proof`. */
  readonly url: string;
  /** Time limit of each query. */
  readonly timeoutMs: number;
  readonly log?: StoreLog | undefined;
  /** What it is opened for; any store when omitted. */
  readonly use?: StoreUse | undefined;
}

/**
 * Opens the store. Creates its indexes if missing.
 *
 * @throws StoreUnavailableError when the URL cannot be used or no server answers in time; the message carries
 * neither address nor credentials, the cause may.
 * @throws NewerDatabaseError when a later version of this program wrote the database.
 * @throws StoreUseError when it serves another use.
 */
export async function openMongoStore(options: MongoStoreOptions): Promise<Store> {
  const { url, timeoutMs } = options;
  await prepareDatabase(options);
  const { client, db } = await openDatabase(url, timeoutMs);
  try {
    const access = new MongoAccess(collectionsOf(db), timeoutMs);
    const ping = new MongoPing(access);
    const receipts = new ReceiptLog(access);
    const batches = new MongoBatches(access, receipts);
    const decisions = new ProofDecisions(access);
    const ledger = new SealLedger(access, decisions);
    const seals = new MongoSeals(access, ledger);
    const proofs = new MongoProofs({ access, receipts, batches, decisions, ledger, seals });
    const trail = new AuditTrail(access);
    const changes = new AccountChanges(access, trail);
    const orders = new OrderBook(access, ledger, changes);
    const deletion = new AccountDeletion(access, changes, orders);
    const sweepAccounts = async () => {
      await orders.sweep();
      await deletion.sweep();
    };
    return {
      accounts: new MongoAccounts({ access, changes, trail, ledger, orders, deletion }),
      people: new MongoPeople({ access, changes, trail, ledger, sweepAccounts }),
      audit: trail,
      orders: new MongoOrders(access, changes, orders),
      proofs,
      seals,
      batches,
      attestations: new MongoAttestations(access),
      stamps: new MongoStamps(access),
      blockHeaders: new MongoBlockHeaders(access),
      witnesses: new MongoWitnesses(access),
      revocation: new MongoRevocation(access),
      custody: new MongoCustody(access),
      trustSnapshots: new MongoTrustSnapshots(access),
      leases: new MongoLeases(access),
      rates: new MongoRates(serverOf({ client, db, timeoutMs })),
      secret: (name) => readSecret(access, name),
      ping: (need) => ping.ask(need),
      close: async () => {
        await proofs.close();
        await client.close();
      },
    };
  } catch (error) {
    await client.close();
    throw toStoreError(error);
  }
}

/** Sets the schemas, creates the indexes, which may take far longer than any query, and shards the collections. */
async function prepareDatabase({ url, timeoutMs, log, use }: MongoStoreOptions): Promise<void> {
  const { client, db } = await openDatabase(url, timeoutMs, { isPatient: true });
  try {
    await versionOf(db);
    if (use !== undefined) await settleUse(db, use);
    await setValidators(db, schemasOf(collectionsOf(db)), log);
    await migrate(db, log);
    await shard(client, db, SHARD_KEYS, log);
  } catch (error) {
    throw toStoreError(error);
  } finally {
    await client.close();
  }
}
