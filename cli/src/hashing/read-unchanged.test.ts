import { appendFileSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ChangedWhileReadError, hashUnchanged } from "./hash-unchanged.js";
import { readUnchanged } from "./read-unchanged.js";

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
