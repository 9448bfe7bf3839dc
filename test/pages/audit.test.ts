/** The audit trail over HTTP: read and exported by owners, whole, in order, as text in every spreadsheet. */

import { afterEach, beforeEach, expect, it } from "vitest";
import { auditEntry } from "../../service/src/audit/audit.js";
import { describeStores } from "../contract/test-stores.js";
import { accountWorld } from "./account-world.js";
import { PageSite } from "./page-site.js";

const PATH = "/dashboard/audit";

describeStores("audit ($name)", ({ open }) => {
  let site: PageSite;
  beforeEach(async () => {
    site = await PageSite.start({ ...accountWorld(), open });
  });
  afterEach(() => site.stop());

  const write = async (accountId: string, subjects: readonly string[], action = "key.create") => {
    for (const subject of subjects) {
      await site.store.audit.append(auditEntry({ accountId, actor: { kind: "admin" }, action, subject }));
    }
  };

  it("pages through every entry, newest first, also of one action", async () => {
    const { browser, account } = await site.signIn("owner");
    for (let i = 0; i < 130; i++)
      await write(account.id, [`s${i}!`], i % 2 === 0 ? "key.create" : "plan.set");
    const seen = async (path: string) => {
      const subjects: number[] = [];
      for (let page = await browser.get(path); ; ) {
        subjects.push(...[...page.text.matchAll(/s(\d+)!/g)].map(([, at]) => Number(at)));
        const older = page.links.find((link) => link.includes("before=") && !link.includes("lang="));
        if (older === undefined) return subjects;
        page = await browser.get(older);
      }
    };
    const all = Array.from({ length: 130 }, (_, i) => 129 - i);
    expect(await seen(PATH)).toEqual(all);
    expect(await seen(`${PATH}?action=plan.set`)).toEqual(all.filter((at) => at % 2 === 1));
    // What is no action is no filter.
    expect((await browser.get(`${PATH}?action=%3Cb%3E`)).text).toContain("s129!");
  });

  it("is exported whole as JSON and as CSV, and says so itself", async () => {
    const { browser, account, person } = await site.signIn("owner");
    await write(
      account.id,
      Array.from({ length: 1_200 }, (_, i) => `=cmd|${i}`),
    );
    const json = await browser.get(`${PATH}.json`);
    expect(json.headers["content-disposition"]).toBe("attachment; filename=audit.json");
    expect(json.headers["cache-control"]).toBe("no-store");
    const entries = JSON.parse(json.html);
    expect(entries[0]).toMatchObject({
      action: "account.export",
      actor: "person",
      actor_email: person.email,
      details: { what: "audit", format: "json" },
    });
    const exported = entries.filter(({ subject }: { subject: string | null }) => subject?.startsWith("=cmd"));
    expect(exported.map(({ subject }: { subject: string }) => subject)).toEqual(
      Array.from({ length: 1_200 }, (_, i) => `=cmd|${1_199 - i}`),
    );
    const csv = await browser.get(`${PATH}.csv`);
    const lines = csv.html.split("\r\n");
    expect(lines[0]).toBe("id,at,actor,actor_id,actor_email,action,subject,details");
    expect(lines.filter((line) => line.includes(",'=cmd|"))).toHaveLength(1_200);
    expect(csv.html).not.toMatch(/[,"]=cmd/);
  });

  it("is for the owners of its account alone", async () => {
    const { account } = await site.signIn("owner");
    await write(account.id, ["theirs"]);
    const entryId = (await site.store.audit.list(account.id, 1, null)).entries[0]!.id;
    for (const role of ["member", "reader"] as const) {
      const { browser } = await site.signIn(role, { account });
      for (const path of [PATH, `${PATH}.csv`, `${PATH}.json`])
        expect((await browser.get(path)).status).toBe(403);
      expect((await browser.get("/dashboard")).links).not.toContain(PATH);
    }
    const { browser } = await site.signIn("owner");
    expect((await browser.get(PATH)).text).not.toContain("theirs");
    expect((await browser.get(`${PATH}.csv`)).html).not.toContain("theirs");
    for (const before of [entryId, "x", "00000000-0000-4000-8000-000000000000"])
      expect((await browser.get(`${PATH}?before=${before}`)).status).toBe(404);
  });

  it("keeps a script in an entry a text", async () => {
    const { browser, account } = await site.signIn("owner");
    const actor = {
      kind: "person",
      id: "00000000-0000-4000-8000-000000000000",
      email: `"<img src=x>"@e.org`,
    } as const;
    const details = { name: "<script>alert(1)</script>" };
    await site.store.audit.append(
      auditEntry({ accountId: account.id, actor, action: "later.<i>", subject: "<b>", details }),
    );
    const page = await browser.get(PATH);
    expect(page.text).toContain("<script>alert(1)</script>");
    expect(page.html).not.toMatch(/<script>|<img|<b>|<i>/);
  });
});
