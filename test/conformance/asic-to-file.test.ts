/** How a container gets into a file; what it contains: `asic-writing.test.ts`. */

import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createAsic } from "../../verifier-lib/src/asic/index.js";
import { knowsOpenPaths, openPaths } from "../../verifier-lib/src/node/open-paths.testing.js";
import { type WriteAsicParameters, writeAsic } from "../../verifier-lib/src/node/write-file.js";
import { asicCases, pemOf } from "../vectors/asic/cases.js";
import { CONTENT, sealCase } from "../vectors/asic/containers.js";
import { bytesOf } from "../vectors/seals/cases.js";

const seal = bytesOf(sealCase.token);
const scratch = mkdtempSync(join(tmpdir(), "svc-proof-write-asic-"));
afterAll(() => rmSync(scratch, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());

let expected: Buffer;
let handle: FileHandle;
beforeAll(async () => {
  const original = new Uint8Array(CONTENT);
  expected = Buffer.from(await (await createAsic({ original, name: "a", seal })).arrayBuffer());
  const path = join(scratch, "any");
  writeFileSync(path, "");
  const file = await open(path);
  handle = Object.getPrototypeOf(file);
  await file.close();
});

let output: string;
let count = 0;
beforeEach(() => {
  output = join(scratch, `${count++}.asics`);
});

async function* pieces(bytes: Uint8Array = CONTENT) {
  for (let at = 0; at < bytes.length; at += 3) yield bytes.subarray(at, at + 3);
}
const write = (parts: Partial<WriteAsicParameters> = {}) =>
  writeAsic({ original: pieces(), sizeBytes: CONTENT.length, name: "a", seal, output, ...parts });

/** A source that tells whether it was asked to end. */
function source(next: () => Promise<IteratorResult<Uint8Array>>, end?: () => Promise<never>) {
  const iterator = { next, ...(end && { return: end }) };
  return { [Symbol.asyncIterator]: () => iterator };
}
const failing = async () => {
  throw new Error("the disk is gone");
};

test("a container is written, and one that was there is replaced if that was asked", async () => {
  await write();
  expect(readFileSync(output).equals(expected)).toBe(true);
  await expect(write()).rejects.toMatchObject({ code: "EEXIST" });
  writeFileSync(output, "old");
  await write({ isReplaced: true });
  expect(readFileSync(output).equals(expected)).toBe(true);
  expect(readdirSync(scratch).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("what the system writes only in part is written to its end", async () => {
  const { write: writeAll } = handle;
  vi.spyOn(handle, "write").mockImplementation(function (
    this: FileHandle,
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ) {
    if (offset + length !== bytes.length) throw new RangeError("beyond the bytes");
    return Reflect.apply(writeAll, this, [bytes, offset, Math.min(length, 100), position]);
  } as unknown as FileHandle["write"]);
  await write();
  expect(readFileSync(output).equals(expected)).toBe(true);
});

describe("a failure", () => {
  test("is that of the source, even if the container is gone by then", async () => {
    const original = source(async () => {
      unlinkSync(output);
      throw new Error("the disk is gone");
    });
    await expect(write({ original })).rejects.toThrow("the disk is gone");
  });

  test("ends the source, which need not take part in that", async () => {
    const value = new Uint8Array(CONTENT.length + 1);
    const next = async () => ({ done: false, value });
    const ended = vi.fn(failing);
    await expect(write({ original: source(next, ended) })).rejects.toThrow(RangeError);
    expect(ended).toHaveBeenCalledTimes(1);
    await expect(write({ original: source(next) })).rejects.toThrow(RangeError);
    await expect(write({ original: source(failing) })).rejects.toThrow("the disk is gone");
    expect(existsSync(output)).toBe(false);
  });

  test.skipIf(!knowsOpenPaths)("leaves no file open, like a success", async () => {
    await expect(write({ original: source(failing) })).rejects.toThrow();
    await write();
    expect(openPaths().filter((path) => path.startsWith(scratch))).toEqual([]);
  });
});

test("a source that ended is not ended again", async () => {
  const iterator = pieces();
  const ended = vi.fn(failing);
  await write({ original: source(() => iterator.next(), ended) });
  expect(ended).not.toHaveBeenCalled();
});

test("an abort ends the check of the timestamp", async () => {
  const wrong = Uint8Array.from(seal);
  wrong[wrong.length - 1]! ^= 1;
  const stop = new AbortController();
  const certificates = [pemOf(asicCases.anchor)];
  const writing = write({ seal: wrong, certificates, signal: stop.signal });
  stop.abort(new Error("enough"));
  await expect(writing).rejects.toThrow("enough");
});
