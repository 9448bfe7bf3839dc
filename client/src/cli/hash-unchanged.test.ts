import { createHash } from "node:crypto";
import {
  appendFileSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ChangedWhileReadError, hashUnchanged, readUnchanged } from "./hash-unchanged.js";

describe("hash unchanged", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-hash-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, sizeBytes: number) => {
    const path = join(folder, name);
    const bytes = Buffer.alloc(sizeBytes, name);
    writeFileSync(path, bytes);
    return { path, hash: createHash("sha256").update(bytes).digest("hex") };
  };

  test.each([0, 1, 262_144, 262_145, 9_000_000])("a file of %d bytes", async (sizeBytes) => {
    const { path, hash } = write(`${sizeBytes}`, sizeBytes);
    expect(await hashUnchanged(path, { followsLink: false })).toMatchObject({
      hash,
      identity: { size: sizeBytes },
    });
  });

  test.each([
    ["that grows", (path: string) => appendFileSync(path, "x")],
    ["that shrinks", (path: string) => truncateSync(path, 8_000_000)],
    ["whose content is replaced", (path: string) => writeFileSync(path, Buffer.alloc(12_000_000, "y"))],
    [
      "that is replaced by another",
      (path: string) => {
        writeFileSync(`${path}.new`, Buffer.alloc(12_000_000, "y"));
        renameSync(`${path}.new`, path);
      },
    ],
  ])("a file %s while it is read is told", async (name, change) => {
    const { path } = write(name, 12_000_000);
    let isChanged = false;
    const onProgress = () => {
      if (!isChanged) change(path);
      isChanged = true;
    };
    await expect(hashUnchanged(path, { followsLink: false, onProgress })).rejects.toThrow(
      ChangedWhileReadError,
    );
    expect(isChanged).toBe(true);
  });

  test("a link is followed only if it may be", async () => {
    const { path, hash } = write("target", 10);
    const link = join(folder, "link");
    symlinkSync(path, link);
    await expect(hashUnchanged(link, { followsLink: false })).rejects.toMatchObject({ code: "ELOOP" });
    expect((await hashUnchanged(link, { followsLink: true })).hash).toBe(hash);
  });

  test("an abort ends it with its reason", async () => {
    const { path } = write("long", 12_000_000);
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(hashUnchanged(path, { followsLink: false, signal })).rejects.toThrow("enough");
  });
});

describe("read unchanged", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-read-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const SECRET = join(folder, "secret");
  writeFileSync(SECRET, "x".repeat(600_000));

  async function hashed(name: string) {
    const path = join(folder, name);
    writeFileSync(path, "a".repeat(600_000));
    return { path, ...(await hashUnchanged(path, { followsLink: false })) };
  }

  async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
    return new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).text();
  }

  test("the file that was hashed", async () => {
    const { path, identity } = await hashed("same");
    expect(await textOf(readUnchanged(path, identity))).toBe("a".repeat(600_000));
  });

  test("not a byte of another file that has its name by now", async () => {
    const changes: readonly (readonly [string, (path: string) => void])[] = [
      [
        "linked",
        (path) => {
          rmSync(path);
          symlinkSync(SECRET, path);
        },
      ],
      [
        "replaced",
        (path) => {
          writeFileSync(`${path}.new`, "b");
          renameSync(`${path}.new`, path);
        },
      ],
      ["written", (path) => appendFileSync(path, "b")],
    ];
    for (const [name, change] of changes) {
      const { path, identity } = await hashed(name);
      const stream = readUnchanged(path, identity);
      change(path);
      await expect(stream.getReader().read(), name).rejects.toThrow(ChangedWhileReadError);
    }
  });

  test("a file that is written to while it is sent", async () => {
    const { path, identity } = await hashed("growing");
    const reader = readUnchanged(path, identity).getReader();
    await reader.read();
    appendFileSync(path, "b");
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow(ChangedWhileReadError);
  });
});
