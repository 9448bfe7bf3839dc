import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashApiKey } from "../../service/src/accounts/authentication.js";
import { addressesOf } from "../../service/src/http/site.js";
import { hashSecret } from "../../service/src/people/sign-in.js";
import { anyAudit } from "../../service/src/records/account.testing.js";
import { openSqliteRecords, type Records } from "../../service/src/records/records.js";
import { grant } from "../../service/src/records/seal-order.testing.js";
import { type SandboxCredentials, sandboxNotice, writeSandboxCredentials } from "./credentials.js";

describe("writeSandboxCredentials", () => {
  let dataDir: string;
  let store: Records;
  /** What each link of the desk makes of a visit. */
  let links: Map<string, () => Promise<string>>;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "svc-sandbox-"));
    store = await openSqliteRecords(join(dataDir, "service.sqlite"));
    links = new Map();
  });
  afterEach(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });

  const link = (enter: () => Promise<string>) => {
    const url = `http://localhost:9/sign-in/${links.size}`;
    links.set(url, enter);
    return url;
  };
  const write = (port = 8080): Promise<SandboxCredentials> =>
    writeSandboxCredentials({
      store,
      desk: { link },
      dataDir,
      addresses: addressesOf(`http://127.0.0.1:${port}`),
      rpcUrl: "http://127.0.0.1:8545",
      chainId: 31_337,
      calendarUrl: "http://127.0.0.1:8546",
      tsa: { p256Url: "http://127.0.0.1:8547/p256", rootPath: "/data/tsa/root.pem" },
    });
  const planOf = async (key: string) => (await store.accounts.findKey(hashApiKey(key)))?.account?.plan;

  it("creates an account and a key for each plan, in a file accessible only to its owner", async () => {
    const credentials = await write();
    expect(credentials).toEqual({
      base_url: "http://127.0.0.1:8080/api/v2",
      site_url: "http://127.0.0.1:8080",
      keys: { free: expect.stringMatching(/^svc_/), pro: expect.stringMatching(/^svc_/) },
      sign_in: {
        free: expect.stringMatching(/^http:\/\/localhost:9\/sign-in\/\d$/),
        pro: expect.stringMatching(/^http:\/\/localhost:9\/sign-in\/\d$/),
      },
      rpc_url: "http://127.0.0.1:8545",
      chain_id: 31_337,
      calendar_url: "http://127.0.0.1:8546",
      tsa_url: "http://127.0.0.1:8547/p256",
      tsa_root: "/data/tsa/root.pem",
    });
    expect(await planOf(credentials.keys.free)).toBe("free");
    expect(await planOf(credentials.keys.pro)).toBe("pro");
    const path = join(dataDir, "sandbox.json");
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual(credentials);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readdir(dataDir)).filter((name) => name.endsWith(".new"))).toEqual([]);
  });

  it("refills the seals of both accounts at each start", async () => {
    const { keys } = await write();
    const accountOf = async (key: string) => (await store.accounts.findKey(hashApiKey(key)))!.account!.id;
    const [free, pro] = [await accountOf(keys.free), await accountOf(keys.pro)];
    await grant(store, free, -2, "welcome");
    await write();
    expect(await store.accounts.sealBalance(free)).toEqual({ welcome: 3, pack: 0 });
    expect(await store.accounts.sealBalance(pro)).toEqual({ welcome: 100, pack: 0 });
  });

  /** Whom a link signs in. */
  const personOf = async (of: string) => {
    const { origin, pathname, searchParams } = new URL(await links.get(of)!());
    expect(origin + pathname).toBe("http://localhost:8080/sign-in/link");
    const token = await store.people.useToken(hashSecret(searchParams.get("token")!), "sign-in", new Date());
    return (await store.people.findPersonByEmail(token!.email!))!;
  };

  it("has a link that signs an owner of each account in, as often as one likes, the same at each start", async () => {
    const first = await write();
    const accountOf = async (key: string) => (await store.accounts.findKey(hashApiKey(key)))!.account!.id;
    for (const [plan, email] of [
      ["free", "free@sandbox.example"],
      ["pro", "pro@sandbox.example"],
      ["free", "free@sandbox.example"],
    ] as const) {
      expect(await personOf(first.sign_in[plan])).toMatchObject({
        accountId: await accountOf(first.keys[plan]),
        role: "owner",
        email,
      });
    }
    const second = await write();
    expect(second.sign_in.free).not.toBe(first.sign_in.free);
    expect((await personOf(second.sign_in.free)).id).toBe((await personOf(first.sign_in.free)).id);
  });

  it("finds an address for the owner of a new account when a former account has the first one", async () => {
    await write();
    await rm(join(dataDir, "sandbox.json"));
    const { keys, sign_in } = await write();
    const account = (await store.accounts.findKey(hashApiKey(keys.free)))!.account!;
    expect(await personOf(sign_in.free)).toMatchObject({
      accountId: account.id,
      email: `free-${account.id.slice(0, 8)}@sandbox.example`,
    });
  });

  it("keeps the keys and renews the addresses", async () => {
    const first = await write();
    const second = await write(9_090);
    expect(second.keys).toEqual(first.keys);
    expect(second.base_url).toBe("http://127.0.0.1:9090/api/v2");
    expect(await store.accounts.listAccounts()).toHaveLength(2);
  });

  it("replaces a key that is revoked, unknown or lost with a damaged file", async () => {
    const first = await write();
    const { id } = (await store.accounts.findKey(hashApiKey(first.keys.free)))!;
    await store.accounts.revokeKey(id, null, new Date(), anyAudit());
    const second = await write();
    expect(second.keys.pro).toBe(first.keys.pro);
    expect(second.keys.free).not.toBe(first.keys.free);
    expect(await planOf(second.keys.free)).toBe("free");
    await writeFile(join(dataDir, "sandbox.json"), randomUUID());
    const third = await write();
    expect(third.keys.pro).not.toBe(second.keys.pro);
    expect(await planOf(third.keys.pro)).toBe("pro");
  });

  it("says in the notice that nothing is proven", async () => {
    const credentials = await write();
    const { keys, sign_in, base_url, rpc_url, chain_id, calendar_url, tsa_url, tsa_root } = credentials;
    const facts = {
      addresses: addressesOf("http://127.0.0.1:8080"),
      rpcUrl: rpc_url,
      chainId: chain_id,
      calendarUrl: calendar_url,
      tsa: { p256Url: tsa_url!, rootPath: tsa_root! },
    };
    const mailsUrl = "http://127.0.0.1:9/mail";
    const notice = sandboxNotice({ ...facts, credentials, mailsUrl });
    expect(notice).toContain("development network");
    expect(notice).toMatch(/Nothing .* evidential value/);
    for (const text of [
      base_url,
      keys.free,
      keys.pro,
      sign_in.free,
      sign_in.pro,
      rpc_url,
      calendar_url!,
      tsa_url!,
      tsa_root!,
      mailsUrl,
    ]) {
      expect(notice).toContain(text);
    }
    expect(sandboxNotice({ ...facts, credentials, mailsUrl: null })).toContain(
      "Mails     as SVC_SMTP_URL says",
    );
  });
});
