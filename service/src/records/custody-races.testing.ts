/** Races between the rules of custody, and with the deletion of an account. */
import { randomBytes, randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import { anyAudit, newAccount } from "../store/account.testing.js";
import type { CustodyUsage, OriginalRecord, UploadRequest } from "../store/custody-store.js";
import type { OpenedTwice } from "../tables/port-contract.testing.js";
import type { Readable, Store } from "../tables/store.js";
import { endCustodyOf } from "./custody.js";
import { everyRow } from "./every-row.js";
import { describeRaces, type RaceOptions } from "./races.testing.js";
import type { Records } from "./records.js";

const NOW = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date("2026-03-01T12:15:00.000Z");
const MAX_ACCOUNT_BYTES = 1_000;

const newRequest = (accountId: string, given: Partial<UploadRequest> = {}): UploadRequest => ({
  ...{ objectId: randomUUID(), proofId: randomUUID(), accountId, minBytes: 100, maxBytes: 100 },
  ...{ maxAccountBytes: MAX_ACCOUNT_BYTES, expiresAt: LATER, ...given },
});

const originalOf = ({ objectId, proofId, accountId }: UploadRequest, sizeBytes = 100): OriginalRecord => ({
  ...{ objectId, proofId, accountId, sizeBytes, fileName: "f", mimeType: "a/b", storedAt: NOW },
  key: { custodyKeyId: "0123456789abcdef", bytes: new Uint8Array(randomBytes(60)) },
});

async function blobsOf(rows: Readable, account: string) {
  const [uploads, originals] = await Promise.all([
    everyRow(rows.garbage, ["account", "expiresAt", "object"], [account]),
    everyRow(rows.originals, ["account", "object", "proof"], [account]),
  ]);
  return { uploads, originals };
}

/** Deletes an account. @returns its uploads and originals, as the deletion saw them. */
async function close(store: Store, account: string): Promise<number> {
  return store.change("test.close", async (rows) => {
    const { uploads, originals } = await blobsOf(rows, account);
    await rows.accounts.update([account], {}, { deletedAt: NOW });
    return uploads.length + originals.length;
  });
}

/** Declares the races for one engine. */
export function describeCustodyRaces(
  name: string,
  openTwo: () => Promise<OpenedTwice>,
  options: RaceOptions,
): void {
  describeRaces(`custody on ${name}`, openTwo, options, ({ store, records, race }) => {
    let accounts: string[] = [];
    afterEach(async () => {
      for (const account of accounts) await expectExactSpace(account);
      accounts = [];
    });

    const newUpload = async (given: Partial<UploadRequest> = {}): Promise<UploadRequest> => {
      const account = newAccount();
      await records().accounts.createAccount(account, null, anyAudit());
      accounts.push(account.id);
      return newRequest(account.id, given);
    };
    const begin = async (upload: UploadRequest) => {
      expect(await records().custody.beginUpload(upload)).toMatchObject({ outcome: "begun" });
      return upload;
    };
    const complete = (on: Records, upload: UploadRequest) => on.custody.completeUpload(originalOf(upload));
    const isGarbage = async ({ objectId }: UploadRequest) =>
      (await records().custody.garbage(99)).some((one) => one.objectId === objectId);
    const isOriginal = async ({ objectId, proofId }: UploadRequest) =>
      (await records().custody.find(proofId))?.objectId === objectId;
    /** The counters are what is there. */
    const expectExactSpace = async (accountId: string): Promise<CustodyUsage> => {
      const { uploads, originals } = await store().read("test.look", (rows) => blobsOf(rows, accountId));
      const use = {
        accountId,
        originals: originals.length,
        storedBytes: originals.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        uploads: uploads.length,
        uploadingBytes: uploads.reduce((sum, { reservedBytes }) => sum + reservedBytes, 0),
      };
      const nothing = { accountId, originals: 0, storedBytes: 0, uploads: 0, uploadingBytes: 0 };
      expect((await records().custody.usageOf([accountId]))[0] ?? nothing).toEqual(use);
      return use;
    };

    it("two uploads for the last bytes: one begins", async () => {
      const upload = await newUpload({ minBytes: 600, maxBytes: 600 });
      const other = { ...upload, objectId: randomUUID(), proofId: randomUUID() };
      const starts = await race(
        (on) => on.custody.beginUpload(upload),
        (on) => on.custody.beginUpload(other),
      );
      expect(starts).toContainEqual({ outcome: "begun", reservedBytes: 600 });
      expect(starts).toContainEqual({ outcome: "no_room", usedBytes: 0, uploadingBytes: 600 });
    });

    it("two uploads of unknown length: both have what is left between them", async () => {
      const upload = await newUpload({ minBytes: 1, maxBytes: 700 });
      const other = { ...upload, objectId: randomUUID(), proofId: randomUUID() };
      const starts = await race(
        (on) => on.custody.beginUpload(upload),
        (on) => on.custody.beginUpload(other),
      );
      expect(starts).toContainEqual({ outcome: "begun", reservedBytes: 700 });
      expect(starts).toContainEqual({ outcome: "begun", reservedBytes: 300 });
    });

    it("an upload and the end of another's custody: the space is exact", async () => {
      const former = await begin(await newUpload({ minBytes: 600, maxBytes: 600 }));
      await records().custody.completeUpload(originalOf(former, 600));
      const upload = newRequest(former.accountId, { minBytes: 600, maxBytes: 600 });
      const [start, isEnded] = await race(
        (on) => on.custody.beginUpload(upload),
        (on) => on.custody.endCustody(former),
      );
      expect(isEnded).toBe(true);
      const { uploadingBytes, storedBytes } = await expectExactSpace(former.accountId);
      expect([uploadingBytes, storedBytes]).toEqual([start.outcome === "begun" ? 600 : 0, 0]);
    });

    it("the end of an upload and its expiry: one takes effect", async () => {
      const upload = await begin(await newUpload({ expiresAt: NOW }));
      const [end, expired] = await race(
        (on) => complete(on, upload),
        (on) => on.custody.expireUploads(NOW, 9),
      );
      expect([end, expired]).toEqual(end === "stored" ? ["stored", 0] : ["expired", 1]);
      expect([await isOriginal(upload), await isGarbage(upload)]).toEqual([expired === 0, expired === 1]);
    });

    it("the end of an upload that another process gives up: one takes effect", async () => {
      const upload = await begin(await newUpload());
      const [end] = await race(
        (on) => complete(on, upload),
        (on) => on.custody.abandonUpload(upload),
      );
      const isStored = end === "stored";
      expect([await isOriginal(upload), await isGarbage(upload)]).toEqual([isStored, !isStored]);
    });

    it("two uploads of one proof: one is the original", async () => {
      const upload = await begin(await newUpload());
      const other = await begin({ ...upload, objectId: randomUUID() });
      const ends = await race(
        (on) => complete(on, upload),
        (on) => complete(on, other),
      );
      expect([...ends].sort()).toEqual(["existing", "stored"]);
    });

    it("the end of custody and an upload in its place: no blob is lost", async () => {
      const former = await begin(await newUpload());
      await complete(records(), former);
      const upload = await begin({ ...former, objectId: randomUUID() });
      const [isEnded, end] = await race(
        (on) => on.custody.endCustody(former),
        (on) => complete(on, upload),
      );
      expect([isEnded, await isGarbage(former)]).toEqual([true, true]);
      expect(await isOriginal(upload)).toBe(end === "stored");
      expect(await records().custody.unknown([former, upload])).toEqual([]);
    });

    it("the end of custody and a new key: the key is not stored again", async () => {
      const upload = await begin(await newUpload());
      await complete(records(), upload);
      const original = (await records().custody.find(upload.proofId))!;
      const key = { custodyKeyId: "fedcba9876543210", bytes: new Uint8Array(60) };
      const [isEnded] = await race(
        (on) => on.custody.endCustody(upload),
        (on) => on.custody.rewrap(original, key),
      );
      expect(isEnded).toBe(true);
      expect(await records().custody.find(upload.proofId)).toBeNull();
    });

    it("the last download of a day, twice: one is spent", async () => {
      const { accountId } = await newUpload();
      const spend = (on: Records) => on.custody.spendDownload(accountId, randomUUID(), NOW, 1);
      const spent = await race(spend, spend);
      expect(spent.map(({ outcome }) => outcome).sort()).toEqual(["none_left", "spent"]);
    });

    it("an upload and the deletion of its account: none that the deletion did not see", async () => {
      const upload = await newUpload();
      const [start, seen] = await race(
        (on) => on.custody.beginUpload(upload).catch((error: unknown) => error),
        (_, on) => close(on, upload.accountId),
      );
      const { uploads } = await expectExactSpace(upload.accountId);
      expect(uploads).toBe(seen);
      if (seen === 0) expect(start).toBeInstanceOf(RangeError);
    });

    it("a deposit and the deletion of its account: nothing is left once it is erased", async () => {
      const upload = await begin(await newUpload());
      const [end] = await race(
        (on) => complete(on, upload),
        (_, on) =>
          on.change("test.close", async (rows) => {
            await rows.accounts.update([upload.accountId], {}, { deletedAt: NOW });
            await endCustodyOf(rows, upload.accountId, 9, NOW);
          }),
      );
      if (end === "stored") {
        // Both took effect: the deletion came later, and has ended what was stored.
        expect(await isGarbage(upload)).toBe(true);
      }
      expect(await isOriginal(upload)).toBe(false);
      expect(await expectExactSpace(upload.accountId)).toMatchObject({ originals: 0, uploads: 0 });
    });

    it("many of all kinds: the space is exact, and each blob is known once", async () => {
      const { accountId } = await newUpload();
      const uploads = Array.from({ length: 12 }, (_, i) =>
        newRequest(accountId, { maxBytes: 150, expiresAt: i % 3 === 0 ? NOW : LATER }),
      );
      // Three uploads of each proof.
      const named = uploads.map((upload, i) => ({ ...upload, proofId: uploads[i % 4]!.proofId }));
      const [kinds, nth] = [fc.nat(4), fc.nat(named.length - 1)];
      const step = async (on: Records, kind: number, upload: UploadRequest) => {
        if (kind === 0) return on.custody.beginUpload(upload);
        if (kind === 1) return complete(on, upload);
        if (kind === 2) return on.custody.abandonUpload(upload);
        return kind === 3 ? on.custody.endCustody(upload) : on.custody.expireUploads(NOW, 2);
      };
      const run = (steps: readonly (readonly [number, number])[]) => (on: Records) =>
        Promise.all(steps.map(([kind, i]) => step(on, kind, named[i]!)));
      for (let round = 0; round < 4; round++) {
        const steps = fc.sample(fc.tuple(kinds, nth), 40);
        await race(run(steps.slice(0, 20)), run(steps.slice(20)));
        const { storedBytes, uploadingBytes } = await expectExactSpace(accountId);
        expect(storedBytes + uploadingBytes).toBeLessThanOrEqual(MAX_ACCOUNT_BYTES);
        const { originals, garbage } = await store().read("test.look", async (rows) => ({
          originals: (await blobsOf(rows, accountId)).originals.map(({ object }) => object),
          garbage: await rows.garbage.getMany(named.map(({ objectId }) => [objectId])),
        }));
        for (const blob of garbage) if (blob !== null) expect(originals).not.toContain(blob.object);
      }
    });
  });
}
