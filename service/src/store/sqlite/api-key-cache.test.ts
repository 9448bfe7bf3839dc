import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { anyAudit, newAccount, newKey } from "../account.testing.js";
import type { Store } from "../store.js";
import { openSqliteStore } from "./sqlite-store.js";

let folder: string;
let service: Store;
let admin: Store;
const secretHash = randomBytes(32).toString("hex");
const id = randomUUID();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-keys-"));
  service = await openSqliteStore(join(folder, "service.sqlite"));
  admin = await openSqliteStore(join(folder, "service.sqlite"));
  const account = newAccount();
  await service.accounts.createAccount(account, null, anyAudit());
  await service.accounts.createKey(newKey(account.id, { id, secretHash }), 5, anyAudit());
});
afterEach(async () => {
  await Promise.all([service.close(), admin.close()]);
  await rm(folder, { recursive: true, force: true });
});

it("drops a cached key at once when another connection revokes it", async () => {
  for (let round = 0; round < 3; round++) {
    expect((await service.accounts.findKey(secretHash))?.revokedAt).toBeNull();
    await nextTurn();
  }
  const revokedAt = new Date();
  await admin.accounts.revokeKey(id, null, revokedAt, anyAudit());
  await nextTurn();
  expect((await service.accounts.findKey(secretHash))?.revokedAt).toEqual(revokedAt);
});

it("drops a cached key at once when this connection revokes it", async () => {
  await service.accounts.findKey(secretHash);
  const revoking = service.accounts.revokeKey(id, null, new Date(), anyAudit());
  await service.accounts.findKey(secretHash);
  await revoking;
  expect((await service.accounts.findKey(secretHash))?.revokedAt).not.toBeNull();
});

it("does not cache missing keys", async () => {
  const other = randomBytes(32).toString("hex");
  expect(await service.accounts.findKey(other)).toBeNull();
  await admin.accounts.createKey(newKey(null, { secretHash: other }), 5, anyAudit());
  expect(await service.accounts.findKey(other)).not.toBeNull();
});
