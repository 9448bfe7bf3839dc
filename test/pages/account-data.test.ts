/** The export and the deletion of an account over HTTP: everything of it goes along, nothing of another, and what stays is what must. */

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { auditEntry } from "../../service/src/audit/audit.js";
import { newRegistration } from "../../service/src/records/registration.testing.js";
import type { ProofRecord } from "../../service/src/records/types.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { parseZip, readWhole } from "../../verifier-lib/src/archive/zip.js";
import { anchorBatch, batchQueue } from "../contract/api-service.js";
import { describeCustodies, openCustody, type TestCustody } from "../contract/test-custody.js";
import { accountWorld } from "./account-world.js";
import { PageSite, type SignedInPerson } from "./page-site.js";

const EXPORT = "/dashboard/account/export";
const DELETE = "/dashboard/account/delete";
const LONG_AGO_MS = 3_600_000;

describeCustodies("data of an account ($name)", ({ open, openBlobs }) => {
  let site: PageSite;
  let kept: TestCustody;

  beforeEach(async () => {
    const { store, remove } = await open();
    kept = await openCustody(store, openBlobs);
    const all = async () => {
      await kept.remove();
      await remove();
    };
    site = await PageSite.start({
      ...accountWorld({ custody: kept.custody }),
      open: async () => ({ store, remove: all }),
    });
  });
  afterEach(() => site.stop());

  const entry = (accountId: string) =>
    auditEntry({ accountId, actor: { kind: "service" }, action: "test.act" });

  /** A proof with its original in custody. */
  const deposit = async ({ account }: SignedInPerson, name: string): Promise<ProofRecord> => {
    const bytes = randomBytes(100);
    const key = { id: randomUUID(), accountId: account.id, name: "k", createdAt: new Date() };
    const secretHash = createHash("sha256").update(key.id).digest("hex");
    await site.store.accounts.createKey({ ...key, secretHash }, 1_000, entry(account.id));
    const hash = createHash("sha256").update(bytes).digest("hex");
    const given = { hash, name, metadata: `{"of":"${name}"}`, receivedAt: new Date(), dailyLimit: 1_000 };
    const caller = { accountId: account.id, keyId: key.id };
    const result = await site.store.proofs.register(newRegistration(caller, given));
    if (result.outcome !== "created") throw new Error(result.outcome);
    const file = {
      minBytes: bytes.length,
      maxBytes: bytes.length,
      fileName: `${name}.bin`,
      mimeType: null,
      content: (async function* () {
        yield bytes;
      })(),
    };
    const plan = { custodyFileBytes: 1_000, custodyAccountBytes: 100_000 };
    await kept.custody.deposit(result.proof, plan as never, file);
    return result.proof;
  };

  const exported = async ({ browser }: SignedInPerson, fields: Record<string, string> = {}) => {
    const page = await browser.get(EXPORT);
    const answer = await browser.submit(page, "Download the archive", fields);
    expect(answer.headers["content-type"]).toBe("application/zip");
    // As strict as the verifier: one reading, nothing left over.
    const files: Record<string, Uint8Array> = {};
    for (const file of await parseZip(new Uint8Array(answer.bytes))) files[file.name] = await readWhole(file);
    return { files, json: (name: string) => JSON.parse(Buffer.from(files[name]!).toString("utf8")) };
  };

  it("goes along whole, without secrets and without another account's", async () => {
    const mine = await site.signIn("owner");
    const theirs = await site.signIn("owner");
    const proof = await deposit(mine, "../../etc/contract");
    const other = await deposit(theirs, "theirs");
    await anchorBatch(site.store, await batchQueue(site.store));
    const grant = { id: randomUUID(), accountId: mine.account.id, kind: "pack", amount: 7 } as const;
    await site.store.accounts.addSeals({ ...grant, cause: "gift", at: new Date() }, entry(mine.account.id));
    await mine.browser.submit(await mine.browser.get("/seals"), "Order", { amount: "5" });
    const created = await mine.browser.submit(await mine.browser.get("/dashboard/keys"), "Create key", {
      name: "shop",
    });
    const [key] = /svc_[A-Za-z0-9_-]{43}/.exec(created.html)!;
    await mine.browser.submit(await mine.browser.get("/dashboard/people/invite"), "Send invitation", {
      email: "eva@example.org",
    });

    await site.store.mailWishes.ask({
      ...{ personId: mine.person.id, accountId: mine.account.id, token: randomUUID(), language: "es" },
      ...{ proofIds: [proof.id], isWhole: false, at: new Date() },
    });

    const { files, json } = await exported(mine);
    expect(json("account.json")).toMatchObject({ id: mine.account.id, seals: { welcome: 0, pack: 7 } });
    expect(json("people.json")).toMatchObject([
      {
        email: mine.person.email,
        role: "owner",
        sessions: [{}],
        mail_wishes: [{ language: "es", proofs: 1 }],
      },
    ]);
    expect(json("invitations.json")).toMatchObject([{ email: "eva@example.org", role: "member" }]);
    expect(json("keys.json").map(({ name }: { name: string }) => name)).toEqual(["k", "shop"]);
    expect(json("seal-ledger/00001.json")).toMatchObject([{ amount: 7, cause: "gift" }]);
    expect(json("orders.json")).toMatchObject([{ item: { kind: "seals", amount: 5 }, state: "open" }]);
    expect(json("audit/00001.json")[0]).toMatchObject({ action: "account.export" });
    expect(json("proofs/00001.json")).toMatchObject([
      {
        id: proof.id,
        hash: proof.hash,
        state: "anchored",
        origin: "api",
        metadata: { of: "../../etc/contract" },
      },
    ]);
    expect(json(`portable-proofs/${proof.id}.json`)).toMatchObject({
      schema: "svc-proof/2",
      proof_id: proof.id,
    });
    const name = Object.keys(files).find((one) => one.startsWith("originals/"))!;
    expect(name).toMatch(new RegExp(`^originals/${proof.id}/[^/]+$`));
    expect(createHash("sha256").update(files[name]!).digest("hex")).toBe(proof.hash);
    expect(json("left-out.json")).toEqual({ originals_after: null, originals: [] });
    const everything = Object.values(files)
      .map((bytes) => Buffer.from(bytes).toString("latin1"))
      .join("\n");
    for (const secret of [key, mine.secret, mine.session.secretHash, theirs.account.id, other.id, other.hash])
      expect(everything).not.toContain(secret);
    const { entries } = await site.store.audit.list(mine.account.id, 1, null);
    expect(entries[0]).toMatchObject({ action: "account.export", details: { what: "all", originals: true } });
  });

  it("goes along in parts when there are more originals than downloads a day", async () => {
    const owner = await site.signIn("owner", { plan: "free" });
    const proofs: ProofRecord[] = [];
    for (let i = 0; i < 13; i++) proofs.unshift(await deposit(owner, `f${i}`));
    const originalsIn = (files: Record<string, Uint8Array>) =>
      Object.keys(files).flatMap((name) => /^originals\/([^/]+)\//.exec(name)?.[1] ?? []);
    const first = await exported(owner);
    expect(originalsIn(first.files)).toEqual(proofs.slice(0, 10).map(({ id }) => id));
    const left = first.json("left-out.json");
    expect(left.originals_after).toBe(proofs[9]!.id);
    expect(left.originals).toHaveLength(3);
    expect(left.originals[0]).toMatchObject({ proof_id: proofs[10]!.id, reason: "no_download_left" });
    expect(await site.store.custody.downloadsOfDay(owner.account.id, new Date())).toBe(10);

    // On another day.
    site.store.custody.downloadsOfDay = async () => 0;
    site.store.custody.spendDownload = async () => ({ outcome: "spent", used: 1 });
    const second = await exported(owner, { originals_after: left.originals_after });
    expect(originalsIn(second.files)).toEqual(proofs.slice(10).map(({ id }) => id));
    const bad = await owner.browser.submit(await owner.browser.get(EXPORT), "Download the archive", {
      originals_after: randomUUID(),
    });
    expect([bad.status, bad.text.includes("has no such proof")]).toEqual([400, true]);
  });

  it("is cut, not ended, when the store is lost in the middle", async () => {
    const owner = await site.signIn("owner");
    await deposit(owner, "a");
    site.store.orders.list = async () => {
      throw new StoreUnavailableError("lost");
    };
    const page = await owner.browser.get(EXPORT);
    await expect(owner.browser.submit(page, "Download the archive")).rejects.toThrow(
      /aborted|socket|hang up/i,
    );
  });

  it("is deleted for good, with its originals, and proofs stay verifiable", async () => {
    const owner = await site.signIn("owner");
    const proof = await deposit(owner, "secret name");
    const stranger = await site.signIn("owner");
    const theirs = await deposit(stranger, "theirs");
    const member = await site.signIn("member", { account: owner.account });
    await anchorBatch(site.store, await batchQueue(site.store));
    const page = await owner.browser.get(DELETE);
    const refused = await owner.browser.submit(page, "Delete the account for good", {
      email: "someone@else.org",
    });
    expect([refused.status, refused.text.includes("Nothing was deleted")]).toEqual([400, true]);
    expect(await site.store.custody.find(proof.id)).not.toBeNull();

    const done = await owner.browser.submit(page, "Delete the account for good", {
      email: owner.person.email.toUpperCase(),
    });
    expect(done.path).toBe("/account-deleted");
    expect(done.text).toContain("The account is deleted");
    expect(owner.browser.cookies.size).toBe(0);
    for (const { browser } of [owner, member])
      expect((await browser.get("/dashboard", { stay: true })).headers.location).toContain("/sign-in");
    expect(await site.store.custody.find(proof.id)).toBeNull();
    await kept.purge();
    expect(await site.store.people.findPersonByEmail(owner.person.email)).toBeNull();
    const after = await site.store.proofs.find(proof.id);
    expect(after).toMatchObject({ hash: proof.hash, batch: { state: "anchored" } });
    expect(after!.name).not.toContain("secret");
    expect(await site.store.proofs.metadata(owner.account.id, [proof.id])).toEqual(new Map());
    expect(await site.store.custody.find(theirs.id)).not.toBeNull();
    expect((await stranger.browser.get("/dashboard")).text).toContain("theirs");
  });

  it("is for owners who have just signed in", async () => {
    const { account, browser: old } = await site.signIn("owner", { ageMs: LONG_AGO_MS });
    await old.get("/dashboard");
    for (const path of [EXPORT, DELETE]) {
      const asked = await old.get(path, { stay: true });
      expect(asked.headers.location).toBe(`/sign-in/again?to=${encodeURIComponent(path)}`);
      expect((await old.post(path, {}, { stay: true })).headers.location).toContain("/sign-in/again");
      for (const role of ["member", "reader"] as const) {
        const { browser } = await site.signIn(role, { account });
        expect((await browser.get(path)).status).toBe(403);
        expect((await browser.post(path)).status).toBe(403);
      }
    }
    expect(await site.store.accounts.findAccount(account.id)).not.toBeNull();
  });

  it.each(["before", "after"])("tells honestly when the store is lost %s it was deleted", async (when) => {
    const owner = await site.signIn("owner");
    await deposit(owner, "a");
    const { accounts } = site.store;
    const real = accounts.deleteAccount.bind(accounts);
    let isLost = true;
    accounts.deleteAccount = async (...args) => {
      if (isLost && when === "before") throw new StoreUnavailableError("lost");
      const answer = await real(...args);
      if (isLost) throw new StoreUnavailableError("lost");
      return answer;
    };
    const fields = { email: owner.person.email };
    const lost = await owner.browser.submit(
      await owner.browser.get(DELETE),
      "Delete the account for good",
      fields,
    );
    expect([lost.status, lost.text.includes("not known whether")]).toEqual([503, true]);
    isLost = false;
    const again = await owner.browser.get(DELETE, { stay: true });
    if (when === "after") expect(again.headers.location).toContain("/sign-in");
    else {
      const done = await owner.browser.submit(again, "Delete the account for good", fields);
      expect(done.text).toContain("The account is deleted");
    }
    expect(await site.store.people.findPersonByEmail(owner.person.email)).toBeNull();
  });

  it("is exported once at a time, everything and the audit trail each, without hindering another account", async () => {
    const [owner, other] = [await site.signIn("owner"), await site.signIn("owner")];
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const { orders, audit } = site.store;
    const [listOrders, listAudit] = [orders.list.bind(orders), audit.list.bind(audit)];
    const held = [
      vi.spyOn(orders, "list").mockImplementation(async (id) => {
        if (id === owner.account.id) await gate;
        return listOrders(id);
      }),
      vi.spyOn(audit, "list").mockImplementation(async (id, ...more) => {
        if (id === owner.account.id) await gate;
        return listAudit(id, ...more);
      }),
    ];
    try {
      const page = await owner.browser.get(EXPORT);
      const ask = () => owner.browser.submit(page, "Download the archive");
      const first = [ask(), owner.browser.get("/dashboard/audit.json")];
      await expect.poll(() => held.every(({ mock }) => mock.calls.length > 0)).toBe(true);
      const refused = await ask();
      expect(refused.status).toBe(429);
      expect(refused.html).toContain("Another export of the account is under way");
      expect((await owner.browser.get("/dashboard/audit.csv")).status).toBe(429);
      await exported(other);
      go();
      expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
      await expect.poll(async () => (await ask()).status).toBe(200);
      expect((await owner.browser.get("/dashboard/audit.csv")).status).toBe(200);
    } finally {
      for (const one of held) one.mockRestore();
    }
  });

  it("is exported five times an hour at most", async () => {
    const owner = await site.signIn("owner");
    for (let i = 0; i < 5; i++) await exported(owner);
    const page = await owner.browser.get(EXPORT);
    expect((await owner.browser.submit(page, "Download the archive")).status).toBe(429);
  });
});
