/** Accounts, API keys and the seal ledger in MongoDB. */
import { type Binary, ObjectId } from "mongodb";
import type { AccountRecord, AccountStore, ApiKeyRecord, SealBalance, SealEntry } from "../store.js";
import { binaryToUuid, hexToBinary, ownUuidToBinary, uuidToBinary } from "./binary.js";
import type { AccountDocument, ApiKeyDocument } from "./documents.js";
import type { MongoAccess } from "./mongo-access.js";
import { isDuplicateKey } from "./mongo-errors.js";

/** Within a millisecond the order is that of one process's making. */
const OLDEST_FIRST = { createdAt: 1, made: 1 } as const;

export class MongoAccounts implements AccountStore {
  readonly #access: MongoAccess;

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  async createAccount({ id, plan, createdAt }: AccountRecord): Promise<void> {
    const account = { _id: ownUuidToBinary(id), plan, createdAt, made: new ObjectId() };
    await this.#access.run(({ accounts }) => accounts.insertOne(account));
  }

  async findAccount(id: string): Promise<AccountRecord | null> {
    const _id = uuidToBinary(id);
    const account = _id && (await this.#access.run(({ accounts }) => accounts.findOne({ _id })));
    return account ? accountOf(account) : null;
  }

  async listAccounts(): Promise<readonly AccountRecord[]> {
    const accounts = await this.#access.run(({ accounts }) => accounts.find().sort(OLDEST_FIRST).toArray());
    return accounts.map(accountOf);
  }

  /**
   * The limit is a unique index: each active key of an account takes one of `maxActive` numbered places, and a
   * revoked one gives its place back in the same write.
   */
  async createKey(
    key: { id: string; accountId: string | null; secretHash: string; createdAt: Date },
    maxActive: number,
  ): Promise<boolean> {
    const document = {
      _id: ownUuidToBinary(key.id),
      account: key.accountId === null ? null : ownUuidToBinary(key.accountId),
      secretHash: hexToBinary(key.secretHash),
      createdAt: key.createdAt,
      made: new ObjectId(),
      revokedAt: null,
    };
    const { account } = document;
    if (account === null) {
      await this.#access.run(({ apiKeys }) => apiKeys.insertOne(document));
      return true;
    }
    if ((await this.findAccount(key.accountId!)) === null) {
      throw new RangeError(`there is no account ${key.accountId}`);
    }
    for (;;) {
      const slot = await this.#freeSlot(account, maxActive);
      if (slot === null) return false;
      try {
        await this.#access.run(({ apiKeys }) => apiKeys.insertOne({ ...document, slot }));
        return true;
      } catch (error) {
        // Only the place may be taken by another at the same time: the key's own identifiers are random.
        if (!isDuplicateKey(error) || !("slot" in (error["keyPattern"] ?? {}))) throw error;
      }
    }
  }

  async revokeKey(id: string, at: Date): Promise<boolean> {
    const _id = uuidToBinary(id);
    if (_id === null) return false;
    const { matchedCount } = await this.#access.run(({ apiKeys }) =>
      apiKeys.updateOne({ _id, revokedAt: null }, { $set: { revokedAt: at }, $unset: { slot: "" } }),
    );
    return matchedCount === 1 || (await this.#access.run(({ apiKeys }) => apiKeys.findOne({ _id }))) !== null;
  }

  async findKey(secretHash: string): Promise<ApiKeyRecord | null> {
    const hash = hexToBinary(secretHash);
    const key = await this.#access.run(({ apiKeys }) => apiKeys.findOne({ secretHash: hash }));
    if (key === null) return null;
    const { account } = key;
    if (account === null) return keyOf(key, null);
    const owner = await this.#access.run(({ accounts }) => accounts.findOne({ _id: account }));
    return owner && keyOf(key, accountOf(owner));
  }

  async listKeys(accountId: string): Promise<readonly ApiKeyRecord[]> {
    const account = await this.findAccount(accountId);
    if (account === null) return [];
    const owner = ownUuidToBinary(accountId);
    const keys = await this.#access.run(({ apiKeys }) =>
      apiKeys.find({ account: owner }).sort(OLDEST_FIRST).toArray(),
    );
    return keys.map((key) => keyOf(key, account));
  }

  async addSeals({ id, accountId, kind, amount, cause, at }: SealEntry): Promise<void> {
    if ((await this.findAccount(accountId)) === null)
      throw new RangeError(`there is no account ${accountId}`);
    const entry = { _id: ownUuidToBinary(id), account: ownUuidToBinary(accountId), kind, amount, cause, at };
    await this.#access.run(({ sealEntries }) => sealEntries.insertOne(entry));
  }

  async sealBalance(accountId: string): Promise<SealBalance> {
    const balance = { welcome: 0, pack: 0 };
    const account = uuidToBinary(accountId);
    if (account === null) return balance;
    const sums = await this.#access.run(({ sealEntries }) =>
      sealEntries
        .aggregate<{ _id: "welcome" | "pack"; amount: number }>([
          { $match: { account } },
          { $group: { _id: "$kind", amount: { $sum: "$amount" } } },
        ])
        .toArray(),
    );
    for (const { _id, amount } of sums) balance[_id] = amount;
    return balance;
  }

  async #freeSlot(account: Binary, maxActive: number): Promise<number | null> {
    const active = await this.#access.run(({ apiKeys }) =>
      apiKeys.find({ account, slot: { $exists: true } }, { projection: { slot: 1 } }).toArray(),
    );
    if (active.length >= maxActive) return null;
    const taken = new Set(active.map(({ slot }) => slot));
    let slot = 0;
    while (taken.has(slot)) slot++;
    return slot;
  }
}

function accountOf({ _id, plan, createdAt }: AccountDocument): AccountRecord {
  return { id: binaryToUuid(_id), plan, createdAt };
}

function keyOf({ _id, createdAt, revokedAt }: ApiKeyDocument, account: AccountRecord | null): ApiKeyRecord {
  return { id: binaryToUuid(_id), account, createdAt, revokedAt };
}
