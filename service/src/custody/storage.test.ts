/** Custody keys: what they wrap, where they come from, and how they are rotated. */

import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AuthenticationError, decryptSegments, type OriginalKey } from "./encryption.js";
import {
  CustodyKeys,
  encryptOriginal,
  openCustodyStorage,
  originalKey,
  rewrapKey,
  UnknownCustodyKeyError,
} from "./storage.js";

const [former, current] = [randomBytes(32), randomBytes(32)] as const;

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function contentOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

function decrypted({ key, associatedData, sizeBytes }: OriginalKey, blob: Uint8Array): Promise<Buffer> {
  return contentOf(decryptSegments(key, associatedData, sizeBytes, one(blob)));
}

describe("a wrapped key", () => {
  it("can be unwrapped only under its custody key and for its context", () => {
    const keys = new CustodyKeys([current]);
    const key = randomBytes(32);
    const wrapped = keys.wrap(key, "context");
    expect(Buffer.from(keys.unwrap(wrapped, "context")).equals(key)).toBe(true);
    expect(() => keys.unwrap(wrapped, "other")).toThrow(AuthenticationError);
    expect(() => new CustodyKeys([former]).unwrap(wrapped, "context")).toThrow(UnknownCustodyKeyError);
    for (let place = 0; place < wrapped.bytes.length; place++) {
      const bytes = Uint8Array.from(wrapped.bytes);
      bytes[place]! ^= 1;
      expect(() => keys.unwrap({ ...wrapped, bytes }, "context")).toThrow(AuthenticationError);
    }
    for (const length of [0, 59, 61]) {
      expect(() => keys.unwrap({ ...wrapped, bytes: new Uint8Array(length) }, "context")).toThrow(
        AuthenticationError,
      );
    }
  });

  it("names its custody key without showing it", () => {
    const { custodyKeyId } = new CustodyKeys([current]).wrap(randomBytes(32), "");
    expect(custodyKeyId).toMatch(/^[0-9a-f]{16}$/);
    expect(current.toString("hex")).not.toContain(custodyKeyId);
  });

  it("refuses keys of another length, and no key", () => {
    expect(() => new CustodyKeys([])).toThrow(RangeError);
    expect(() => new CustodyKeys([randomBytes(16)])).toThrow(RangeError);
  });
});

describe("an encrypted original", () => {
  const identity = {
    objectId: randomUUID(),
    proofId: randomUUID(),
    accountId: randomUUID(),
    hash: "ab".repeat(32),
  };
  const bytes = randomBytes(1_000);

  it("is bound to its object, proof, account, fingerprint and size", async () => {
    const keys = new CustodyKeys([current]);
    const { ciphertext, wrapKey } = encryptOriginal(keys, identity, one(bytes));
    const blob = await contentOf(ciphertext);
    const record = { sizeBytes: 1_000, key: wrapKey(1_000) };
    expect((await decrypted(originalKey(keys, identity, record), blob)).equals(bytes)).toBe(true);
    for (const changed of [
      { objectId: randomUUID() },
      { proofId: randomUUID() },
      { accountId: randomUUID() },
      { hash: "cd".repeat(32) },
    ]) {
      expect(() => originalKey(keys, { ...identity, ...changed }, record)).toThrow(AuthenticationError);
    }
    expect(() => originalKey(keys, identity, { ...record, sizeBytes: 999 })).toThrow(AuthenticationError);
  });

  it("is read under a rewrapped key, without the former custody key", async () => {
    const before = new CustodyKeys([former]);
    const { ciphertext, wrapKey } = encryptOriginal(before, identity, one(bytes));
    const blob = await contentOf(ciphertext);
    const record = { sizeBytes: 1_000, key: wrapKey(1_000) };
    const during = new CustodyKeys([current, former]);
    expect((await decrypted(originalKey(during, identity, record), blob)).equals(bytes)).toBe(true);
    const rewrapped = { sizeBytes: 1_000, key: rewrapKey(during, identity, record) };
    const after = new CustodyKeys([current]);
    expect((await decrypted(originalKey(after, identity, rewrapped), blob)).equals(bytes)).toBe(true);
    expect(() => originalKey(after, identity, record)).toThrow(UnknownCustodyKeyError);
  });
});

describe("the source of the key", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-custody-key-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const noOriginals = { wrappedOtherwise: async () => [] };
  const settings = {
    custody: "on",
    custodyKeys: [randomBytes(32).toString("hex")],
    custodyDir: null,
    mongodbUrl: null,
    mongodbTimeoutMs: 1_000,
  } as const;

  it("must be given where originals are kept", async () => {
    const opened = openCustodyStorage({ ...settings, custodyKeys: [] }, folder, noOriginals);
    await expect(opened).rejects.toThrow(/^SVC_CUSTODY_KEY: expected a key/);
    expect(
      await openCustodyStorage({ ...settings, custodyKeys: [], custody: "off" }, folder, noOriginals),
    ).toBeNull();
  });

  it("opens the blobs of the settings, or names the setting at fault", async () => {
    const opened = await openCustodyStorage(settings, folder, noOriginals);
    expect((await stat(join(folder, "originals"))).isDirectory()).toBe(true);
    await opened?.blobs.close();
    const custodyDir = join(folder, "no", "such");
    const missing = openCustodyStorage({ ...settings, custodyDir }, folder, noOriginals);
    await expect(missing).rejects.toThrow(`SVC_CUSTODY_DIR: the folder ${custodyDir} cannot be used: `);
  });
});
