/** The contract of what the administrator's commands read and hasten, for every store. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { eachOpened } from "../store/each-opened.testing.js";
import { anyAudit, newAccount, newCaller } from "./account.testing.js";
import type { Records } from "./records.js";
import { newRegistration } from "./registration.testing.js";
import { NoAccountError } from "./standing-account.js";
import type { OpenedStore } from "./store-contract.testing.js";
import type { Attestation, BatchRecord, Lease, OriginalRecord } from "./types.js";

const NOW = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date("2026-03-01T13:00:00.000Z");
const EARLIER = new Date("2026-03-01T11:00:00.000Z");

/** Declares the suite for one implementation. */
export function describeOperatorStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`what the administrator reads of ${name}`, () => {
    const opened = eachOpened(open);
    let store: Records;
    beforeEach(async () => {
      store = opened().store;
    });

    const account = async (given: Parameters<typeof newAccount>[0] = {}): Promise<string> => {
      const created = newAccount(given);
      await store.accounts.createAccount(created, null, anyAudit());
      return created.id;
    };
    const uploading = async (accountId: string, bytes: number, expiresAt = LATER) => {
      const upload = { objectId: randomUUID(), proofId: randomUUID(), accountId };
      const space = { minBytes: bytes, maxBytes: bytes, maxAccountBytes: 1_000_000, expiresAt };
      expect(await store.custody.beginUpload({ ...upload, ...space })).toMatchObject({ outcome: "begun" });
      return upload;
    };
    const original = async (accountId: string, sizeBytes: number): Promise<OriginalRecord> => {
      const stored = {
        ...(await uploading(accountId, sizeBytes)),
        sizeBytes,
        fileName: "a.pdf",
        mimeType: "application/pdf",
        storedAt: NOW,
        key: { custodyKeyId: "0123456789abcdef", bytes: new Uint8Array(60) },
      };
      expect(await store.custody.completeUpload(stored)).toBe("stored");
      return stored;
    };

    describe("pages of accounts", () => {
      it("hold all of them, oldest first, none twice", async () => {
        const ids: string[] = [];
        // Some of the same moment.
        for (let i = 0; i < 7; i++)
          ids.push(await account({ createdAt: new Date(NOW.getTime() + (i >> 1)) }));
        const read: string[] = [];
        for (let after: string | null = null; ; after = read.at(-1)!) {
          const page = await store.accounts.pageAccounts(3, after);
          read.push(...page.map(({ id }) => id));
          expect(page.length).toBeLessThanOrEqual(3);
          if (page.length < 3) break;
        }
        expect(read).toEqual(ids);
        expect(await store.accounts.pageAccounts(3, ids.at(-1)!)).toEqual([]);
      });

      it("go on after an account that was deleted, and leave it out", async () => {
        const [first, second, third] = [await account(), await account(), await account()];
        await store.accounts.deleteAccount(second, LATER, anyAudit(second));
        const ids = async (after: string | null) =>
          (await store.accounts.pageAccounts(10, after)).map(({ id }) => id);
        expect(await ids(null)).toEqual([first, third]);
        expect(await ids(second)).toEqual([third]);
      });

      it("know no account that never was", async () => {
        await expect(store.accounts.pageAccounts(10, randomUUID())).rejects.toThrow(RangeError);
        await expect(store.accounts.pageAccounts(10, "x")).rejects.toThrow(RangeError);
      });
    });

    describe("the audit trail of what concerns no account", () => {
      it("is its own", async () => {
        const id = await account();
        const entries = [anyAudit(), anyAudit(), anyAudit()];
        for (const entry of [entries[0]!, anyAudit(id), entries[1]!, entries[2]!])
          await store.audit.append(entry);
        const first = await store.audit.list(null, 2, null);
        expect(first.entries.map((entry) => entry.id).slice(0, 2)).toEqual([entries[2]!.id, entries[1]!.id]);
        expect(first.entries[0]).toMatchObject({ accountId: null });
        expect(first.more).toBe(true);
        const rest = await store.audit.list(null, 100, entries[1]!.id);
        expect(rest.entries[0]).toMatchObject({ id: entries[0]!.id });
        const own = (await store.audit.list(id, 100, null)).entries[0]!;
        await expect(store.audit.list(null, 10, own.id)).rejects.toThrow(RangeError);
        await expect(store.audit.list(id, 10, entries[0]!.id)).rejects.toThrow(RangeError);
        await expect(store.audit.list("x", 10, entries[0]!.id)).rejects.toThrow(RangeError);
      });
    });

    describe("custody", () => {
      it("tells the use of several accounts", async () => {
        const [one, two, none] = [await account(), await account(), await account()];
        await original(one, 100);
        await original(one, 23);
        await uploading(one, 7);
        await uploading(two, 5);
        const ended = await original(two, 1_000);
        await store.custody.endCustody(ended);
        const uses = await store.custody.usageOf([none, two, one, randomUUID()]);
        expect(uses).toHaveLength(2);
        expect(uses).toEqual(
          expect.arrayContaining([
            { accountId: one, originals: 2, storedBytes: 123, uploads: 1, uploadingBytes: 7 },
            { accountId: two, originals: 0, storedBytes: 0, uploads: 1, uploadingBytes: 5 },
          ]),
        );
        expect(await store.custody.usageOf([])).toEqual([]);
      });

      it("lists an account's originals in pages", async () => {
        const [id, other] = [await account(), await account()];
        const originals: OriginalRecord[] = [];
        for (let i = 0; i < 5; i++) originals.push(await original(id, 10));
        await original(other, 10);
        await uploading(id, 10);
        await store.custody.endCustody(originals.pop()!);
        const read: OriginalRecord[] = [];
        for (let after: string | null = null; ; after = read.at(-1)!.objectId) {
          const page = await store.custody.originalsOf(id, 3, after);
          read.push(...page);
          if (page.length < 3) break;
        }
        const inOrder = originals.sort((a, b) => (a.objectId < b.objectId ? -1 : 1));
        expect(read).toEqual(inOrder);
        expect(await store.custody.originalsOf(randomUUID(), 3, null)).toEqual([]);
      });

      it("takes no original of an account that was deleted during the upload", async () => {
        const id = await account();
        const upload = await uploading(id, 10);
        const stored = {
          ...{ ...upload, sizeBytes: 10, fileName: "a.pdf", mimeType: "application/pdf", storedAt: NOW },
          key: { custodyKeyId: "0123456789abcdef", bytes: new Uint8Array(60) },
        };
        await store.accounts.deleteAccount(id, NOW, anyAudit(id));
        await expect(store.custody.completeUpload(stored)).rejects.toThrow(NoAccountError);
        expect(await store.custody.find(upload.proofId)).toBeNull();
        expect(await store.custody.originalsOf(id, 10, null)).toEqual([]);
        await store.custody.abandonUpload(upload);
        expect(await store.custody.garbage(10)).toEqual([
          { objectId: upload.objectId, proofId: upload.proofId },
        ]);
        expect(await store.custody.usageOf([id])).toEqual([]);
      });

      it("counts what a purge would find", async () => {
        const id = await account();
        expect(await store.custody.purgeable(NOW)).toEqual({ garbage: 0, expiredUploads: 0 });
        await uploading(id, 5, EARLIER);
        await uploading(id, 5, LATER);
        await store.custody.endCustody(await original(id, 10));
        await store.custody.abandonUpload(await uploading(id, 5));
        expect(await store.custody.purgeable(NOW)).toEqual({ garbage: 2, expiredUploads: 1 });
        await store.custody.expireUploads(NOW, 100);
        expect(await store.custody.purgeable(NOW)).toEqual({ garbage: 3, expiredUploads: 0 });
        await store.custody.forgetGarbage(await store.custody.garbage(100));
        expect(await store.custody.purgeable(LATER)).toEqual({ garbage: 0, expiredUploads: 1 });
      });
    });

    describe("a step in Bitcoin that is hastened", () => {
      let batch: BatchRecord;
      let attest: Lease;

      beforeEach(async () => {
        await store.proofs.register(
          newRegistration(await newCaller(store), { receivedAt: NOW, dailyLimit: 10 }),
        );
        const build = (await store.leases.acquire("batch", "a service", 60_000))!;
        await expect.poll(() => store.batches.peekQueue(build, 10)).not.toBeNull();
        const slice = (await store.batches.peekQueue(build, 10))!;
        const made = { id: randomUUID(), root: "ab".repeat(32), createdAt: NOW, chainIds: [31_337] };
        await store.batches.writeTiles(slice, [{ level: 0, index: 0, values: new Uint8Array(32) }]);
        expect(await store.batches.commit(slice, { ...made, leafCount: slice.count })).toBe(true);
        batch = (await store.batches.find(made.id))!;
        attest = (await store.leases.acquire("attest", "a service", 60_000))!;
      });

      const standing = (given: Partial<Attestation>): Attestation => ({
        ...{
          state: "submitted",
          blockHeight: null,
          timestamp: new Uint8Array([1]),
          submittedAt: EARLIER,
          tries: 4,
        },
        dueAt: LATER,
        ...given,
      });
      const set = async (attestation: Attestation): Promise<void> => {
        const { state } = (await store.attestations.find(batch.id))!;
        expect(await store.attestations.replace(attest, batch.id, state, attestation)).toBe(true);
      };
      const isDue = async () => (await store.attestations.takeDue(attest, NOW, 10)).length === 1;

      it.each([
        ["that is due later", standing({})],
        ["that nothing was due of any more", standing({ dueAt: null })],
        ["whose other parts are collected", standing({ state: "confirmed", blockHeight: 9 })],
      ])("is due at once, of a root %s", async (_, attestation) => {
        await set(attestation);
        expect(await isDue()).toBe(false);
        expect(await store.attestations.hasten(batch.id, NOW)).toBe(true);
        expect(await isDue()).toBe(true);
        expect(await store.attestations.find(batch.id)).toEqual({
          ...attestation,
          timestamp: expect.anything(),
          dueAt: NOW,
        });
        expect(await store.attestations.hasten(batch.id, NOW)).toBe(false);
        // The lease that was at work may go on.
        expect(await store.attestations.replace(attest, batch.id, attestation.state, attestation)).toBe(true);
      });

      it("stays as it is when it is due already, when Bitcoin is done with, and when there is no batch", async () => {
        // From the beginning.
        expect(await store.attestations.hasten(batch.id, NOW)).toBe(false);
        await set(standing({ dueAt: EARLIER }));
        expect(await store.attestations.hasten(batch.id, NOW)).toBe(false);
        const complete = standing({ state: "confirmed", blockHeight: 9, dueAt: null });
        await set(complete);
        expect(await store.attestations.hasten(batch.id, NOW)).toBe(false);
        expect(await store.attestations.find(batch.id)).toEqual({
          ...complete,
          timestamp: expect.anything(),
        });
        expect(await store.attestations.hasten(randomUUID(), NOW)).toBe(false);
        expect(await store.attestations.hasten("x", NOW)).toBe(false);
      });
    });
  });
}
