/** The overview, the account and its seal ledger over HTTP. */

import { randomUUID } from "node:crypto";
import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import { afterEach, beforeEach, expect, it } from "vitest";
import { auditEntry } from "../../service/src/audit/audit.js";
import { newRegistration } from "../../service/src/records/registration.testing.js";
import { describeStores } from "../contract/test-stores.js";
import { accountWorld } from "./account-world.js";
import { PageSite } from "./page-site.js";

describeStores("account ($name)", ({ open }) => {
  let site: PageSite;
  beforeEach(async () => {
    site = await PageSite.start({ ...accountWorld(), open });
  });
  afterEach(() => site.stop());

  it("says what to do first, and then what there is", async () => {
    const { browser, account } = await site.signIn("owner", { plan: "free" });
    const empty = await browser.get("/dashboard");
    expect(empty.text).toContain("What to do first");
    expect(empty.text).toContain("0 of 10");
    const { browser: reader } = await site.signIn("reader", { account });
    expect((await reader.get("/dashboard")).text).toContain("A member of the account can create some");

    const key = {
      id: randomUUID(),
      accountId: account.id,
      name: "k",
      secretHash: "0".repeat(64),
      createdAt: new Date(),
    };
    await site.store.accounts.createKey(key, 5, entry(account.id));
    const caller = { accountId: account.id, keyId: key.id };
    const given = { name: "<b>contract</b>", receivedAt: new Date(), dailyLimit: 10 };
    await site.store.proofs.register(newRegistration(caller, given));
    const page = await browser.get("/dashboard");
    expect(page.text).toContain("1 of 10");
    // As the list of proofs says it.
    expect(page.text).toContain("Received All proofs");
    expect(page.text).toContain("1 proof in 30 days");
    expect(page.html).toMatch(/<rect class="bar"[^>]*><title>[^<]*: 1<\/title>/);
    expect(page.text).toMatch(/As a table Day Proofs \d+ \w+ \d{4} 1/);
    expect(page.text).toContain("<b>contract</b>");
    expect(page.html).not.toContain("<b>contract");
    expect(page.text).not.toContain("What to do first");
    expect((await (await site.signIn("owner")).browser.get("/dashboard")).text).not.toContain("contract");
  });

  it("shows a name on certificate pages only when an owner says so", async () => {
    const { browser, account } = await site.signIn("owner");
    const name = `Notaría "Ñ" <script>`;
    const page = await browser.get("/dashboard/account");
    const saved = await browser.submit(page, "Save", { display_name: name });
    expect(saved.text).toContain("The name is saved");
    expect(await site.store.accounts.findAccount(account.id)).toMatchObject({
      displayName: name,
      showsDisplayName: false,
    });
    expect(saved.html).not.toContain("<script>");
    await browser.submit(saved, "Save", { shows: "yes" });
    expect(await site.store.accounts.findAccount(account.id)).toMatchObject({
      displayName: name,
      showsDisplayName: true,
    });
    const refused = await browser.submit(saved, "Save", { display_name: "", shows: "yes" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Enter the name that is to be shown");
    const long = await browser.submit(saved, "Save", { display_name: "x".repeat(121) });
    expect(long.html).toContain(`value="${"x".repeat(121)}"`);
    const { browser: member } = await site.signIn("member", { account });
    expect((await member.get("/dashboard/account")).text).toContain("Only an owner can change this");
    expect((await member.post("/dashboard/account/name", { display_name: "mine" })).status).toBe(403);
    const { entries } = await site.store.audit.list(account.id, 2, null);
    expect(entries[1]).toMatchObject({ action: "account.update", details: { shows_display_name: true } });
  });

  it("pages through its whole seal ledger, newest first", async () => {
    const { browser, account } = await site.signIn("reader");
    const at = Date.parse("2026-03-01T00:00:00Z");
    for (let i = 0; i < 120; i++) {
      const grant = { id: randomUUID(), accountId: account.id, kind: "pack", amount: i + 1 } as const;
      await site.store.accounts.addSeals(
        { ...grant, cause: `cause ${i} <i>`, at: new Date(at + i * 1000) },
        entry(account.id),
      );
    }
    const seen: string[] = [];
    let page = await browser.get("/dashboard/account/seals");
    for (;;) {
      expect(page.html).not.toContain("<i>");
      seen.push(...[...page.text.matchAll(/cause (\d+)/g)].map(([, number]) => number!));
      const next = page.links.find((link) => /seals\?before=[0-9a-f-]+$/.test(link));
      if (next === undefined) break;
      page = await browser.get(next);
    }
    expect(seen.map(Number)).toEqual(Array.from({ length: 120 }, (_, i) => 119 - i));
    const newest = page.links.find((link) => link.endsWith("/dashboard/account/seals"));
    expect((await browser.get(newest!)).text).toContain("cause 119");
    for (const before of ["-1", "", randomUUID()]) {
      expect((await browser.get(`/dashboard/account/seals?before=${before}`)).status).toBe(404);
    }
  });
});

function entry(accountId: string): ReturnType<typeof auditEntry> {
  return auditEntry({ accountId, actor: { kind: "service" }, action: "test.act" });
}

it.each(["/dashboard", "/dashboard/account", "/dashboard/account/seals", "/dashboard/keys"])(
  "%s has words in each language and one heading",
  async (path) => {
    const site = await PageSite.start(accountWorld());
    try {
      const { browser } = await site.signIn("owner");
      for (const lang of LANGUAGES) {
        const page = await browser.get(`${path}?lang=${lang}`);
        expect([page.status, page.html.match(/<h1/g)?.length]).toEqual([200, 1]);
        expect(page.html).toContain(`<html lang="${lang}"`);
        expect(page.text).not.toMatch(/\{\w+\}/);
      }
      expect((await site.browser().get(path, { stay: true })).headers.location).toContain("/sign-in?to=");
    } finally {
      await site.stop();
    }
  },
);
