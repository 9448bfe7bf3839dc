/**
 * The `Store` port on MongoDB: standalone, replica set or sharded cluster alike, for any number of processes.
 * Durable means: written to the journals of a majority before a promise resolves. No transactions: each rule
 * rests on the atomicity of one document (docs/operations/scaling.md).
 */
import type { Store } from "../store.js";
import { MongoCustody } from "./custody/mongo-custody.js";
import { collectionsOf } from "./documents.js";
import { MongoAccess } from "./mongo-access.js";
import { MongoAccounts } from "./mongo-accounts.js";
import { MongoAttestations } from "./mongo-attestations.js";
import { MongoBatches } from "./mongo-batches.js";
import { MongoBlockHeaders } from "./mongo-block-headers.js";
import { toStoreError } from "./mongo-errors.js";
import { MongoLeases } from "./mongo-leases.js";
import { MongoPing } from "./mongo-ping.js";
import { MongoProofs } from "./mongo-proofs.js";
import { MongoRates } from "./mongo-rates.js";
import { readSecret } from "./mongo-secret.js";
import { openDatabase } from "./open-database.js";
import { ProofDecisions } from "./proof-decisions.js";
import { ReceiptLog } from "./registration/receipt-log.js";
import { migrate, type StoreLog, shard } from "./schema.js";
import { MongoSeals } from "./seals/mongo-seals.js";
import { SealLedger } from "./seals/seal-ledger.js";

export interface MongoStoreOptions {
  /** `mongodb://` or `mongodb+srv://`; its path names the database, `svc_proof` when it has none. */
  readonly url: string;
  /** Time that any one question to the server may take. */
  readonly timeoutMs: number;
  readonly log?: StoreLog;
}

/**
 * Opens the store, making its indexes when there are none.
 *
 * @throws StoreUnavailableError when the URL cannot be used or no server answers in time; the message carries
 * neither address nor credentials, the cause may.
 * @throws NewerDatabaseError when a later version of this program wrote the database.
 */
export async function openMongoStore({ url, timeoutMs, log }: MongoStoreOptions): Promise<Store> {
  await prepareDatabase({ url, timeoutMs, ...(log === undefined ? {} : { log }) });
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
    return {
      accounts: new MongoAccounts(access, ledger),
      proofs,
      seals,
      batches,
      attestations: new MongoAttestations(access),
      blockHeaders: new MongoBlockHeaders(access),
      custody: new MongoCustody(access),
      leases: new MongoLeases(access),
      rates: new MongoRates(access),
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

/** Makes what the database lacks: indexes, which may take far longer than any question, and the spread over shards. */
async function prepareDatabase({ url, timeoutMs, log }: MongoStoreOptions): Promise<void> {
  const { client, db } = await openDatabase(url, timeoutMs, { isPatient: true });
  try {
    await migrate(db, log);
    await shard(client, db, log);
  } catch (error) {
    throw toStoreError(error);
  } finally {
    await client.close();
  }
}
