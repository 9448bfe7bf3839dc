/** Accounts, API keys and balances of seals in MongoDB. */
import { type Binary, type Filter, ObjectId } from "mongodb";
import type { AuditEntry } from "../audit-store.js";
import type {
  AccountChange,
  AccountRecord,
  AccountStore,
  ApiKeyRecord,
  SealBalance,
  SealGrant,
} from "../store.js";
import { BatchLoader } from "./access/batch-loader.js";
import type { MongoAccess } from "./access/mongo-access.js";
import { isDuplicateKey } from "./access/mongo-errors.js";
import { valueById } from "./access/value-by-id.js";
import { type AccountChanges, isStanding } from "./accounts/account-changes.js";
import type { AccountDeletion } from "./accounts/account-deletion.js";
import {
  ACCOUNT_FIELDS,
  accountOf,
  foundedAccount,
  newAccountDocument,
} from "./accounts/account-document.js";
import type { AuditTrail } from "./accounts/audit-trail.js";
import type { OrderBook } from "./accounts/order-book.js";
import { binaryToHex, binaryToUuid, hexToBinary, ownUuidToBinary, uuidToBinary } from "./documents/binary.js";
import type { AccountDocument, ApiKeyDocument } from "./documents/documents.js";
import type { SealLedger } from "./seals/seal-ledger.js";

/** Within a millisecond, the order is only known for documents of one process. */
const OLDEST_FIRST = { createdAt: 1, made: 1 } as const;

/** Documents of accounts that are not deleted. A query for null finds those of former releases, which lack the field. */
const STANDING = { deletion: null } as Filter<AccountDocument>;

/** Uses of keys in one update. */
const USES_AT_ONCE = 256;

/** Keys whose account is cached, about 200 bytes each. */
const MAX_REMEMBERED = 10_000;

export interface MongoAccountsParts {
  readonly access: MongoAccess;
  readonly changes: AccountChanges;
  readonly trail: AuditTrail;
  readonly ledger: SealLedger;
  readonly orders: OrderBook;
  readonly deletion: AccountDeletion;
}

export interface NewApiKey {
  readonly id: string;
  readonly accountId: string | null;
  readonly name: string;
  readonly secretHash: string;
  readonly createdAt: Date;
}

export class MongoAccounts implements AccountStore {
  readonly #access: MongoAccess;
  readonly #changes: AccountChanges;
  readonly #trail: AuditTrail;
  readonly #ledger: SealLedger;
  readonly #orders: OrderBook;
  readonly #deletion: AccountDeletion;
  readonly #keys: BatchLoader<string, ApiKeyRecord | null>;
  /**
   * Identifier of the account by a key's hash. It never changes, so the key and its account can be read at the same
   * time.
   */
  readonly #accountOfKey = new Map<string, Binary>();

  constructor({ access, changes, trail, ledger, orders, deletion }: MongoAccountsParts) {
    this.#access = access;
    this.#changes = changes;
    this.#trail = trail;
    this.#ledger = ledger;
    this.#orders = orders;
    this.#deletion = deletion;
    this.#keys = new BatchLoader((hashes) => this.#findKeys(hashes));
  }

  /** The account's document carries its welcome seals, so one write creates both. */
  async createAccount(account: AccountRecord, welcome: SealGrant | null, audit: AuditEntry): Promise<void> {
    const _id = ownUuidToBinary(account.id);
    const document = newAccountDocument(_id, foundedAccount(account, welcome), []);
    const entry = this.#trail.tentative(audit);
    await entry.write();
    try {
      await this.#access.run(({ accounts }) => accounts.insertOne(document));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // The driver sends it again if the answer was lost, and may meet itself.
      const standing = await this.#changes.read(_id);
      if (!standing?.made?.equals(document.made)) {
        await entry.withdraw();
        throw error;
      }
    }
    await this.#ledger.settle(_id);
  }

  async updateAccount(id: string, change: AccountChange, audit: AuditEntry): Promise<boolean> {
    const _id = uuidToBinary(id);
    if (_id === null) return false;
    return this.#changes.change(_id, audit, (standing) =>
      standing === null || !isStanding(standing) ? { result: false } : { result: true, set: { ...change } },
    );
  }

  async deleteAccount(id: string, at: Date, audit: AuditEntry): Promise<boolean> {
    const _id = uuidToBinary(id);
    return _id !== null && this.#deletion.delete(_id, at, audit);
  }

  async findAccount(id: string): Promise<AccountRecord | null> {
    const _id = uuidToBinary(id);
    const account = _id && (await this.#changes.find(_id));
    return account ? accountOf(account) : null;
  }

  async listAccounts(): Promise<readonly AccountRecord[]> {
    const accounts = await this.#access.run(({ accounts }) =>
      accounts.find(STANDING, { projection: ACCOUNT_FIELDS }).sort(OLDEST_FIRST).toArray(),
    );
    return accounts.map(accountOf);
  }

  async pageAccounts(limit: number, after: string | null): Promise<readonly AccountRecord[]> {
    const place = after === null ? null : await this.#placeOf(after);
    const accounts = await this.#access.run(({ accounts }) =>
      accounts
        .find(place === null ? STANDING : { $and: [STANDING, laterThan(place)] }, {
          projection: ACCOUNT_FIELDS,
        })
        .sort(OLDEST_FIRST)
        .limit(limit)
        .toArray(),
    );
    return accounts.map(accountOf);
  }

  /**
   * A key exists only if the account's document lists it or it is revoked. That document enforces the limit; a key that
   * it does not list was refused, or left behind by a crash.
   */
  async createKey(key: NewApiKey, maxActive: number, audit: AuditEntry): Promise<boolean> {
    const document: ApiKeyDocument = {
      _id: ownUuidToBinary(key.id),
      account: key.accountId === null ? null : ownUuidToBinary(key.accountId),
      secretHash: hexToBinary(key.secretHash),
      createdAt: key.createdAt,
      made: new ObjectId(),
      revokedAt: null,
      name: key.name,
    };
    if (document.account !== null && !(await this.#hasRoom(document.account, maxActive))) return false;
    const entry = this.#trail.tentative(audit);
    await entry.write();
    const isCreated = await this.#storeKey(document, maxActive).catch(async (error: unknown) => {
      if (isDuplicateKey(error)) await entry.withdraw();
      throw error;
    });
    if (!isCreated) await entry.withdraw();
    return isCreated;
  }

  async revokeKey(id: string, accountId: string | null, at: Date, audit: AuditEntry): Promise<boolean> {
    const _id = uuidToBinary(id);
    const key = _id && (await this.#access.run(({ apiKeys }) => apiKeys.findOne({ _id })));
    if (!key || !(await this.#exists(key, accountId))) return false;
    if (key.revokedAt === null) {
      // The administrator names a key, not its account.
      const entry = this.#trail.tentative({ ...audit, accountId: key.account && binaryToUuid(key.account) });
      await entry.write();
      const { matchedCount } = await this.#access.run(({ apiKeys }) =>
        apiKeys.updateOne({ _id: key._id, revokedAt: null }, { $set: { revokedAt: at } }),
      );
      if (matchedCount === 0) await entry.withdraw();
    }
    if (key.account !== null) await this.#delist(key.account);
    return true;
  }

  async touchKeys(uses: readonly { readonly id: string; readonly at: Date }[]): Promise<void> {
    const latest = new Map<string, Date>();
    for (const { id, at } of uses) if (at > (latest.get(id) ?? 0)) latest.set(id, at);
    const ids = [...latest.keys()];
    for (let i = 0; i < ids.length; i += USES_AT_ONCE) {
      const some = ids.slice(i, i + USES_AT_ONCE).map(ownUuidToBinary);
      const usedAt = valueById(some, (id) => latest.get(binaryToUuid(id)));
      // An absent time is before any other.
      const update = [{ $set: { lastUsedAt: { $max: ["$lastUsedAt", usedAt] } } }];
      await this.#access.runRepeatable(({ apiKeys }) => apiKeys.updateMany({ _id: { $in: some } }, update));
    }
  }

  findKey(secretHash: string): Promise<ApiKeyRecord | null> {
    return this.#keys.load(secretHash);
  }

  async listKeys(accountId: string): Promise<readonly ApiKeyRecord[]> {
    const _id = uuidToBinary(accountId);
    const account = _id && (await this.#changes.find(_id));
    if (!account) return [];
    const keys = await this.#access.run(({ apiKeys }) =>
      apiKeys.find({ account: account._id }).sort(OLDEST_FIRST).toArray(),
    );
    return keys.filter((key) => isKeyOf(key, account)).map((key) => keyOf(key, accountOf(account)));
  }

  async addSeals(grant: SealGrant, audit: AuditEntry): Promise<void> {
    const account = ownUuidToBinary(grant.accountId);
    if ((await this.#changes.find(account)) === null)
      throw new RangeError(`there is no account ${grant.accountId}`);
    if (await this.#ledger.has(account, ownUuidToBinary(grant.id))) return;
    const entry = this.#trail.tentative(audit);
    await entry.write();
    await this.#ledger.grant(grant).catch(async (error: unknown) => {
      if (error instanceof RangeError) await entry.withdraw();
      throw error;
    });
  }

  /** Also of a deleted account, whose ledger stays. */
  async sealBalance(accountId: string): Promise<SealBalance> {
    const _id = uuidToBinary(accountId);
    const account = _id && (await this.#changes.read(_id));
    if (!account) return { welcome: 0, pack: 0 };
    await this.#orders.settle(account);
    return this.#ledger.balance(account._id);
  }

  /** Of deleted accounts too. */
  async #placeOf(id: string): Promise<Pick<AccountDocument, "createdAt" | "made">> {
    const _id = uuidToBinary(id);
    const account =
      _id &&
      (await this.#access.run(({ accounts }) =>
        accounts.findOne({ _id }, { projection: { createdAt: 1, made: 1 } }),
      ));
    if (!account) throw new RangeError(`there is no account ${id}`);
    return account;
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
    const found = await this.#access.run(({ accounts }) =>
      accounts.find({ _id: { $in: unique }, ...STANDING }, { projection: ACCOUNT_FIELDS }).toArray(),
    );
    return new Map(found.map((account) => [binaryToUuid(account._id), account]));
  }

  /** @throws RangeError when there is no such account. */
  async #hasRoom(account: Binary, maxActive: number): Promise<boolean> {
    const activeKeys = async () => (await this.#changes.find(account))?.activeKeys;
    const active = await activeKeys();
    if (active === undefined) throw new RangeError(`there is no account ${binaryToUuid(account)}`);
    if (active.length < maxActive) return true;
    await this.#delist(account);
    return ((await activeKeys()) ?? []).length < maxActive;
  }

  async #storeKey(key: ApiKeyDocument, maxActive: number): Promise<boolean> {
    const { _id, account } = key;
    await this.#access.insertOwn(({ apiKeys }) => apiKeys.insertOne(key));
    if (account === null || (await this.#activate(account, _id, maxActive))) return true;
    await this.#delist(account);
    if (await this.#activate(account, _id, maxActive)) return true;
    await this.#access.run(({ apiKeys }) => apiKeys.deleteOne({ _id }));
    return false;
  }

  /** Whether a key was created, of the account if one is named. */
  async #exists(key: ApiKeyDocument, accountId: string | null): Promise<boolean> {
    if (key.account === null) return accountId === null;
    if (accountId !== null && binaryToUuid(key.account) !== accountId) return false;
    const account = await this.#changes.find(key.account);
    return account !== null && isKeyOf(key, account);
  }

  /** False at the limit. */
  async #activate(account: Binary, key: Binary, maxActive: number): Promise<boolean> {
    if (maxActive <= 0) return false;
    const { matchedCount } = await this.#access.run(({ accounts }) =>
      accounts.updateOne(
        { _id: account, ...STANDING, [`activeKeys.${maxActive - 1}`]: { $exists: false } },
        { $push: { activeKeys: key } },
      ),
    );
    return matchedCount === 1;
  }

  /** Removes revoked keys from the account's list, including those whose revocation a crash interrupted. */
  async #delist(account: Binary): Promise<void> {
    const listed = (await this.#changes.find(account))?.activeKeys ?? [];
    const revoked = await this.#access.run(({ apiKeys }) =>
      apiKeys.find({ _id: { $in: [...listed] }, revokedAt: { $ne: null } }).toArray(),
    );
    if (revoked.length === 0) return;
    await this.#access.run(({ accounts }) =>
      accounts.updateOne({ _id: account }, { $pullAll: { activeKeys: revoked.map(({ _id }) => _id) } }),
    );
  }
}

/** Matches accounts after a place in the order `OLDEST_FIRST`. */
function laterThan({
  createdAt,
  made,
}: Pick<AccountDocument, "createdAt" | "made">): Filter<AccountDocument> {
  return { $or: [{ createdAt: { $gt: createdAt } }, { createdAt, made: { $gt: made } }] };
}

function isKeyOf({ _id, revokedAt }: ApiKeyDocument, { activeKeys }: AccountDocument): boolean {
  return revokedAt !== null || activeKeys.some((active) => binaryToUuid(active) === binaryToUuid(_id));
}

function keyOf(key: ApiKeyDocument, account: AccountRecord | null): ApiKeyRecord {
  const { _id, name, createdAt, revokedAt, lastUsedAt } = key;
  return {
    id: binaryToUuid(_id),
    account,
    name: name ?? "",
    createdAt,
    revokedAt,
    lastUsedAt: lastUsedAt ?? null,
  };
}
