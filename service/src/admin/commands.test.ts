import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashApiKey } from "../accounts/api-key.js";
import { openSqliteStore } from "../store/sqlite/sqlite-store.js";
import type { Store } from "../store/store.js";
import { type CommandResult, parseInvocation, USAGE } from "./commands.js";
import { UsageError } from "./usage-error.js";

describe("the admin commands", () => {
  let folder: string;
  let store: Store;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-admin-"));
    store = await openSqliteStore(join(folder, "service.sqlite"));
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  const noKeys = () => Promise.reject(new Error("no originals here"));
  const run = (...args: string[]): Promise<CommandResult> => parseInvocation(args).run(store, noKeys);
  const newAccount = async (plan = "free"): Promise<string> =>
    ((await run("account", "create", "--plan", plan)).data as { id: string }).id;

  it("names the next command after an account was created", async () => {
    const { data, text } = await run("account", "create", "--plan", "free");
    const command = /npm run admin -- (key create .*)$/.exec(text)?.[1];
    const key = await run(...(command ?? "").split(" "));
    expect(key.data).toMatchObject({ account_id: (data as { id: string }).id });
  });

  it("creates and lists accounts", async () => {
    const id = await newAccount("pro");
    expect(await store.accounts.findAccount(id)).toMatchObject({ id, plan: "pro" });
    const { data, text } = await run("account", "list");
    expect(data).toEqual([{ id, plan: "pro", created_at: expect.any(String) }]);
    expect(text).toContain(id);
  });

  it("creates a working key, shows it once and lists it without its text", async () => {
    const account = await newAccount();
    const { data, text } = await run("key", "create", "--account", account.toUpperCase());
    const { id, key } = data as { id: string; key: string };
    expect(text).toContain(key);
    expect(await store.accounts.findKey(hashApiKey(key))).toMatchObject({ id, account: { id: account } });
    const list = await run("key", "list", "--account", account);
    expect(list.data).toEqual([{ id, created_at: expect.any(String), revoked_at: null }]);
    expect(JSON.stringify(list)).not.toContain(key);
  });

  it("revokes a key", async () => {
    const account = await newAccount();
    const { id, key } = (await run("key", "create", "--account", account)).data as {
      id: string;
      key: string;
    };
    expect((await run("key", "revoke", id)).data).toEqual({ id, revoked: true });
    expect((await store.accounts.findKey(hashApiKey(key)))?.revokedAt).toBeInstanceOf(Date);
    await expect(run("key", "revoke", randomUUID())).rejects.toThrow(UsageError);
  });

  it("allows five active keys per account", async () => {
    const account = await newAccount();
    for (let i = 0; i < 5; i++) await run("key", "create", "--account", account);
    await expect(run("key", "create", "--account", account)).rejects.toThrow(/5 active keys/);
  });

  it("adds seals to the ledger", async () => {
    const account = await newAccount();
    await run("seals", "add", "--account", account, "--amount", "10", "--cause", "invoice 7");
    const { data } = await run("seals", "add", "--account", account, "--amount", "2", "--kind", "welcome");
    expect(data).toMatchObject({ kind: "welcome", amount: 2, balance: { welcome: 2, pack: 10 } });
    expect(await store.accounts.sealBalance(account)).toEqual({ welcome: 2, pack: 10 });
  });

  const nobody = randomUUID();
  it.each([
    [[], "unknown command"],
    [["account"], "unknown command"],
    [["account", "delete"], "unknown command"],
    [["account", "create"], "--plan"],
    [["account", "create", "--plan", "gold"], "--plan"],
    [["account", "create", "--plan", "free", "--colour", "red"], "--colour"],
    [["account", "create", "extra", "--plan", "free"], "expected"],
    [["key", "create"], "--account"],
    [["key", "create", "--account", "me"], "UUID"],
    [["key", "create", "--account", nobody], "no account"],
    [["key", "list", "--account", nobody], "no account"],
    [["key", "revoke"], "KEY_ID"],
    [["key", "revoke", "x"], "UUID"],
    [["seals", "add", "--account", nobody, "--amount", "1"], "no account"],
    [["seals", "add", "--account", nobody], "--amount"],
    ...["0", "-1", "1.5", "1e3", "1000001", "ten", ""].map(
      (amount) => [["seals", "add", "--account", nobody, `--amount=${amount}`], "--amount"] as const,
    ),
    [["seals", "add", "--account", nobody, "--amount", "1", "--kind", "gift"], "--kind"],
  ] as const)("refuses %j with a clear text", async (args, named) => {
    const attempt = async () => run(...args);
    await expect(attempt()).rejects.toThrow(UsageError);
    await expect(attempt()).rejects.toThrow(named);
    expect(await store.accounts.listAccounts()).toEqual([]);
  });

  it("refuses a cause that cannot be stored", async () => {
    const account = await newAccount();
    for (const cause of ["", "a\u0000b", "x".repeat(501)]) {
      await expect(
        run("seals", "add", "--account", account, "--amount", "1", "--cause", cause),
      ).rejects.toThrow("--cause");
    }
  });

  it("audits the books of all accounts, or of one", async () => {
    const [account, other] = [await newAccount(), await newAccount("pro")];
    await run("seals", "add", "--account", account, "--amount", "3");
    const report = {
      account_id: account,
      ...{ welcome: 0, pack: 3, granted: 3, paid: 0, refunded: 0, issued: 0, qualified: 0, pending: 0 },
      ...{ under_way: 0, findings: [] },
    };
    const all = await run("seals", "audit");
    expect(all).toMatchObject({ failed: false, data: [report, { account_id: other, pack: 0 }] });
    expect(all.text).toContain("The books of 2 accounts agree.");
    const one = await run("seals", "audit", "--account", account);
    expect(one.data).toEqual([report]);
    await expect(run("seals", "audit", "--account", randomUUID())).rejects.toThrow(UsageError);
  });

  it("lists every command in the usage", () => {
    for (const words of [
      "account create",
      "account list",
      "key create",
      "key list",
      "key revoke",
      "seals add",
      "seals audit",
    ]) {
      expect(USAGE).toContain(words);
    }
  });
});
