import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { UnreadableInputError } from "../package/random-access.js";
import { openFile } from "./open-file.js";
import { knowsOpenPaths, openPaths } from "./open-paths.testing.js";

const folder = mkdtempSync(join(tmpdir(), "svc-proof-open-file-"));
const path = join(folder, "x");
writeFileSync(path, "content");
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());

let handle: FileHandle;
beforeAll(async () => {
  const file = await open(path);
  handle = Object.getPrototypeOf(file);
  await file.close();
});
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test("a file has the size that it had when it was opened, and is read anywhere", async () => {
  const file = await openFile(path);
  expect(file.sizeBytes).toBe(7);
  expect(text(await file.read(0, 7))).toBe("content");
  expect(text(await file.read(2, 3))).toBe("nte");
  expect(await file.read(7, 0)).toHaveLength(0);
  await file.close();
});

test("a file that is written to while it is open cannot be read on", async () => {
  const changing = join(folder, "changing");
  writeFileSync(changing, "content");
  const file = await openFile(changing);
  expect(text(await file.read(0, 3))).toBe("con");
  writeFileSync(changing, "CONTENT", { flag: "r+" });
  await expect(file.read(3, 4)).rejects.toThrow(UnreadableInputError);
  await file.close();
});

test("a read that comes in pieces is put together", async () => {
  const file = await openFile(path);
  const { read } = handle;
  vi.spyOn(handle, "read").mockImplementation(function (
    this: FileHandle,
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ) {
    return Reflect.apply(read, this, [bytes, offset, Math.min(length, 2), position]);
  } as unknown as FileHandle["read"]);
  expect(text(await file.read(1, 6))).toBe("ontent");
  await file.close();
});

test("beyond its end a file that was truncated has no bytes", async () => {
  const file = await openFile(path);
  await expect(file.read(5, 4)).rejects.toThrow(new RangeError("the file ends at 7"));
  await expect(file.read(9, 1)).rejects.toThrow(new RangeError("the file ends at 9"));
  await file.close();
});

test("a missing file throws the file system's error", async () => {
  await expect(openFile(join(folder, "missing"))).rejects.toMatchObject({ code: "ENOENT" });
});

describe.skipIf(!knowsOpenPaths)("a file is open", () => {
  test("until it is closed", async () => {
    const file = await openFile(path);
    expect(openPaths()).toContain(path);
    await file.close();
    expect(openPaths()).not.toContain(path);
  });

  test("no longer, if its size cannot be told", async () => {
    vi.spyOn(handle, "stat").mockRejectedValue(new Error("the disk is gone"));
    await expect(openFile(path)).rejects.toThrow("the disk is gone");
    expect(openPaths()).not.toContain(path);
  });
});
