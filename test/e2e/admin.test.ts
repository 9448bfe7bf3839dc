/**
 * The admin program beside a running service on the same database: what it changes holds there at once, and its exit
 * statuses say what came of it.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openMongodbRecords, openSqliteRecords, type Records } from "../../service/src/records/records.js";
import { dataDirAt, openDataDir } from "../../service/src/store/sqlite/data-dir.js";
import { newServer } from "../contract/api-service.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { randomHash } from "./instance.js";
import { root, run } from "./sandbox.js";

const PROGRAM = join(root, "service/dist/admin/main.js");
const folder = mkdtempSync(join(tmpdir(), "svc-admin-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const mongodbUrl = inject("mongodbUrl");

interface Database {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  open(): Promise<Records>;
  remove(): Promise<void>;
}

const dataDir = join(folder, "data");
const databases: Database[] = [
  {
    name: "SQLite",
    settings: { SVC_DATA_DIR: dataDir },
    open: async () => {
      await openDataDir(dataDir);
      return openSqliteRecords(dataDirAt(dataDir).databasePath);
    },
    remove: async () => {},
  },
];
if (mongodbUrl !== null) {
  const url = newDatabaseUrl(mongodbUrl);
  databases.push({
    name: "MongoDB",
    settings: { SVC_MONGODB_URL: url, SVC_DATA_DIR: dataDir },
    open: () => openMongodbRecords({ url, timeoutMs: 20_000 }),
    remove: () => dropDatabase(url),
  });
}

describe.each(databases)("the admin program beside a service on $name", ({ settings, open, remove }) => {
  let store: Records;
  let server: ReturnType<typeof newServer>;

  beforeAll(async () => {
    store = await open();
    server = newServer(store);
    await server.start();
  });
  afterAll(async () => {
    await server?.stop();
    await store?.close();
    await remove();
  });

  const admin = (...words: string[]) => run(process.execPath, [PROGRAM, ...words], settings);
  async function done(...words: string[]): Promise<Record<string, string>> {
    const { status, stdout, stderr } = await admin(...words, "--json");
    if (status !== 0) throw new Error(`${words.join(" ")}: status ${status}: ${stderr}`);
    return JSON.parse(stdout);
  }
  const statusOf = async (key: string): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` };
    return (await server.inject({ url: "/api/v2/account", headers })).statusCode;
  };
  const register = async (key: string): Promise<number> => {
    const answer = await server.inject({
      method: "POST",
      url: "/api/v2/proofs",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      payload: JSON.stringify({ hash: randomHash() }),
    });
    return answer.statusCode;
  };

  it("disables accounts and revokes keys that the service has just accepted", async () => {
    const { id } = await done(
      "account",
      "create",
      "--plan",
      "free",
      "--label",
      "Ruiz",
      "--welcome-seals",
      "3",
    );
    const { key, id: keyId } = await done("key", "create", "--account", id!, "--name", "shop");
    expect(await statusOf(key!)).toBe(200);
    await done("account", "disable", id!);
    await expect.poll(() => statusOf(key!)).toBe(401);
    await done("account", "enable", id!);
    await expect.poll(() => statusOf(key!)).toBe(200);
    await done("key", "revoke", keyId!);
    await expect.poll(() => statusOf(key!)).toBe(401);
    const entries = (await store.audit.list(id!, 10, null)).entries;
    expect(entries.map(({ action, actor }) => `${actor.kind} ${action}`)).toEqual([
      "admin key.revoke",
      "admin account.enable",
      "admin account.disable",
      "admin key.create",
      "admin account.create",
    ]);
  });

  it("changes the limits of an account with its plan", async () => {
    const { id } = await done("account", "create", "--plan", "free");
    const { key } = await done("key", "create", "--account", id!);
    for (let i = 0; i < 10; i++) expect(await register(key!)).toBe(201);
    expect(await register(key!)).toBe(429);
    await done("account", "set-plan", id!, "pro");
    await expect.poll(() => register(key!)).toBe(201);
    await done("seals", "add", "--account", id!, "--amount", "7");
    expect(await store.accounts.sealBalance(id!)).toEqual({ welcome: 0, pack: 7 });
  });

  it("ends with a status for each outcome, and tells errors beside its output", async () => {
    const { id } = await done("account", "create", "--plan", "free");
    const nobody = "3f0abc39-7163-42c7-a194-85c78ad21749";
    const outcomes: [string[], number, string][] = [
      [["account", "show", nobody], 4, `there is no account ${nobody}`],
      [["seals", "remove", "--account", id!, "--amount", "1"], 4, "too few"],
      [["account", "lst"], 3, "Did you mean list?"],
      [["account", "set-plan", id!, "prp"], 3, "Did you mean pro?"],
    ];
    for (const [words, status, told] of outcomes) {
      const answer = await admin(...words);
      expect(answer).toMatchObject({ status, stdout: "" });
      expect(answer.stderr).toContain(told);
    }
    expect(await admin("account", "delete", id!)).toMatchObject({ status: 4 });
    expect(await admin("account", "delete", id!, "--dry-run")).toMatchObject({ status: 0 });
    expect(await store.accounts.findAccount(id!)).not.toBeNull();
    expect(await admin("account", "delete", id!, "--yes")).toMatchObject({ status: 0 });
    expect(await store.accounts.findAccount(id!)).toBeNull();
    expect(await admin("account", "list", "--help")).toMatchObject({ status: 0 });
    expect(await admin()).toMatchObject({ status: 3 });
  });

  it("lists in parts, as arrays for scripts", async () => {
    for (let i = 0; i < 3; i++) await done("account", "create", "--plan", "pro");
    const part = await admin("account", "list", "--plan", "pro", "--limit", "2", "--json");
    const ids = JSON.parse(part.stdout).map((account: { id: string }) => account.id);
    expect(ids).toHaveLength(2);
    expect(part.stderr).toContain(`More follow: --after ${ids[1]}`);
    const rest = await admin("account", "list", "--plan", "pro", "--after", ids[1], "--json");
    expect(JSON.parse(rest.stdout).length).toBeGreaterThan(0);
  });
});

it("finds no database in a misspelt folder, and makes none", async () => {
  const answer = await run(process.execPath, [PROGRAM, "account", "list"], {
    SVC_DATA_DIR: join(folder, "dta"),
  });
  expect(answer).toMatchObject({ status: 3, stdout: "" });
  expect(answer.stderr).toContain("SVC_DATA_DIR");
});
