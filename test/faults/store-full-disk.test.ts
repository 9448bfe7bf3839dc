/** SQLite on a full disk: a file system of 16 MB, where one can be mounted. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openSqlite } from "../../service/src/store/sqlite/open-sqlite.js";
import { type Store, StoreUnavailableError } from "../../service/src/store/store.js";

const folder = mkdtempSync(join(tmpdir(), "svc-full-disk-"));
const disk = join(folder, "disk");
mkdirSync(disk);
const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", disk]).status === 0;
afterAll(() => {
  // The binding closes its files when it is collected.
  if (isMounted) spawnSync("umount", ["--lazy", disk]);
  rmSync(folder, { recursive: true, force: true });
});

const put = (store: Store, name: string) =>
  store.change("test.put", (rows) => rows.secrets.insert({ name, bytes: new Uint8Array(100_000) }));

it.skipIf(!isMounted)(
  "refuses changes while the disk is full, serves reads, and goes on when there is room",
  async () => {
    const ballast = join(disk, "ballast");
    writeFileSync(ballast, new Uint8Array(4_000_000));
    const store = await openSqlite(join(disk, "service.sqlite"));
    const acknowledged: string[] = [];
    let refusal: unknown;
    for (let i = 0; refusal === undefined; i++)
      await put(store, `${i}`).then(
        () => acknowledged.push(`${i}`),
        (error) => {
          refusal = error;
        },
      );
    expect(refusal).toBeInstanceOf(StoreUnavailableError);
    expect(acknowledged.length).toBeGreaterThan(10);
    await expect(put(store, "next")).rejects.toThrow(StoreUnavailableError);
    await store.ping("reads");
    rmSync(ballast);
    await put(store, "later");
    await store.ping("writes");
    const keys = [...acknowledged, "later"].map((name) => [name] as const);
    const found = await store.read("test.get", (rows) => rows.secrets.getMany(keys));
    expect(found.filter((row) => row === null)).toEqual([]);
    await store.close();
  },
);
