/** Which callers exist, with a cache that is smaller than a group of registrations. */
import { randomUUID } from "node:crypto";
import type { Binary } from "mongodb";
import { describe, expect, inject, it } from "vitest";
import { ownUuidToBinary } from "../../service/src/store/mongodb/documents/binary.js";
import { ApiKeyCache } from "../../service/src/store/mongodb/registration/api-key-cache.js";
import { openAccess } from "./open-access.js";

const serverUrl = inject("mongodbUrl");

describe.skipIf(serverUrl === null)("the cache of API keys", () => {
  it("knows each key of a group, also those that it forgets on the way", async () => {
    const { access, db, dispose } = await openAccess(serverUrl!);
    try {
      const callers = Array.from({ length: 3 }, () => ({ accountId: randomUUID(), keyId: randomUUID() }));
      for (const { accountId, keyId } of callers) {
        await db.collection<{ _id: Binary }>("accounts").insertOne({ _id: ownUuidToBinary(accountId) });
        await db.collection<{ _id: Binary; account: Binary; secretHash: Binary }>("api_keys").insertOne({
          _id: ownUuidToBinary(keyId),
          account: ownUuidToBinary(accountId),
          secretHash: ownUuidToBinary(randomUUID()),
        });
      }
      const cache = new ApiKeyCache(access, 2);
      expect(await cache.check(callers.slice(0, 2))).toEqual([true, true]);
      expect(await cache.check(callers)).toEqual([true, true, true]);
      const [first, second] = callers;
      const strange = [
        { ...first!, accountId: second!.accountId },
        { ...first!, keyId: randomUUID() },
        { accountId: first!.accountId, keyId: null },
        { accountId: randomUUID(), keyId: null },
      ];
      expect(await cache.check(strange)).toEqual([false, false, true, false]);
    } finally {
      await dispose();
    }
  });
});
