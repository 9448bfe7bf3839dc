/** The custody job over real stores: what it deletes, what it leaves, and how it replaces keys. */

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { PLANS } from "../../service/src/accounts/plans.js";
import { Custody, type OpenedOriginal } from "../../service/src/custody/custody.js";
import { hashPlaintext } from "../../service/src/custody/encryption.js";
import { startCustodyJob, sweepUnknown } from "../../service/src/custody/purge.js";
import { blobName, CustodyKeys, encryptOriginal, rewrapKeys } from "../../service/src/custody/storage.js";
import { createLog } from "../../service/src/log.js";
import type { Records } from "../../service/src/records/records.js";
import type { OriginalRecord, ProofRecord } from "../../service/src/records/types.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { newAccount } from "./api-service.js";
import { describeEveryCustody, openCustody, type TestCustody } from "./test-custody.js";

/** More than are rewrapped at once. */
const MANY = 25;
const log = createLog("silent");

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

describeEveryCustody("the job of custody on $name", ({ open, openBlobs }) => {
  let store: Records;
  let removeStore: () => Promise<void>;
  let custody: TestCustody;
  let accountId: string;
  let keyId: string;

  beforeEach(async () => {
    ({ store, remove: removeStore } = await open());
    custody = await openCustody(store, openBlobs);
    ({ id: accountId, keyId } = await newAccount(store));
  });
  afterEach(async () => {
    await custody.remove();
    await removeStore();
  });

  async function newProof(bytes: Uint8Array): Promise<ProofRecord> {
    const id = randomUUID();
    await store.proofs.register({
      id,
      certificateId: randomUUID(),
      accountId,
      origin: "api",
      keyId,
      idempotencyKey: null,
      hash: createHash("sha256").update(bytes).digest("hex"),
      name: "a",
      metadata: null,
      size: null,
      mimeType: "application/octet-stream",
      receivedAt: new Date(),
      dailyLimit: 1_000_000,
      seal: null,
    });
    return (await store.proofs.find(id))!;
  }

  const custodyUnder = (...keys: Uint8Array[]) =>
    new Custody({
      store: store.custody,
      blobs: custody.blobs,
      keys: new CustodyKeys(keys),
      hashPlaintext,
      log,
      uploadMs: 600_000,
    });

  async function deposit(proof: ProofRecord, bytes: Uint8Array, key: Uint8Array): Promise<OriginalRecord> {
    const size = { minBytes: bytes.length, maxBytes: bytes.length };
    const file = { ...size, fileName: null, mimeType: null, content: one(bytes) };
    expect(await custodyUnder(key).deposit(proof, PLANS.pro, file)).toBe(true);
    return (await store.custody.find(proof.id))!;
  }

  const newUpload = (proofId: string) => ({ objectId: randomUUID(), proofId, accountId });
  const begin = (upload: ReturnType<typeof newUpload>) =>
    store.custody.beginUpload({
      ...upload,
      minBytes: 10,
      maxBytes: 10,
      maxAccountBytes: 1_000_000_000,
      expiresAt: new Date(Date.now() + 600_000),
    });

  async function contentOf(opened: OpenedOriginal | null): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const part of opened!.stream) parts.push(part as Uint8Array);
    return Buffer.concat(parts);
  }

  it("keeps an original that was stored though the answer of the store was lost", async () => {
    const bytes = randomBytes(10);
    const proof = await newProof(bytes);
    const isLost = { ...store.custody };
    isLost.completeUpload = async (original) => {
      await store.custody.completeUpload(original);
      throw new StoreUnavailableError("the answer was lost", { isUndecided: true });
    };
    const { blobs } = custody;
    const keys = new CustodyKeys([randomBytes(32)]);
    const unlucky = new Custody({ store: isLost, blobs, keys, hashPlaintext, log, uploadMs: 600_000 });
    const file = { minBytes: 10, maxBytes: 10, fileName: null, mimeType: null, content: one(bytes) };
    expect(await unlucky.deposit(proof, PLANS.pro, file)).toBe(true);
    expect(await contentOf(await unlucky.open(proof, PLANS.pro))).toEqual(bytes);
  });

  it("deletes old blobs that nothing refers to, and nothing else", async () => {
    const [key, bytes] = [randomBytes(32), randomBytes(10)];
    const stored = await deposit(await newProof(bytes), bytes, key);
    const uploading = newUpload(randomUUID());
    await begin(uploading);
    const ended = await deposit(await newProof(key), key, key);
    await store.custody.endCustody(ended);
    const unknown = newUpload(stored.proofId);
    const kept = [blobName(stored), blobName(uploading), blobName(ended), "somebody-elses.txt"];
    for (const name of [blobName(uploading), blobName(unknown), "somebody-elses.txt"]) {
      await custody.blobs.put(name, one(bytes));
    }
    const purge = { store: store.custody, blobs: custody.blobs, log };
    const names = async () => (await custody.names()).sort();
    const never = new AbortController().signal;
    await sweepUnknown(purge, 60_000, never);
    expect(await names()).toEqual([...kept, blobName(unknown)].sort());
    // Once the clock has moved on since the write.
    await expect.poll(() => sweepUnknown(purge, 0, never).then(names)).toEqual([...kept].sort());
  });

  it("purges, and rewraps keys under the current key, so that the former one is no longer needed", async () => {
    const [former, current] = [randomBytes(32), randomBytes(32)];
    const files = [randomBytes(10), randomBytes(300_000)];
    const proofs = await Promise.all(files.map(newProof));
    for (const [i, proof] of proofs.entries()) await deposit(proof, files[i]!, former);
    const deleted = await deposit(await newProof(former), former, former);
    await store.custody.endCustody(deleted);
    const keys = new CustodyKeys([current, former]);
    const job = startCustodyJob({
      store,
      blobs: custody.blobs,
      keys,
      log,
      holder: "test",
      leaseMs: 10_000,
      uploadMs: 600_000,
      intervalMs: 50,
      settleDownloads: async () => {},
    });
    try {
      await expect.poll(() => store.custody.wrappedOtherwise(keys.currentId, 10)).toEqual([]);
      await expect.poll(() => store.custody.garbage(10)).toEqual([]);
    } finally {
      await job.stop();
    }
    expect(await custody.names()).toHaveLength(files.length);
    for (const [i, proof] of proofs.entries()) {
      const content = await contentOf(await custodyUnder(current).open(proof, PLANS.pro));
      expect(content.equals(files[i]!)).toBe(true);
      await expect(custodyUnder(former).open(proof, PLANS.pro)).rejects.toMatchObject({
        code: "unavailable",
      });
    }
  });

  it("rewraps every key that it can read, however many it cannot", async () => {
    const [lost, former, current] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    const keys = new CustodyKeys([current, former]);
    // One after the other: concurrent uploads of one account wait for each other.
    for (let i = 0; i < 2 * MANY; i++) {
      const proof = await newProof(randomBytes(10));
      const upload = newUpload(proof.id);
      await begin(upload);
      const under = new CustodyKeys([i < MANY ? lost : former]);
      const { wrapKey } = encryptOriginal(under, { ...upload, hash: proof.hash }, one(randomBytes(10)));
      const facts = { sizeBytes: 10, fileName: "a", mimeType: "text/plain", storedAt: new Date() };
      const outcome = await store.custody.completeUpload({ ...upload, ...facts, key: wrapKey(10) });
      expect(outcome).toBe("stored");
    }
    const stopped = AbortSignal.abort(new Error("stopped"));
    await expect(rewrapKeys(store, keys, stopped)).rejects.toThrow("stopped");
    expect(await rewrapKeys(store, keys)).toEqual({ rewrapped: MANY, unreadable: MANY });
    expect(await rewrapKeys(store, keys)).toEqual({ rewrapped: 0, unreadable: MANY });
    const all = new CustodyKeys([current, lost]);
    expect(await rewrapKeys(store, all)).toEqual({ rewrapped: MANY, unreadable: 0 });
  }, 120_000);
});
