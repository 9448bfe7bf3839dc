/** The compiled workers that authenticate originals. */

import { createHash, randomBytes } from "node:crypto";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { COMPILED_SERVICE, compileService } from "../compile-service.testing.js";
import { encryptSegments } from "./encryption.js";

type Workers = typeof import("./authenticate.js");
let AuthenticationWorkers: Workers["AuthenticationWorkers"];
/** The compiled class, which is another one than the source's. */
let AuthenticationError: typeof import("./encryption.js").AuthenticationError;
beforeAll(async () => {
  await compileService();
  const compiled = (name: string) => import(new URL(`custody/${name}.js`, COMPILED_SERVICE).href);
  ({ AuthenticationWorkers } = await compiled("authenticate"));
  ({ AuthenticationError } = await compiled("encryption"));
});

const key = randomBytes(32);
const associatedData = randomBytes(16);
const PIECE_BYTES = 100_000;

let workers: InstanceType<Workers["AuthenticationWorkers"]>;
let failures: Error[];
beforeEach(() => {
  failures = [];
  workers = new AuthenticationWorkers(2, (error) => failures.push(error));
});
afterEach(() => workers.close());

async function encrypted(plaintext: Uint8Array): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const pieces = (async function* () {
    yield plaintext;
  })();
  for await (const part of encryptSegments(key, associatedData, pieces)) parts.push(part);
  return Buffer.concat(parts);
}

/** Yields views into one reused buffer, as the blob stores do. */
async function* inPieces(ciphertext: Uint8Array): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(2 * PIECE_BYTES);
  for (let at = 0, half = 0; at < ciphertext.length; at += PIECE_BYTES, half = PIECE_BYTES - half) {
    const piece = ciphertext.subarray(at, at + PIECE_BYTES);
    buffer.fill(0xff, half, half + PIECE_BYTES);
    buffer.set(piece, half);
    yield buffer.subarray(half, half + piece.length);
  }
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("give the hash of the plaintext, several at once", async () => {
  await Promise.all(
    [1, 1_000, 131_000, 131_072, 262_144, 3_000_000, 8_000_000].map(async (sizeBytes) => {
      const plaintext = randomBytes(sizeBytes);
      const original = { key, associatedData, sizeBytes };
      const ciphertext = await encrypted(plaintext);
      expect(await workers.hashPlaintext(original, inPieces(ciphertext))).toBe(sha256(plaintext));
    }),
  );
  expect(failures).toEqual([]);
});

test.each([
  ["a changed byte at its start", (bytes: Buffer) => bytes.fill(bytes[100]! ^ 1, 100, 101)],
  ["a changed byte at its end", (bytes: Buffer) => bytes.fill(bytes.at(-1)! ^ 1, bytes.length - 1)],
  ["a missing end", (bytes: Buffer) => bytes.subarray(0, -131_072)],
  ["nothing in it", () => Buffer.alloc(0)],
  ["more than its end", (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1)])],
])("refuse a ciphertext with %s, and take the next one", async (_, change) => {
  const plaintext = randomBytes(3_000_000);
  const original = { key, associatedData, sizeBytes: plaintext.length };
  const ciphertext = await encrypted(plaintext);
  const changed = change(Buffer.from(ciphertext));
  await expect(workers.hashPlaintext(original, inPieces(changed))).rejects.toThrow(AuthenticationError);
  expect(await workers.hashPlaintext(original, inPieces(ciphertext))).toBe(sha256(plaintext));
});

test("pass on the error of the input, and take the next one", async () => {
  const plaintext = randomBytes(3_000_000);
  const original = { key, associatedData, sizeBytes: plaintext.length };
  const ciphertext = await encrypted(plaintext);
  async function* broken() {
    yield* inPieces(ciphertext.subarray(0, 5 * PIECE_BYTES));
    throw new RangeError("the disk failed");
  }
  await expect(workers.hashPlaintext(original, broken())).rejects.toThrow("the disk failed");
  expect(await workers.hashPlaintext(original, inPieces(ciphertext))).toBe(sha256(plaintext));
});

test("can be stopped while they work, and end what was asked of them", async () => {
  const plaintext = randomBytes(8_000_000);
  const original = { key, associatedData, sizeBytes: plaintext.length };
  const ciphertext = await encrypted(plaintext);
  const asked = Array.from({ length: 6 }, () => workers.hashPlaintext(original, inPieces(ciphertext)));
  const settled = Promise.allSettled(asked);
  await workers.close();
  expect((await settled).map(({ status }) => status)).toContain("rejected");
});
