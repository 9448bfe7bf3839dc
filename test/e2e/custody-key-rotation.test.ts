/** Rotation of the custody key, as an operator does it: docs/operations/running.md, "Custody". */

import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, inject, test } from "vitest";
import { openMongodbRecords, openSqliteRecords } from "../../service/src/records/records.js";
import { dataDirAt } from "../../service/src/store/sqlite/data-dir.js";
import { newAccount } from "../contract/api-service.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { ANCHOR_KEY, type Instance, startInstance } from "./instance.js";
import { run } from "./sandbox.js";

const mongodbUrl = inject("mongodbUrl");
const stores = [
  { name: "SQLite and files", newUrl: () => null },
  ...(mongodbUrl === null ? [] : [{ name: "MongoDB and GridFS", newUrl: () => newDatabaseUrl(mongodbUrl) }]),
];

describe.each(stores)("on $name", ({ newUrl }) => {
  const folder = mkdtempSync(join(tmpdir(), "svc-rotation-"));
  const url = newUrl();
  let instance: Instance | null = null;
  afterEach(async () => {
    await instance?.end("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
    if (url !== null) await dropDatabase(url);
  });

  const where = { SVC_DATA_DIR: folder, ...(url === null ? {} : { SVC_MONGODB_URL: url }) };

  async function restart(keys: string): Promise<void> {
    await instance?.end("SIGTERM");
    instance = await startInstance({
      ...where,
      SVC_RPC_URL: "http://127.0.0.1:1",
      SVC_CHAIN_ID: "1",
      SVC_ANCHOR_KEY: ANCHOR_KEY,
      SVC_CALENDAR_URLS: "off",
      SVC_CUSTODY: "on",
      SVC_CUSTODY_KEY: keys,
      SVC_LOG_LEVEL: "error",
    });
  }

  test("the command rewraps all keys; then the former key is no longer needed", async () => {
    const [former, current] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
    const store =
      url === null
        ? await openSqliteRecords(dataDirAt(folder).databasePath)
        : await openMongodbRecords({ url, timeoutMs: 20_000 });
    const { key } = await newAccount(store);
    await store.close();
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${instance!.baseUrl}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      });
    const rewrap = (keys: string) =>
      run(process.execPath, ["service/dist/admin/main.js", "custody", "rewrap", "--json"], {
        ...where,
        SVC_CUSTODY_KEY: keys,
      });

    await restart(former);
    const bytes = randomBytes(200_000);
    const hash = createHash("sha256").update(bytes).digest("hex");
    const { id } = await (await ask("/proofs", { method: "POST", body: JSON.stringify({ hash }) })).json();
    const path = `/proofs/${id}/original`;
    expect((await ask(path, { method: "PUT", body: bytes })).status).toBe(201);

    const without = await rewrap(current);
    expect([without.status, JSON.parse(without.stdout)]).toEqual([1, { rewrapped: 0, unreadable: 1 }]);
    const done = await rewrap(`${current},${former}`);
    expect([done.status, JSON.parse(done.stdout)]).toEqual([0, { rewrapped: 1, unreadable: 0 }]);
    // The running service knows only the former key until it is restarted.
    expect((await ask(path)).status).toBe(502);

    await restart(current);
    const served = await ask(path);
    expect(served.status).toBe(200);
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  });
});
