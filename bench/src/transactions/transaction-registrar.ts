/**
 * Registrations in multi-document transactions, for comparison with the store (docs/decisions/006-mongodb.md). It has
 * the store's rules for fingerprints, idempotency keys, daily limits and the order of receipt, in the store's shapes. It
 * has neither seals nor API keys.
 *
 * Requests that arrive while a group is in flight form the next one. A group is one transaction. If a unique index
 * refuses it, it is split, so that one request's fate is not another's.
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Registration } from "@svc-proof/service/records/types";
import {
  Binary,
  type ClientSession,
  type Collection,
  type Db,
  type Document,
  type MongoClient,
  MongoError,
  MongoServerError,
  type TransactionOptions,
} from "mongodb";

const MAX_GROUP = 256;
const MAX_PAUSE_MS = 4;
const OPTIONS: TransactionOptions = {
  readConcern: { level: "snapshot" },
  writeConcern: { w: "majority", journal: true },
  readPreference: "primary",
};
const DAY_MS = 86_400_000;
const DUPLICATE_KEY = 11_000;

export type TransactionOutcome = "created" | "existing" | "quota_exceeded";

/**
 * When a transaction takes the counter of the order of receipt, for which those of other processes must wait. `late`:
 * after its other writes, and the driver tries again after a pause that grows up to half a second (`withTransaction`).
 * `early`: before everything else, and it is tried again after a few milliseconds.
 */
export type Locking = "late" | "early";

interface Pending {
  readonly asked: Registration;
  resolve(outcome: TransactionOutcome): void;
  reject(error: unknown): void;
}

interface Known extends Document {
  _id: Binary;
  proof: Binary;
  account: Binary;
}

interface Writes {
  readonly proofs: Document[];
  readonly fingerprints: Known[];
  readonly keys: Known[];
  readonly days: Map<string, number>;
}

export class TransactionRegistrar {
  readonly #client: MongoClient;
  readonly #locking: Locking;
  readonly #proofs: Collection<Document>;
  readonly #fingerprints: Collection<Known>;
  readonly #keys: Collection<Known>;
  readonly #days: Collection<{ _id: string; used: number }>;
  readonly #counters: Collection<{ _id: string; next: number; turn: number }>;
  #queue: Pending[] = [];
  #isWorking = false;
  /** Transactions that were begun, and those that were committed. */
  readonly counts = { begun: 0, committed: 0 };

  constructor(client: MongoClient, db: Db, locking: Locking) {
    this.#client = client;
    this.#locking = locking;
    this.#proofs = db.collection("proofs");
    this.#fingerprints = db.collection("fingerprints");
    this.#keys = db.collection("idempotency_keys");
    this.#days = db.collection("daily_proofs");
    this.#counters = db.collection("counters");
  }

  async prepare(): Promise<void> {
    await this.#proofs.createIndex({ account: 1, seq: -1 });
    await this.#proofs.createIndex({ seq: 1 }, { unique: true });
    // Collections made inside a transaction would hold it up.
    await this.#fingerprints.createIndex({ account: 1 });
    await this.#keys.createIndex({ account: 1 });
    await this.#days.createIndex({ used: 1 });
    await this.#counters.updateOne(
      { _id: "receipt" },
      { $setOnInsert: { next: 1, turn: 0 } },
      { upsert: true },
    );
  }

  register(asked: Registration): Promise<TransactionOutcome> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ asked, resolve, reject });
      if (this.#isWorking) return;
      this.#isWorking = true;
      setImmediate(() => void this.#work());
    });
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0) await this.#registerGroup(this.#queue.splice(0, MAX_GROUP));
    this.#isWorking = false;
  }

  /** Never rejects. */
  async #registerGroup(group: readonly Pending[]): Promise<void> {
    try {
      const outcomes = await this.#client.withSession((session) => this.#commit(session, group));
      this.counts.committed++;
      for (const [i, { resolve }] of group.entries()) resolve(outcomes[i]!);
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== DUPLICATE_KEY || group.length === 1) {
        for (const { reject } of group) reject(error);
        return;
      }
      const half = group.length >> 1;
      await this.#registerGroup(group.slice(0, half));
      await this.#registerGroup(group.slice(half));
    }
  }

  async #commit(session: ClientSession, group: readonly Pending[]): Promise<readonly TransactionOutcome[]> {
    if (this.#locking === "late") {
      return session.withTransaction(() => {
        this.counts.begun++;
        return this.#attempt(session, group);
      }, OPTIONS);
    }
    for (;;) {
      this.counts.begun++;
      session.startTransaction(OPTIONS);
      try {
        await this.#counters.updateOne({ _id: "receipt" }, { $inc: { turn: 1 } }, { session });
        const outcomes = await this.#attempt(session, group);
        await session.commitTransaction();
        return outcomes;
      } catch (error) {
        if (session.inTransaction()) await session.abortTransaction();
        const isTransient = error instanceof MongoError && error.hasErrorLabel("TransientTransactionError");
        if (!isTransient) throw error;
        await sleep(Math.random() * MAX_PAUSE_MS);
      }
    }
  }

  async #attempt(session: ClientSession, group: readonly Pending[]): Promise<readonly TransactionOutcome[]> {
    const fingerprints = await this.#read(
      session,
      this.#fingerprints,
      group.map(({ asked }) => hashOf(asked)),
    );
    const keys = await this.#read(
      session,
      this.#keys,
      group.flatMap(({ asked }) => keyOf(asked) ?? []),
    );
    const used = await this.#readDays(session, [...new Set(group.map(({ asked }) => dayOf(asked)))]);
    const writes: Writes = { proofs: [], fingerprints: [], keys: [], days: new Map() };
    const outcomes = group.map(({ asked }) => decide(asked, { fingerprints, keys, used }, writes));
    await this.#write(session, writes, used);
    return outcomes;
  }

  async #read(
    session: ClientSession,
    collection: Collection<Known>,
    ids: readonly Binary[],
  ): Promise<Map<string, Known>> {
    if (ids.length === 0) return new Map();
    const found = await collection.find({ _id: { $in: [...ids] } }, { session }).toArray();
    return new Map(found.map((known) => [textOf(known._id), known as Known]));
  }

  async #readDays(session: ClientSession, days: readonly string[]): Promise<Map<string, number>> {
    const found = await this.#days.find({ _id: { $in: [...days] } }, { session }).toArray();
    return new Map(found.map(({ _id, used }) => [_id, used]));
  }

  /** The counter comes last before the proofs, because every other process's group waits for it. */
  async #write(session: ClientSession, writes: Writes, used: ReadonlyMap<string, number>): Promise<void> {
    if (writes.fingerprints.length > 0) await this.#fingerprints.insertMany(writes.fingerprints, { session });
    if (writes.keys.length > 0) await this.#keys.insertMany(writes.keys, { session });
    const { proofs } = writes;
    if (proofs.length === 0) return;
    const known = [...writes.days].filter(([day]) => used.has(day));
    const fresh = [...writes.days].filter(([day]) => !used.has(day));
    if (fresh.length > 0) {
      await this.#days.insertMany(
        fresh.map(([_id, made]) => ({ _id, used: made })),
        { session },
      );
    }
    if (known.length > 0) {
      const days = known.map(([day]) => day);
      const made = known.map(([, count]) => count);
      const added = { $arrayElemAt: [{ $literal: made }, { $indexOfArray: [{ $literal: days }, "$_id"] }] };
      await this.#days.updateMany({ _id: { $in: days } }, [{ $set: { used: { $add: ["$used", added] } } }], {
        session,
      });
    }
    const counter = await this.#counters.findOneAndUpdate(
      { _id: "receipt" },
      { $inc: { next: proofs.length } },
      { session, returnDocument: "before" },
    );
    const numbered = proofs.map((proof, i) => ({ ...proof, seq: counter!.next + i }));
    await this.#proofs.insertMany(numbered, { session });
  }
}

interface Facts {
  readonly fingerprints: Map<string, Known>;
  readonly keys: Map<string, Known>;
  readonly used: ReadonlyMap<string, number>;
}

/** Decides one registration by what was read and what its group has decided before it. */
function decide(asked: Registration, facts: Facts, writes: Writes): TransactionOutcome {
  const [account, hash, key, day] = [uuid(asked.accountId), hashOf(asked), keyOf(asked), dayOf(asked)];
  const proof = uuid(asked.id);
  if (key !== null && facts.keys.has(textOf(key))) return "existing";
  const first = facts.fingerprints.get(textOf(hash));
  const isOwn = first !== undefined && textOf(first.account) === textOf(account);
  const made = writes.days.get(day) ?? 0;
  if (!isOwn && (facts.used.get(day) ?? 0) + made >= asked.dailyLimit) return "quota_exceeded";
  if (key !== null) {
    const bound = { _id: key, proof: isOwn ? first.proof : proof, account };
    facts.keys.set(textOf(key), bound);
    writes.keys.push(bound);
  }
  if (isOwn) return "existing";
  if (first === undefined) {
    const fingerprint = { _id: hash, proof, account };
    facts.fingerprints.set(textOf(hash), fingerprint);
    writes.fingerprints.push(fingerprint);
  }
  writes.days.set(day, made + 1);
  writes.proofs.push({
    _id: proof,
    account,
    certificateId: uuid(asked.certificateId),
    hash,
    name: asked.name,
    metadata: asked.metadata,
    size: asked.size,
    mimeType: asked.mimeType,
    receivedAt: asked.receivedAt,
    first: first === undefined,
  });
  return "created";
}

function uuid(text: string): Binary {
  return new Binary(Buffer.from(text.replaceAll("-", ""), "hex"), Binary.SUBTYPE_UUID);
}

function hashOf({ hash }: Registration): Binary {
  return new Binary(Buffer.from(hash, "hex"));
}

function keyOf({ keyId, idempotencyKey }: Registration): Binary | null {
  return idempotencyKey === null
    ? null
    : new Binary(createHash("sha256").update(`${keyId}\n${idempotencyKey}`).digest());
}

function dayOf({ accountId, receivedAt }: Registration): string {
  return `${accountId}/${Math.floor(receivedAt.getTime() / DAY_MS)}`;
}

function textOf({ buffer, position }: Binary): string {
  return Buffer.from(buffer.buffer, buffer.byteOffset, position).toString("hex");
}
