/** Accounts, API keys and balances of seals in MongoDB. */
import { type Binary, ObjectId } from "mongodb";
import type { AccountRecord, AccountStore, ApiKeyRecord, SealBalance, SealGrant } from "../store.js";
import { BatchLoader } from "./access/batch-loader.js";
import type { MongoAccess } from "./access/mongo-access.js";
import { binaryToHex, binaryToUuid, hexToBinary, ownUuidToBinary, uuidToBinary } from "./documents/binary.js";
import type { AccountDocument, ApiKeyDocument } from "./documents/documents.js";
import type { SealLedger } from "./seals/seal-ledger.js";

/** Within a millisecond, the order is only known for documents of one process. */
const OLDEST_FIRST = { createdAt: 1, made: 1 } as const;

/** Keys whose account is cached, about 200 bytes each. */
const MAX_REMEMBERED = 10_000;

export class MongoAccounts implements AccountStore {
  readonly #access: MongoAccess;
  readonly #ledger: SealLedger;
  readonly #keys: BatchLoader<string, ApiKeyRecord | null>;
  /**
   * Identifier of the account by a key's hash. It never changes, so the key and its account can be read at the same
   * time.
   */
  readonly #accountOfKey = new Map<string, Binary>();

  constructor(access: MongoAccess, ledger: SealLedger) {
    this.#access = access;
    this.#ledger = ledger;
    this.#keys = new BatchLoader((hashes) => this.#findKeys(hashes));
  }

  async createAccount({ id, plan, createdAt }: AccountRecord): Promise<void> {
    const account = { _id: ownUuidToBinary(id), plan, createdAt, made: new ObjectId(), activeKeys: [] };
    await this.#access.run(({ accounts }) => accounts.insertOne(account));
  }

  async findAccount(id: string): Promise<AccountRecord | null> {
    const _id = uuidToBinary(id);
    const account = _id && (await this.#findAccount(_id));
    return account ? accountOf(account) : null;
  }

  async listAccounts(): Promise<readonly AccountRecord[]> {
    const accounts = await this.#access.run(({ accounts }) => accounts.find().sort(OLDEST_FIRST).toArray());
    return accounts.map(accountOf);
  }

  /**
   * A key exists only if the account's document lists it or it is revoked. That document enforces the limit; a key that
   * it does not list was refused, or left behind by a crash.
   */
  async createKey(
    key: { id: string; accountId: string | null; secretHash: string; createdAt: Date },
    maxActive: number,
  ): Promise<boolean> {
    const document: ApiKeyDocument = {
      _id: ownUuidToBinary(key.id),
      account: key.accountId === null ? null : ownUuidToBinary(key.accountId),
      secretHash: hexToBinary(key.secretHash),
      createdAt: key.createdAt,
      made: new ObjectId(),
      revokedAt: null,
    };
    const { _id, account } = document;
    if (account !== null && (await this.#findAccount(account)) === null) {
      throw new RangeError(`there is no account ${key.accountId}`);
    }
    await this.#access.run(({ apiKeys }) => apiKeys.insertOne(document));
    if (account === null || (await this.#activate(account, _id, maxActive))) return true;
    await this.#delist(account);
    if (await this.#activate(account, _id, maxActive)) return true;
    await this.#access.run(({ apiKeys }) => apiKeys.deleteOne({ _id }));
    return false;
  }

  async revokeKey(id: string, at: Date): Promise<boolean> {
    const _id = uuidToBinary(id);
    const key = _id && (await this.#access.run(({ apiKeys }) => apiKeys.findOne({ _id })));
    if (!key) return false;
    await this.#access.run(({ apiKeys }) =>
      apiKeys.updateOne({ _id: key._id, revokedAt: null }, { $set: { revokedAt: at } }),
    );
    if (key.account !== null) await this.#delist(key.account);
    return true;
  }

  findKey(secretHash: string): Promise<ApiKeyRecord | null> {
    return this.#keys.load(secretHash);
  }

  async listKeys(accountId: string): Promise<readonly ApiKeyRecord[]> {
    const _id = uuidToBinary(accountId);
    const account = _id && (await this.#findAccount(_id));
    if (!account) return [];
    const keys = await this.#access.run(({ apiKeys }) =>
      apiKeys.find({ account: account._id }).sort(OLDEST_FIRST).toArray(),
    );
    return keys.filter((key) => isKeyOf(key, account)).map((key) => keyOf(key, accountOf(account)));
  }

  async addSeals(grant: SealGrant): Promise<void> {
    if ((await this.findAccount(grant.accountId)) === null)
      throw new RangeError(`there is no account ${grant.accountId}`);
    await this.#ledger.grant(grant);
  }

  async sealBalance(accountId: string): Promise<SealBalance> {
    const account = uuidToBinary(accountId);
    if (account === null || (await this.#findAccount(account)) === null) return { welcome: 0, pack: 0 };
    return this.#ledger.balance(account);
  }

  async #findKeys(hashes: readonly string[]): Promise<readonly (ApiKeyRecord | null)[]> {
    const secretHash = { $in: [...new Set(hashes)].map(hexToBinary) };
    const remembered = hashes.flatMap((hash) => this.#accountOfKey.get(hash) ?? []);
    const [found, accounts] = await Promise.all([
      this.#access.run(({ apiKeys }) => apiKeys.find({ secretHash }).toArray()),
      this.#findAccounts(remembered),
    ]);
    const unread = found.flatMap(({ account }) =>
      account === null || accounts.has(binaryToUuid(account)) ? [] : account,
    );
    for (const [id, account] of await this.#findAccounts(unread)) accounts.set(id, account);
    const keys = new Map(found.map((key) => [binaryToHex(key.secretHash), key]));
    return hashes.map((hash) => {
      const key = keys.get(hash);
      if (key === undefined) return null;
      if (key.account === null) return keyOf(key, null);
      this.#remember(hash, key.account);
      const account = accounts.get(binaryToUuid(key.account));
      return account !== undefined && isKeyOf(key, account) ? keyOf(key, accountOf(account)) : null;
    });
  }

  #remember(secretHash: string, account: Binary): void {
    if (this.#accountOfKey.size >= MAX_REMEMBERED) this.#accountOfKey.clear();
    this.#accountOfKey.set(secretHash, account);
  }

  /** By identifier. Missing accounts are left out. */
  async #findAccounts(ids: readonly Binary[]): Promise<Map<string, AccountDocument>> {
    if (ids.length === 0) return new Map();
    const unique = [...new Map(ids.map((id) => [binaryToUuid(id), id])).values()];
    const found = await this.#access.run(({ accounts }) => accounts.find({ _id: { $in: unique } }).toArray());
    return new Map(found.map((account) => [binaryToUuid(account._id), account]));
  }

  #findAccount(_id: Binary): Promise<AccountDocument | null> {
    return this.#access.run(({ accounts }) => accounts.findOne({ _id }));
  }

  /** False at the limit. */
  async #activate(account: Binary, key: Binary, maxActive: number): Promise<boolean> {
    if (maxActive <= 0) return false;
    const { matchedCount } = await this.#access.run(({ accounts }) =>
      accounts.updateOne(
        { _id: account, [`activeKeys.${maxActive - 1}`]: { $exists: false } },
        { $push: { activeKeys: key } },
      ),
    );
    return matchedCount === 1;
  }

  /** Removes revoked keys from the account's list, including those whose revocation a crash interrupted. */
  async #delist(account: Binary): Promise<void> {
    const listed = (await this.#findAccount(account))?.activeKeys ?? [];
    const revoked = await this.#access.run(({ apiKeys }) =>
      apiKeys.find({ _id: { $in: [...listed] }, revokedAt: { $ne: null } }).toArray(),
    );
    if (revoked.length === 0) return;
    await this.#access.run(({ accounts }) =>
      accounts.updateOne({ _id: account }, { $pullAll: { activeKeys: revoked.map(({ _id }) => _id) } }),
    );
  }
}

function isKeyOf({ _id, revokedAt }: ApiKeyDocument, { activeKeys }: AccountDocument): boolean {
  return revokedAt !== null || activeKeys.some((active) => binaryToUuid(active) === binaryToUuid(_id));
}

function accountOf({ _id, plan, createdAt }: AccountDocument): AccountRecord {
  return { id: binaryToUuid(_id), plan, createdAt };
}

function keyOf({ _id, createdAt, revokedAt }: ApiKeyDocument, account: AccountRecord | null): ApiKeyRecord {
  return { id: binaryToUuid(_id), account, createdAt, revokedAt };
}
