import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { anyAudit, newAccount } from "../records/account.testing.js";
import { type Records, recordsOn } from "../records/records.js";
import { openMemoryStore } from "../store/memory-store.testing.js";
import { type Store, StoreUnavailableError } from "../store/store.js";
import { DownloadAllowance } from "./custody.js";

const NOW = new Date("2026-05-01T12:00:00Z");
const TOMORROW = new Date("2026-05-02T12:00:00Z");

let isFull: boolean;
let records: Records;
let downloads: DownloadAllowance;
let accountId: string;

beforeEach(async () => {
  isFull = false;
  const store = openMemoryStore();
  const change: Store["change"] = (name, rule) =>
    isFull ? Promise.reject(new StoreUnavailableError("full")) : store.change(name, rule);
  records = recordsOn({ ...store, change });
  downloads = new DownloadAllowance(records.custody);
  const account = newAccount();
  accountId = account.id;
  await records.accounts.createAccount(account, null, anyAudit());
});

it("counts while the store takes no changes, up to the allowance, and settles afterwards", async () => {
  expect(await downloads.spend(accountId, NOW, 3)).toBe(1);
  isFull = true;
  expect(await Promise.all([1, 2, 3].map(() => downloads.spend(accountId, NOW, 3)))).toEqual(
    expect.arrayContaining([2, 3, null]),
  );
  expect(await downloads.spend(accountId, TOMORROW, 3)).toBe(1);
  expect(await downloads.used(accountId, NOW)).toBe(3);
  expect(await records.custody.downloadsOfDay(accountId, NOW)).toBe(1);
  await expect(downloads.settle()).rejects.toThrow("full");
  isFull = false;
  await downloads.settle();
  expect(await records.custody.downloadsOfDay(accountId, NOW)).toBe(3);
  expect(await downloads.used(accountId, NOW)).toBe(3);
  expect(await downloads.spend(accountId, NOW, 3)).toBeNull();
  expect(await downloads.spend(accountId, TOMORROW, 3)).toBe(2);
});

it("counts downloads at once, though the store tells all of them the same", async () => {
  isFull = true;
  const all = await Promise.all(Array.from({ length: 20 }, () => downloads.spend(accountId, NOW, 10)));
  expect(all.filter((used) => used !== null)).toHaveLength(10);
});

it("owes nothing of an account that is unknown", async () => {
  isFull = true;
  expect(await downloads.spend(randomUUID(), NOW, 3)).toBe(1);
  isFull = false;
  await downloads.settle();
  expect(await downloads.spend(accountId, NOW, 3)).toBe(1);
});
