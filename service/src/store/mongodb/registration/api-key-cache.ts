/** Says whether callers exist. The account of an API key is cached: it never changes, and each registration needs it. */
import type { Binary } from "mongodb";
import type { MongoAccess } from "../access/mongo-access.js";
import { binaryToUuid, ownUuidToBinary } from "../documents/binary.js";

const MAX_KEYS = 10_000;

export interface KeyOfAccount {
  /** Null for the account alone. */
  readonly keyId: string | null;
  readonly accountId: string;
}

export class ApiKeyCache {
  readonly #access: MongoAccess;
  /** Account by key. */
  readonly #accounts = new Map<string, string>();

  readonly #maxKeys: number;

  constructor(access: MongoAccess, maxKeys: number = MAX_KEYS) {
    this.#access = access;
    this.#maxKeys = maxKeys;
  }

  /** Whether each key exists and belongs to its account; where there is none, whether the account exists. */
  async check(callers: readonly KeyOfAccount[]): Promise<readonly boolean[]> {
    const [keys, accounts] = await Promise.all([
      this.#checkKeys(
        callers.flatMap(({ keyId, accountId }) => (keyId === null ? [] : { keyId, accountId })),
      ),
      this.#checkAccounts(callers.flatMap(({ keyId, accountId }) => (keyId === null ? accountId : []))),
    ]);
    return callers.map(({ keyId, accountId }) =>
      keyId === null ? accounts.has(accountId) : keys.get(keyId) === accountId,
    );
  }

  async #checkAccounts(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const wanted = [...new Set(ids)].map(ownUuidToBinary);
    const found = await this.#access.run(({ accounts }) =>
      accounts
        // Null finds what lacks the field.
        .find({ _id: { $in: wanted }, deletion: null }, { projection: { _id: 1 } })
        .toArray(),
    );
    return new Set(found.map(({ _id }) => binaryToUuid(_id)));
  }

  /** The account of each key that exists and has one. */
  async #checkKeys(
    keys: readonly { readonly keyId: string; readonly accountId: string }[],
  ): Promise<ReadonlyMap<string, string>> {
    const known = new Map<string, string>();
    const unknown = new Map<string, Binary>();
    for (const { keyId } of keys) {
      const account = this.#accounts.get(keyId);
      if (account === undefined) unknown.set(keyId, ownUuidToBinary(keyId));
      else known.set(keyId, account);
    }
    if (unknown.size > 0) {
      const found = await this.#access.run(({ apiKeys }) =>
        apiKeys.find({ _id: { $in: [...unknown.values()] } }, { projection: { account: 1 } }).toArray(),
      );
      if (this.#accounts.size + found.length > this.#maxKeys) this.#accounts.clear();
      for (const { _id, account } of found) {
        if (account === null) continue;
        this.#accounts.set(binaryToUuid(_id), binaryToUuid(account));
        known.set(binaryToUuid(_id), binaryToUuid(account));
      }
    }
    return known;
  }
}
