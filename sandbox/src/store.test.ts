import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { custodyKeyFile } from "./store.js";

describe("the custody key", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-custody-key-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("is a file of the data folder, made once, accessible only to its owner", async () => {
    const key = await custodyKeyFile(folder);
    expect(key).toHaveLength(32);
    expect((await stat(join(folder, "custody.key"))).mode & 0o777).toBe(0o600);
    expect(Buffer.from(await custodyKeyFile(folder)).equals(key)).toBe(true);
    expect(Buffer.from(await readFile(join(folder, "custody.key"), "utf8"), "latin1").toString()).toMatch(
      /^[0-9a-f]{64}\n$/,
    );
  });

  it("is never replaced, whatever the file holds", async () => {
    await writeFile(join(folder, "custody.key"), "not a key");
    await expect(custodyKeyFile(folder)).rejects.toThrow("expected 64 hexadecimal characters");
    expect(await readFile(join(folder, "custody.key"), "utf8")).toBe("not a key");
  });
});
