/** The contract of `CustodyStore` and its races, as a test suite that every implementation runs. */
import { randomBytes, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { eachOpened } from "../store/each-opened.testing.js";
import { anyAudit, newAccount } from "./account.testing.js";
import type { CustodyStore } from "./records.js";
import type { OpenedTwice } from "./store-races.testing.js";
import type { OriginalRecord, UploadRequest } from "./types.js";

const NOW = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date("2026-03-01T12:15:00.000Z");
const MAX_ACCOUNT_BYTES = 1_000;
const PARALLEL = 60;

function request(accountId: string, given: Partial<UploadRequest> = {}): UploadRequest {
  return {
    objectId: randomUUID(),
    proofId: randomUUID(),
    accountId,
    minBytes: 100,
    maxBytes: 100,
    maxAccountBytes: MAX_ACCOUNT_BYTES,
    expiresAt: LATER,
    ...given,
  };
}

function original(
  { objectId, proofId, accountId }: UploadRequest,
  given: Partial<OriginalRecord> = {},
): OriginalRecord {
  return {
    objectId,
    proofId,
    accountId,
    sizeBytes: 100,
    fileName: "informe económico.pdf",
    mimeType: "application/pdf",
    storedAt: NOW,
    key: { custodyKeyId: "0123456789abcdef", bytes: new Uint8Array(randomBytes(60)) },
    ...given,
  };
}

/** Declares the suite for one implementation. */
export function describeCustodyStore(name: string, openTwo: () => Promise<OpenedTwice>): void {
  describe(`custody in ${name}`, () => {
    const opened = eachOpened(openTwo);
    let custody: CustodyStore;
    let other: CustodyStore;
    let accountId: string;
    beforeEach(async () => {
      custody = opened().stores[0].custody;
      other = opened().stores[1].custody;
      accountId = randomUUID();
      await opened().stores[0].accounts.createAccount(newAccount({ id: accountId }), null, anyAudit());
    });

    const deposit = async (given: Partial<UploadRequest> = {}): Promise<OriginalRecord> => {
      const upload = request(accountId, given);
      expect(await custody.beginUpload(upload)).toEqual({ outcome: "begun", reservedBytes: 100 });
      const record = original(upload);
      expect(await custody.completeUpload(record)).toBe("stored");
      return record;
    };
    const garbageIds = async () => (await custody.garbage(100)).map(({ objectId }) => objectId).sort();

    it("keeps an original, for every instance", async () => {
      const record = await deposit();
      for (const store of [custody, other]) {
        expect(await store.find(record.proofId)).toEqual(record);
        expect(await store.usedBytes(accountId)).toBe(100);
      }
      expect(await custody.find(randomUUID())).toBeNull();
      expect(await custody.find("not a uuid")).toBeNull();
      expect(await garbageIds()).toEqual([]);
    });

    it("gives the originals of several proofs", async () => {
      const records = [await deposit(), await deposit()];
      const found = await custody.findAll([randomUUID(), ...records.map(({ proofId }) => proofId)]);
      expect(new Set(found.map(({ objectId }) => objectId))).toEqual(
        new Set(records.map(({ objectId }) => objectId)),
      );
      expect(await custody.findAll([])).toEqual([]);
    });

    it("takes room before an upload, and settles it with the size", async () => {
      const upload = request(accountId, { minBytes: 1, maxBytes: 700 });
      expect(await custody.beginUpload(upload)).toEqual({ outcome: "begun", reservedBytes: 700 });
      expect(await custody.usedBytes(accountId)).toBe(0);
      expect(await custody.isUploading(upload.proofId, NOW)).toBe(true);
      expect(await custody.isUploading(upload.proofId, LATER)).toBe(false);
      expect(await custody.find(upload.proofId)).toBeNull();
      const second = request(accountId, { minBytes: 301, maxBytes: 301 });
      expect(await other.beginUpload(second)).toEqual({
        outcome: "no_room",
        usedBytes: 0,
        uploadingBytes: 700,
      });
      expect(await custody.isUploading(second.proofId, NOW)).toBe(false);
      expect(await custody.completeUpload(original(upload, { sizeBytes: 250 }))).toBe("stored");
      expect(await custody.isUploading(upload.proofId, NOW)).toBe(false);
      expect(await custody.usedBytes(accountId)).toBe(250);
    });

    it("takes what is left for an upload of unknown length, to the last byte", async () => {
      await deposit();
      const upload = request(accountId, { minBytes: 1, maxBytes: 5_000 });
      expect(await custody.beginUpload(upload)).toEqual({ outcome: "begun", reservedBytes: 900 });
      const next = request(accountId, { minBytes: 1, maxBytes: 1 });
      expect(await custody.beginUpload(next)).toEqual({
        outcome: "no_room",
        usedBytes: 100,
        uploadingBytes: 900,
      });
      await expect(custody.completeUpload(original(upload, { sizeBytes: 901 }))).rejects.toThrow(RangeError);
      expect(await custody.completeUpload(original(upload, { sizeBytes: 900 }))).toBe("stored");
    });

    it("begins and completes once, however often it is told", async () => {
      const upload = request(accountId);
      expect(await custody.beginUpload(upload)).toMatchObject({ outcome: "begun" });
      const record = original(upload);
      expect(await custody.completeUpload(record)).toBe("stored");
      expect(await other.completeUpload(record)).toBe("stored");
      expect(await custody.usedBytes(accountId)).toBe(100);
    });

    it("lets one upload be the original, and makes the other garbage", async () => {
      const proofId = randomUUID();
      const uploads = [request(accountId, { proofId }), request(accountId, { proofId })];
      for (const upload of uploads) await custody.beginUpload(upload);
      expect(await custody.usedBytes(accountId)).toBe(0);
      expect(await custody.completeUpload(original(uploads[0]!))).toBe("stored");
      expect(await custody.completeUpload(original(uploads[1]!))).toBe("existing");
      await custody.abandonUpload(uploads[1]!);
      expect(await garbageIds()).toEqual([uploads[1]!.objectId]);
      expect(await custody.usedBytes(accountId)).toBe(100);
      expect((await custody.find(proofId))?.objectId).toBe(uploads[0]!.objectId);
    });

    it("gives back all the room of an upload that is abandoned", async () => {
      const upload = request(accountId, { minBytes: 1, maxBytes: 1_000 });
      for (let i = 0; i < 2; i++) {
        const next = { ...upload, objectId: randomUUID() };
        expect(await custody.beginUpload(next)).toEqual({ outcome: "begun", reservedBytes: 1_000 });
        expect(await other.abandonUpload(next)).toBe(true);
      }
    });

    it("does not abandon what is the original", async () => {
      const record = await deposit();
      expect(await custody.abandonUpload(record)).toBe(false);
      expect(await custody.find(record.proofId)).toEqual(record);
      expect(await garbageIds()).toEqual([]);
    });

    it("ends custody: the room is free, the blob garbage, and the key forgotten", async () => {
      const record = await deposit();
      expect(await custody.endCustody(record)).toBe(true);
      expect(await other.endCustody(record)).toBe(false);
      expect(await custody.find(record.proofId)).toBeNull();
      expect(await custody.usedBytes(accountId)).toBe(0);
      expect(await custody.garbage(10)).toEqual([{ objectId: record.objectId, proofId: record.proofId }]);
      await custody.forgetGarbage([record]);
      await custody.forgetGarbage([record]);
      expect(await custody.garbage(10)).toEqual([]);
      expect(await custody.unknown([record])).toEqual([record]);
    });

    it("takes a new original in the place of one that is garbage, and loses neither blob", async () => {
      const former = await deposit();
      await custody.endCustody(former);
      const record = await deposit({ proofId: former.proofId });
      expect(await custody.endCustody(former)).toBe(false);
      expect(await custody.find(former.proofId)).toEqual(record);
      expect(await garbageIds()).toEqual([former.objectId]);
      await custody.forgetGarbage([former]);
      expect(await custody.find(former.proofId)).toEqual(record);
    });

    it("ends uploads whose time is over, once and for all", async () => {
      const dead = request(accountId, { expiresAt: NOW });
      const alive = request(accountId);
      await custody.beginUpload(dead);
      await custody.beginUpload(alive);
      expect(await custody.expireUploads(NOW, 10)).toBe(1);
      expect(await custody.expireUploads(NOW, 10)).toBe(0);
      expect(await garbageIds()).toEqual([dead.objectId]);
      // The upload that has not expired still holds its space.
      const rest = request(accountId, { minBytes: 1, maxBytes: 1_000 });
      expect(await custody.beginUpload(rest)).toEqual({ outcome: "begun", reservedBytes: 900 });
      await custody.abandonUpload(rest);
      await custody.forgetGarbage([rest]);
      // A process that resumes after a pause must not revive the upload.
      expect(await custody.completeUpload(original(dead))).toBe("expired");
      await custody.forgetGarbage([dead]);
      expect(await custody.completeUpload(original(dead))).toBe("expired");
      expect(await custody.find(dead.proofId)).toBeNull();
      expect(await custody.completeUpload(original(alive))).toBe("stored");
      expect(await custody.expireUploads(LATER, 10)).toBe(0);
    });

    it("knows which blobs nothing refers to", async () => {
      const stored = await deposit();
      const upload = request(accountId);
      await custody.beginUpload(upload);
      const garbage = await deposit();
      await custody.endCustody(garbage);
      const strangers = [
        { objectId: randomUUID(), proofId: stored.proofId },
        { objectId: randomUUID(), proofId: randomUUID() },
      ];
      const names = [stored, upload, garbage].map(({ objectId, proofId }) => ({ objectId, proofId }));
      expect(await custody.unknown([...names, ...strangers])).toEqual(strangers);
      expect(await custody.unknown([])).toEqual([]);
    });

    it("rewraps keys, each from what it was", async () => {
      const records = [await deposit(), await deposit()];
      expect(await custody.wrappedOtherwise("0123456789abcdef", 10)).toEqual([]);
      const found = await custody.wrappedOtherwise("fedcba9876543210", 10);
      expect(found).toHaveLength(2);
      expect(await custody.wrappedOtherwise("0000000000000000", 1)).toHaveLength(1);
      const key = { custodyKeyId: "fedcba9876543210", bytes: new Uint8Array(randomBytes(60)) };
      expect(await custody.rewrap(records[0]!, key)).toBe(true);
      expect(await other.rewrap(records[0]!, { ...key, bytes: new Uint8Array(60) })).toBe(false);
      expect((await custody.find(records[0]!.proofId))?.key).toEqual(key);
      expect(await custody.wrappedOtherwise("fedcba9876543210", 10)).toEqual([records[1]]);
      await custody.endCustody(records[1]!);
      expect(await custody.rewrap(records[1]!, key)).toBe(false);
      expect(await custody.wrappedOtherwise("fedcba9876543210", 10)).toEqual([]);
    });

    it("counts downloads by UTC day", async () => {
      const lastOfDay = new Date("2026-03-01T23:59:59.999Z");
      const nextDay = new Date("2026-03-02T00:00:00.000Z");
      const download = randomUUID();
      expect(await custody.spendDownload(accountId, download, NOW, 2)).toEqual({ outcome: "spent", used: 1 });
      expect(await other.spendDownload(accountId, download, NOW, 2)).toEqual({ outcome: "spent", used: 1 });
      expect(await custody.spendDownload(accountId, randomUUID(), lastOfDay, 2)).toMatchObject({ used: 2 });
      expect(await custody.spendDownload(accountId, randomUUID(), NOW, 2)).toEqual({
        outcome: "none_left",
        used: 2,
      });
      expect(await custody.downloadsOfDay(accountId, nextDay)).toBe(0);
      expect(await custody.spendDownload(accountId, randomUUID(), nextDay, 2)).toMatchObject({ used: 1 });
      expect(await custody.downloadsOfDay(accountId, NOW)).toBe(2);
    });

    it("never takes more than the account's space, with uploads that race over two instances", async () => {
      const uploads = Array.from({ length: PARALLEL }, () =>
        request(accountId, { minBytes: 70, maxBytes: 70 }),
      );
      const starts = await Promise.all(
        uploads.map((upload, i) => (i % 2 === 0 ? custody : other).beginUpload(upload)),
      );
      const begun = uploads.filter((_, i) => starts[i]!.outcome === "begun");
      // 14 × 70 = 980: there is no space for another, and no upload was refused needlessly.
      expect(begun).toHaveLength(14);
      for (const start of starts) {
        if (start.outcome === "no_room") expect(start).toMatchObject({ usedBytes: 0, uploadingBytes: 980 });
      }
      const ends = await Promise.all(
        begun.map((upload, i) =>
          i % 3 === 0
            ? custody.abandonUpload(upload)
            : (i % 2 === 0 ? custody : other).completeUpload(original(upload, { sizeBytes: 70 - i })),
        ),
      );
      const storedBytes = begun.reduce((sum, _, i) => sum + (i % 3 === 0 ? 0 : 70 - i), 0);
      expect(ends.filter((end) => end === "stored")).toHaveLength(9);
      expect(await custody.usedBytes(accountId)).toBe(storedBytes);
      expect(await other.usedBytes(accountId)).toBe(storedBytes);
    });

    it("lets one of many uploads for one proof be the original", async () => {
      const proofId = randomUUID();
      const uploads = Array.from({ length: 20 }, () =>
        request(accountId, { proofId, minBytes: 10, maxBytes: 10 }),
      );
      await Promise.all(uploads.map((upload, i) => (i % 2 ? custody : other).beginUpload(upload)));
      const ends = await Promise.all(
        uploads.map((upload, i) =>
          (i % 2 ? custody : other).completeUpload(original(upload, { sizeBytes: 10 })),
        ),
      );
      expect(ends.filter((end) => end === "stored")).toHaveLength(1);
      expect(ends.filter((end) => end === "existing")).toHaveLength(19);
      await Promise.all(
        uploads.map((upload, i) => (ends[i] === "stored" ? null : custody.abandonUpload(upload))),
      );
      expect(await custody.usedBytes(accountId)).toBe(10);
      expect(await garbageIds()).toHaveLength(19);
    });

    it("ends custody once, and completes or expires an upload, never both", async () => {
      const record = await deposit();
      const ended = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 ? custody : other).endCustody(record)),
      );
      expect(ended.filter(Boolean)).toHaveLength(1);
      for (let round = 0; round < 10; round++) {
        const upload = request(accountId, { expiresAt: NOW });
        await custody.beginUpload(upload);
        const [end] = await Promise.all([
          custody.completeUpload(original(upload)),
          other.expireUploads(NOW, 10),
        ]);
        const found = await custody.find(upload.proofId);
        expect(found === null).toBe(end === "expired");
        const isGarbage = (await garbageIds()).includes(upload.objectId);
        expect(isGarbage).toBe(end === "expired");
        expect(await custody.usedBytes(accountId)).toBe(found === null ? 0 : 100);
        if (found !== null) await custody.endCustody(found);
      }
    });

    it("spends each download of a day once, over two instances", async () => {
      const spent = await Promise.all(
        Array.from({ length: PARALLEL }, (_, i) =>
          (i % 2 ? custody : other).spendDownload(accountId, randomUUID(), NOW, 10),
        ),
      );
      const used = spent.filter(({ outcome }) => outcome === "spent").map((one) => one.used);
      expect(used.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(await custody.downloadsOfDay(accountId, NOW)).toBe(10);
    });
  });
}
