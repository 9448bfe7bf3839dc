/** `/dashboard/keys` over HTTP: what each role can do, what a key does afterwards, and what a person is told. */

import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hashApiKey } from "../../service/src/accounts/authentication.js";
import type { Records } from "../../service/src/records/records.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { describeStores, type OpenStore } from "../contract/test-stores.js";
import { accountWorld } from "./account-world.js";
import { type PageAnswer, PageSite } from "./page-site.js";

const PATH = "/dashboard/keys";

const world = accountWorld();

const statusOf = async (site: PageSite, key: string): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${site.port}/api/v2/account`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await answer.text();
  return answer.status;
};

const keyIn = ({ html }: PageAnswer): string => /svc_[A-Za-z0-9_-]{43}/.exec(html)![0];

describeStores("keys ($name)", ({ open }) => {
  let site: PageSite;
  beforeEach(async () => {
    site = await PageSite.start({ ...world, open });
  });
  afterEach(() => site.stop());

  it("are shown once, work at once, and never again in a page", async () => {
    const { browser, person } = await site.signIn("member");
    const created = await browser.submit(await browser.get(PATH), "Create key", { name: "web shop" });
    expect(created.status).toBe(200);
    expect(created.headers["cache-control"]).toBe("no-store");
    const key = keyIn(created);
    expect(created.text).toContain(`Authorization: Bearer ${key}`);
    expect(await statusOf(site, key)).toBe(200);
    const list = await browser.get(PATH);
    expect(list.text).toContain("web shop");
    expect(list.text).toContain(person.email);
    expect(list.text).toContain("Never");
    expect(list.html).not.toContain("svc_");
    expect(list.html).not.toContain(hashApiKey(key));
  });

  it("stop on every instance once they are revoked", async () => {
    const { browser, account } = await site.signIn("member");
    const key = keyIn(await browser.submit(await browser.get(PATH), "Create key", { name: "one" }));
    const other = await PageSite.start({ ...world, open: shared(site.store) });
    try {
      expect(await statusOf(other, key)).toBe(200);
      const [record] = await site.store.accounts.listKeys(account.id);
      const confirm = await browser.get(`${PATH}/${record!.id}/revoke`);
      expect(confirm.text).toContain("Revoke the key “one”?");
      const done = await browser.submit(confirm, "Revoke key");
      expect(done.text).toContain("The key is revoked.");
      expect(await statusOf(site, key)).toBe(401);
      await expect.poll(() => statusOf(other, key)).toBe(401);
    } finally {
      await other.stop();
    }
  });

  it("are five at most, also when six are created at once", async () => {
    const { browser, account } = await site.signIn("owner");
    const page = await browser.get(PATH);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => browser.submit(page, "Create key", { name: `key ${at}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 400]);
    const keys = await site.store.accounts.listKeys(account.id);
    expect(keys).toHaveLength(5);
    const full = await browser.get(PATH);
    expect(full.text).toContain("Active keys: 5 of 5");
    expect(full.text).toContain("Revoke one to create another");
    // A form that was opened before keeps what was typed.
    const refused = await browser.submit(page, "Create key", { name: "the sixth" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("already has 5 active keys");
    expect(refused.html).toContain('value="the sixth"');
  });

  it("are looked at by a reader, who changes nothing", async () => {
    const { account, browser: owner } = await site.signIn("owner");
    await owner.submit(await owner.get(PATH), "Create key", { name: "kept" });
    const [key] = await site.store.accounts.listKeys(account.id);
    const { browser } = await site.signIn("reader", { account });
    const page = await browser.get(PATH);
    expect(page.text).toContain("kept");
    expect(page.links.filter((link) => link.includes("revoke"))).toEqual([]);
    expect(page.text).toContain("only lets you look");
    expect((await browser.post(PATH, { name: "mine" })).status).toBe(403);
    expect((await browser.get(`${PATH}/${key!.id}/revoke`)).status).toBe(403);
    expect((await browser.post(`${PATH}/${key!.id}/revoke`)).status).toBe(403);
    const keys = await site.store.accounts.listKeys(account.id);
    expect(keys.map(({ name, revokedAt }) => [name, revokedAt])).toEqual([["kept", null]]);
  });

  it("of another account are not found, and stay", async () => {
    const { account, browser: owner } = await site.signIn("owner");
    const key = keyIn(await owner.submit(await owner.get(PATH), "Create key", { name: "theirs" }));
    const [record] = await site.store.accounts.listKeys(account.id);
    const { browser } = await site.signIn("owner");
    const list = await browser.get(PATH);
    expect(list.text).not.toContain("theirs");
    for (const id of [record!.id, randomUUID(), "x"]) {
      expect((await browser.get(`${PATH}/${id}/revoke`)).status).toBe(404);
      expect((await browser.post(`${PATH}/${id}/revoke`)).status).toBe(404);
    }
    expect(await statusOf(site, key)).toBe(200);
  });

  it("leave their trail in the audit", async () => {
    const { browser, account, person } = await site.signIn("owner");
    await browser.submit(await browser.get(PATH), "Create key", { name: "traced" });
    const [key] = await site.store.accounts.listKeys(account.id);
    await browser.submit(await browser.get(`${PATH}/${key!.id}/revoke`), "Revoke key");
    const { entries } = await site.store.audit.list(account.id, 2, null);
    expect(entries.map(({ action, subject, actor }) => [action, subject, actor])).toEqual([
      ["key.revoke", key!.id, { kind: "person", id: person.id, email: person.email }],
      ["key.create", key!.id, { kind: "person", id: person.id, email: person.email }],
    ]);
    expect(JSON.stringify(entries)).not.toContain("svc_");
  });

  it("say when they were last used, once the service has stored it", async () => {
    const { browser, account } = await site.signIn("member");
    const key = keyIn(await browser.submit(await browser.get(PATH), "Create key", { name: "used" }));
    const other = await PageSite.start({ ...world, open: shared(site.store) });
    const since = Date.now();
    expect(await statusOf(other, key)).toBe(200);
    expect((await site.store.accounts.listKeys(account.id))[0]!.lastUsedAt).toBeNull();
    await other.stop();
    const [record] = await site.store.accounts.listKeys(account.id);
    expect(record!.lastUsedAt!.getTime()).toBeGreaterThanOrEqual(since);
    expect((await browser.get(PATH)).text).not.toContain("Never");
  });

  it("of a disabled account, and those of none, are refused", async () => {
    const { browser, account } = await site.signIn("owner");
    const key = keyIn(await browser.submit(await browser.get(PATH), "Create key", { name: "k" }));
    const audit = (await site.store.audit.list(account.id, 1, null)).entries[0]!;
    await site.store.accounts.updateAccount(
      account.id,
      { disabledAt: new Date() },
      { ...audit, id: randomUUID() },
    );
    expect(await statusOf(site, key)).toBe(401);
    const older = `svc_${"o".repeat(43)}`;
    const orphan = {
      id: randomUUID(),
      accountId: null,
      name: "",
      secretHash: hashApiKey(older),
      createdAt: new Date(),
    };
    await site.store.accounts.createKey(orphan, 5, { ...audit, id: randomUUID(), accountId: null });
    expect(await statusOf(site, older)).toBe(403);
    // Whoever is signed in to it is no longer.
    expect((await browser.get(PATH, { stay: true })).headers.location).toMatch(/\/sign-in\?to=/);
  });
});

it("keep a script in a name a text", async () => {
  const site = await PageSite.start(world);
  try {
    const { browser, account } = await site.signIn("owner");
    const name = `<img src=x onerror=alert(1)>"'&`;
    const created = await browser.submit(await browser.get(PATH), "Create key", { name });
    expect(created.text).toContain(name);
    expect(created.html).not.toContain("<img");
    const list = await browser.get(PATH);
    expect(list.text).toContain(name);
    expect(list.html).not.toContain("<img");
    const [key] = await site.store.accounts.listKeys(account.id);
    const confirm = await browser.get(`${PATH}/${key!.id}/revoke`);
    expect(confirm.html).not.toContain("<img");
    const refused = await browser.submit(list, "Create key", { name: `${"x".repeat(60)}"><script>` });
    expect(refused.status).toBe(400);
    expect(refused.html).not.toContain("<script>");
    expect((await browser.submit(list, "Create key", { name: "evil\u202egnp" })).status).toBe(400);
    expect((await browser.submit(list, "Create key", { name: " " })).text).toContain("1 to 60 characters");
  } finally {
    await site.stop();
  }
});

it.each(["createKey", "revokeKey"] as const)(
  "tell honestly that nobody knows, when the store is lost in %s",
  async (method) => {
    const site = await PageSite.start(world);
    try {
      const { browser, account } = await site.signIn("owner");
      await browser.submit(await browser.get(PATH), "Create key", { name: "before" });
      const [key] = await site.store.accounts.listKeys(account.id);
      const real = site.store.accounts[method].bind(site.store.accounts) as (
        ...args: unknown[]
      ) => Promise<unknown>;
      // The store does it, and its answer is lost.
      Object.defineProperty(site.store.accounts, method, {
        value: async (...args: unknown[]) => {
          await real(...args);
          throw new StoreUnavailableError("lost");
        },
      });
      const answer =
        method === "createKey"
          ? await browser.submit(await browser.get(PATH), "Create key", { name: "lost" })
          : await browser.submit(await browser.get(`${PATH}/${key!.id}/revoke`), "Revoke key");
      expect(answer.status).toBe(503);
      expect(answer.text).toContain("It is not known whether that happened");
      expect(answer.html).not.toContain("svc_");
      const list = await browser.get(PATH);
      expect(list.text).toContain(method === "createKey" ? "lost" : "Revoked keys");
    } finally {
      await site.stop();
    }
  },
);

/** The store of another instance, which stays open. */
function shared(store: Records): OpenStore {
  return async () => ({ store, remove: async () => {} });
}
