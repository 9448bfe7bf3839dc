import { randomBytes, randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { PLANS } from "../accounts/plans.js";
import { ApiError } from "../errors.js";
import { RequestBody } from "../http/bodies.js";
import type { ProofRecord } from "../records/types.js";
import type { UploadedFile } from "./files.js";
import { ResumableUploads } from "./uploads.js";

const LIMITS = { timeoutMs: 60_000, minBytesPerSecond: 1, stallMs: 60_000 };
const PLAN = PLANS.free;

/** Custody that keeps what it is given, and refuses empty files as the real one does. */
function keeper() {
  const kept: Buffer[] = [];
  const failed: unknown[] = [];
  const deposit = async (_proof: ProofRecord, _plan: unknown, { content }: UploadedFile) => {
    const pieces: Uint8Array[] = [];
    try {
      for await (const piece of content) pieces.push(piece);
    } catch (error) {
      failed.push(error);
      throw error;
    }
    kept.push(Buffer.concat(pieces));
    return true;
  };
  return { kept, failed, deposit };
}

const opened: ResumableUploads[] = [];
afterEach(() => Promise.all(opened.splice(0).map((uploads) => uploads.close())));

function newUploads(idleMs?: number) {
  const custody = keeper();
  const uploads = new ResumableUploads(custody, idleMs);
  opened.push(uploads);
  return { ...custody, uploads };
}

const newProof = (): ProofRecord => ({ id: randomUUID(), accountId: randomUUID() }) as ProofRecord;
const start = (sizeBytes: number) => ({ sizeBytes, fileName: null, mimeType: null });

/** A request whose connection the test cuts. */
function request(...pieces: readonly Uint8Array[]) {
  const stream = Object.assign(new PassThrough(), { headers: {} });
  const answer = new EventEmitter();
  for (const piece of pieces) stream.write(piece);
  return { stream, body: new RequestBody(stream, answer, LIMITS) };
}

function whole(...pieces: readonly Uint8Array[]): RequestBody {
  const { stream, body } = request(...pieces);
  stream.end();
  return body;
}

const refusedAs = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof ApiError ? error.code : error;
};

test("the parts of several requests are one file", async () => {
  const { uploads, kept } = newUploads();
  const proof = newProof();
  const file = randomBytes(300_000);
  await uploads.begin(proof, PLAN, start(file.length));
  expect(await uploads.append(proof, 0, whole(file.subarray(0, 100_000)))).toEqual({
    offset: 100_000,
    sizeBytes: 300_000,
    outcome: "more",
  });
  expect(uploads.find(proof)).toEqual({ offset: 100_000, sizeBytes: 300_000 });
  expect(await uploads.append(proof, 100_000, whole(file.subarray(100_000)))).toMatchObject({
    outcome: "stored",
  });
  expect(kept[0]?.equals(file)).toBe(true);
  expect(uploads.find(proof)).toBeNull();
});

test("after a cut, what had arrived stays, and the next request goes on from there", async () => {
  const { uploads, kept } = newUploads();
  const proof = newProof();
  const file = randomBytes(50_000);
  await uploads.begin(proof, PLAN, start(file.length));
  const { stream, body } = request(file.subarray(0, 20_000));
  const cut = uploads.append(proof, 0, body);
  await expect.poll(() => uploads.find(proof)?.offset).toBe(20_000);
  stream.destroy();
  expect(await refusedAs(cut)).toBe("invalid_request");
  expect(uploads.find(proof)?.offset).toBe(20_000);
  await uploads.append(proof, 20_000, whole(file.subarray(20_000)));
  expect(kept[0]?.equals(file)).toBe(true);
});

test("a request that was cut unnoticed gives way to the next one", async () => {
  const { uploads, kept } = newUploads();
  const proof = newProof();
  const file = randomBytes(9_000);
  await uploads.begin(proof, PLAN, start(file.length));
  const stalled = refusedAs(uploads.append(proof, 0, request(file.subarray(0, 4_000)).body));
  await expect.poll(() => uploads.find(proof)?.offset).toBe(4_000);
  await uploads.append(proof, 4_000, whole(file.subarray(4_000)));
  expect(await stalled).toBe("invalid_request");
  expect(kept[0]?.equals(file)).toBe(true);
});

test.each([0, 7_999, 8_001, 16_000])(
  "a part that begins at %i of 8,000 bytes is refused, and changes nothing",
  async (offset) => {
    const { uploads } = newUploads();
    const proof = newProof();
    await uploads.begin(proof, PLAN, start(16_000));
    await uploads.append(proof, 0, whole(randomBytes(8_000)));
    expect(await refusedAs(uploads.append(proof, offset, whole(randomBytes(8_000))))).toBe("conflict");
    expect(uploads.find(proof)?.offset).toBe(8_000);
  },
);

test("an upload is another account's business only by its proof", async () => {
  const { uploads } = newUploads();
  const proof = newProof();
  const other = { ...proof, accountId: randomUUID() };
  await uploads.begin(proof, PLAN, start(10));
  expect(uploads.find(other)).toBeNull();
  expect(await refusedAs(uploads.append(other, 0, whole(randomBytes(10))))).toBe("conflict");
});

test("more bytes than were said are refused", async () => {
  const { uploads, kept } = newUploads();
  const proof = newProof();
  await uploads.begin(proof, PLAN, start(10));
  expect(await refusedAs(uploads.append(proof, 0, whole(randomBytes(11))))).toBe("invalid_request");
  expect(kept).toEqual([]);
});

test("a file beyond the plan is refused before its first byte", async () => {
  const { uploads, failed } = newUploads();
  const proof = newProof();
  expect(await refusedAs(uploads.begin(proof, PLAN, start(PLAN.custodyFileBytes + 1)))).toBe(
    "file_too_large",
  );
  await uploads.begin(proof, PLAN, start(PLAN.custodyFileBytes));
  expect(failed).toEqual([]);
});

test("an upload that begins again ends the former one", async () => {
  const { uploads, kept, failed } = newUploads();
  const proof = newProof();
  await uploads.begin(proof, PLAN, start(10));
  await uploads.append(proof, 0, whole(randomBytes(5)));
  await uploads.begin(proof, PLAN, start(4));
  expect(failed).toHaveLength(1);
  expect(uploads.find(proof)).toEqual({ offset: 0, sizeBytes: 4 });
  await uploads.append(proof, 0, whole(Buffer.from("done")));
  expect(kept.map(String)).toEqual(["done"]);
});

test("an upload of which nothing comes ends, and custody removes what it wrote", async () => {
  const { uploads, failed } = newUploads(20);
  const proof = newProof();
  await uploads.begin(proof, PLAN, start(10));
  await expect.poll(() => uploads.find(proof)).toBeNull();
  await expect.poll(() => failed.length).toBe(1);
});

test("an account has 8 uploads at once", async () => {
  const { uploads } = newUploads();
  const accountId = randomUUID();
  const ofAccount = () => ({ id: randomUUID(), accountId }) as ProofRecord;
  for (let i = 0; i < 8; i++) await uploads.begin(ofAccount(), PLAN, start(10));
  expect(await refusedAs(uploads.begin(ofAccount(), PLAN, start(10)))).toBe("unavailable");
  await uploads.begin(newProof(), PLAN, start(10));
});

test("custody's refusal reaches the request that feeds it", async () => {
  const refusal = new ApiError("custody_quota_exceeded", "no room");
  const uploads = new ResumableUploads({ deposit: () => Promise.reject(refusal) });
  const proof = newProof();
  await uploads.begin(proof, PLAN, start(10));
  expect(await refusedAs(uploads.append(proof, 0, whole(randomBytes(10))))).toBe("custody_quota_exceeded");
  expect(uploads.find(proof)).toBeNull();
  expect(await refusedAs(uploads.append(proof, 0, whole(randomBytes(10))))).toBe("conflict");
});

test("of two that begin in place of a former one, none is left behind without an end", async () => {
  const { uploads, failed } = newUploads();
  const proof = newProof();
  await uploads.begin(proof, PLAN, start(100));
  await Promise.all([
    uploads.begin(proof, PLAN, start(200)),
    // While the former one ends, this one finds none.
    uploads.begin(proof, PLAN, start(300)),
  ]);
  expect(uploads.find(proof)).toEqual({ offset: 0, sizeBytes: expect.any(Number) as number });
  await uploads.close();
  expect(failed.length).toBe(3);
});
