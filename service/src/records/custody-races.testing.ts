/** Rules on custody, each beside each of the same rows, and many at once. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eachOpened } from "../store/each-opened.testing.js";
import type { OpenedTwice } from "../store/port-contract.testing.js";
import type { Changeable, Readable } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { anyAudit, newAccount } from "./account.testing.js";
import { endCustodyOf } from "./custody.js";
import { everyRow } from "./every-row.js";
import { type Records, recordsOn } from "./records.js";
import type { AnyRule, Scene } from "./rule-pairs.testing.js";
import type { OriginalRecord, UploadRequest } from "./types.js";

const NOW = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date("2026-03-01T12:15:00.000Z");
const MAX_ACCOUNT_BYTES = 1_000;

const account = randomUUID();
const proof = randomUUID();

const requestOf = (bytes: number, given: Partial<UploadRequest> = {}): UploadRequest => ({
  ...{ objectId: randomUUID(), proofId: proof, accountId: account, minBytes: bytes, maxBytes: bytes },
  ...{ maxAccountBytes: MAX_ACCOUNT_BYTES, expiresAt: LATER, ...given },
});

const key = (byte: number) => ({ custodyKeyId: `key ${byte}`, bytes: new Uint8Array([byte]) });

const originalOf = ({ objectId, proofId, accountId }: UploadRequest, sizeBytes = 100): OriginalRecord => ({
  ...{ objectId, proofId, accountId, sizeBytes, fileName: "f", mimeType: "a/b", storedAt: NOW, key: key(1) },
});

async function blobsOf(rows: Readable) {
  const [uploads, originals] = await Promise.all([
    everyRow(rows.garbage, ["account", "expiresAt", "object"], [account]),
    everyRow(rows.originals, ["account", "object", "proof"], [account]),
  ]);
  return { uploads, originals };
}

/** The counters are not what is there, there is too much, or a blob is both an original and garbage. */
async function faultsOf(rows: Readable): Promise<readonly string[]> {
  const [{ uploads, originals }, space] = await Promise.all([
    blobsOf(rows),
    rows.custodySpace.get([account]),
  ]);
  const { account: _, ...counted } = space ?? { originals: 0, storedBytes: 0, uploads: 0, uploadingBytes: 0 };
  const storedBytes = originals.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const uploadingBytes = uploads.reduce((sum, { reservedBytes }) => sum + reservedBytes, 0);
  const found = { originals: originals.length, storedBytes, uploads: uploads.length, uploadingBytes };
  const garbage = await rows.garbage.getMany(originals.map(({ object }) => [object]));
  return [
    ...(Object.entries(found).every(([column, n]) => counted[column as keyof typeof found] === n)
      ? []
      : [`counted ${JSON.stringify(counted)}, found ${JSON.stringify(found)}`]),
    ...(storedBytes + uploadingBytes <= MAX_ACCOUNT_BYTES ? [] : ["the account has too much"]),
    ...(garbage.every((row) => row === null) ? [] : ["an original is garbage"]),
  ];
}

/** Deletes the account, with what a rule of its deletion may have looked at. */
const close: AnyRule = (_, store) =>
  store.change("test.close", async (rows) => {
    const { uploads, originals } = await blobsOf(rows);
    await rows.accounts.update([account], {}, { deletedAt: NOW });
    return [uploads.length, originals.length];
  });

const begin =
  (upload: UploadRequest): AnyRule =>
  ({ custody }) =>
    custody.beginUpload(upload);
const complete =
  (upload: UploadRequest, sizeBytes?: number): AnyRule =>
  ({ custody }) =>
    custody.completeUpload(originalOf(upload, sizeBytes));

/** In progress, with 600 bytes each at most. */
const [upload, second] = [requestOf(600, { expiresAt: NOW }), requestOf(300)];
const stored = requestOf(100);

async function insertUpload(
  rows: Changeable,
  { objectId, minBytes, expiresAt }: UploadRequest,
): Promise<void> {
  const blob: Row<"garbage"> = {
    ...{ object: objectId, proof, account, reservedBytes: minBytes, expiresAt, endedAt: null },
  };
  await rows.garbage.insert(blob);
  await rows.custodySpace.count([account], "uploads", 1, {});
  await rows.custodySpace.count([account], "uploadingBytes", minBytes, {});
}

async function prepareAccount(rows: Changeable): Promise<void> {
  await rows.accounts.insert({
    ...{ id: account, plan: "pro", createdAt: NOW, label: null, displayName: null, showsDisplayName: false },
    ...{ disabledAt: null, deletedAt: null, eraseDueAt: null, deletionEntry: null },
  });
}

const common: Pick<Scene, "tables" | "queries" | "faults"> = {
  tables: { accounts: [], garbage: [], originals: [], custodySpace: [account], downloads: [account] },
  queries: {
    found: ({ custody }) => custody.find(proof),
    used: ({ custody }) => custody.usageOf([account]),
    garbage: ({ custody }) => custody.garbage(9),
    purgeable: ({ custody }) => custody.purgeable(NOW),
    unknown: ({ custody }) => custody.unknown([upload, second, stored]),
    uploading: ({ custody }) => custody.isUploading(proof, NOW),
    "to be wrapped": ({ custody }) => custody.wrappedOtherwise("key 2", 9),
  },
  faults: faultsOf,
};

const lastBytes: Scene = {
  ...common,
  name: "the last bytes of an account's space",
  prepare: prepareAccount,
  rules: {
    begun: begin(requestOf(600)),
    "another begun": begin(requestOf(600, { proofId: randomUUID() })),
    "begun with any length": begin(requestOf(700, { minBytes: 1 })),
    "given up that never began": ({ custody }) => custody.abandonUpload(upload),
    deleted: close,
  },
};

const uploads: Scene = {
  ...common,
  name: "two uploads of a proof",
  prepare: async (rows) => {
    await prepareAccount(rows);
    await insertUpload(rows, upload);
    await insertUpload(rows, second);
  },
  rules: {
    begun: begin(requestOf(400)),
    completed: complete(upload),
    "completed with too much": complete(upload, 601),
    "the other completed": complete(second),
    "given up": ({ custody }) => custody.abandonUpload(upload),
    expired: ({ custody }) => custody.expireUploads(NOW, 9),
    forgotten: ({ custody }) => custody.forgetGarbage([upload]),
    deleted: close,
    erased: (_, store) => store.change("test.erase", (rows) => endCustodyOf(rows, account, 9, NOW)),
  },
};

const inItsPlace: Scene = {
  ...common,
  name: "an original and an upload in its place",
  prepare: async (rows) => {
    await prepareAccount(rows);
    await insertUpload(rows, upload);
    await rows.originals.insert({
      ...{ proof, account, object: stored.objectId, sizeBytes: 100, fileName: "f", mimeType: "a/b" },
      ...{ storedAt: NOW, custodyKey: "key 1", wrappedKey: new Uint8Array([1]) },
    });
    await rows.custodySpace.count([account], "originals", 1, {});
    await rows.custodySpace.count([account], "storedBytes", 100, {});
  },
  rules: {
    begun: begin(requestOf(400)),
    "begun again": begin(stored),
    ended: ({ custody }) => custody.endCustody(stored),
    completed: complete(upload),
    "completed again": complete(stored),
    wrapped: ({ custody }) => custody.rewrap(originalOf(stored), key(2)),
    "wrapped otherwise": ({ custody }) => custody.rewrap(originalOf(stored), key(3)),
    expired: ({ custody }) => custody.expireUploads(NOW, 9),
    deleted: close,
    erased: (_, store) => store.change("test.erase", (rows) => endCustodyOf(rows, account, 9, NOW)),
  },
};

const download = (at = NOW): AnyRule => {
  const id = randomUUID();
  return ({ custody }) => custody.spendDownload(account, id, at, 1);
};
const downloadBefore = randomUUID();
const downloads: Scene = {
  ...common,
  name: "the last download of a day",
  prepare: async (rows) => {
    await prepareAccount(rows);
    await rows.downloads.insert({ account, day: 1, id: downloadBefore });
  },
  rules: {
    spent: download(),
    "spent for another": download(),
    "spent later": download(new Date(NOW.getTime() + 86_400_000)),
    deleted: close,
  },
  queries: { used: ({ custody }) => custody.downloadsOfDay(account, NOW) },
};

export const CUSTODY_SCENES: readonly Scene[] = [lastBytes, uploads, inItsPlace, downloads];

/** Declares the suite for one engine. */
export function describeCustodyRaces(name: string, openTwo: () => Promise<OpenedTwice>): void {
  describe(`many changes of custody on ${name}`, () => {
    const opened = eachOpened(openTwo);

    it("keep the space exact and know each blob once", async () => {
      const [store] = opened().stores;
      await recordsOn(store).accounts.createAccount(newAccount({ id: account }), null, anyAudit());
      // Three uploads of each proof.
      const proofs = Array.from({ length: 4 }, () => randomUUID());
      const all = Array.from({ length: 12 }, (_, i) =>
        requestOf(100, { maxBytes: 150, proofId: proofs[i % 4]!, expiresAt: i % 3 === 0 ? NOW : LATER }),
      );
      const step = async ({ custody }: Records, [kind, i]: readonly [number, number]) => {
        const one = all[i]!;
        if (kind === 0) return custody.beginUpload(one);
        if (kind === 1) return custody.completeUpload(originalOf(one));
        if (kind === 2) return custody.abandonUpload(one);
        return kind === 3 ? custody.endCustody(one) : custody.expireUploads(NOW, 2);
      };
      for (let round = 0; round < 4; round++) {
        const steps = fc.sample(fc.tuple(fc.nat(4), fc.nat(all.length - 1)), 40);
        await Promise.all(steps.map((one, i) => step(recordsOn(opened().stores[i % 2]!), one)));
        expect(await store.read("test.look", faultsOf)).toEqual([]);
      }
    });
  });
}
