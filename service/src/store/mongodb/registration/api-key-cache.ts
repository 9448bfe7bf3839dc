/** Caches the account of each API key: it never changes, and each registration needs it. */
import type { Binary } from "mongodb";
import type { MongoAccess } from "../access/mongo-access.js";
import { binaryToUuid, ownUuidToBinary } from "../documents/binary.js";

const MAX_CACHED = 10_000;

export interface KeyOfAccount {
  readonly keyId: string;
  readonly accountId: string;
}

export class ApiKeyCache {
  readonly #access: MongoAccess;
  /** Account by key. */
  readonly #accounts = new Map<string, string>();

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  /** Whether each key exists and belongs to its account. */
  async check(keys: readonly KeyOfAccount[]): Promise<readonly boolean[]> {
    const unknown = new Map<string, Binary>();
    for (const { keyId } of keys) {
      if (!this.#accounts.has(keyId)) unknown.set(keyId, ownUuidToBinary(keyId));
    }
    if (unknown.size > 0) {
      const found = await this.#access.run(({ apiKeys }) =>
        apiKeys.find({ _id: { $in: [...unknown.values()] } }, { projection: { account: 1 } }).toArray(),
      );
      if (this.#accounts.size + found.length > MAX_CACHED) this.#accounts.clear();
      for (const { _id, account } of found) {
        if (account !== null) this.#accounts.set(binaryToUuid(_id), binaryToUuid(account));
      }
    }
    return keys.map(({ keyId, accountId }) => this.#accounts.get(keyId) === accountId);
  }
}
