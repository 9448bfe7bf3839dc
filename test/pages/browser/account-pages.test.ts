/** The pages of an account in Chromium: accessible, at the width of a phone, under their policy, and the button that copies. */

import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditEntry } from "../../../service/src/audit/audit.js";
import { chromiumPath, openBrowser, type SiteBrowser } from "../../site/browser.js";
import { accountWorld } from "../account-world.js";
import { PageSite, type SignedInPerson } from "../page-site.js";

const NARROW = { width: 320, height: 640 };

describe.skipIf(chromiumPath === null)("pages of an account in a browser", () => {
  let site: PageSite;
  let browser: SiteBrowser;
  let owner: SignedInPerson;

  beforeAll(async () => {
    site = await PageSite.start(accountWorld());
    owner = await site.signIn("owner", { plan: "free", email: `${"long".repeat(12)}@example.org` });
    const { browser: pages, account } = owner;
    for (const name of ["web shop", "W".repeat(60)])
      await pages.submit(await pages.get("/dashboard/keys"), "Create key", { name });
    const [first] = await site.store.accounts.listKeys(account.id);
    await pages.submit(await pages.get(`/dashboard/keys/${first!.id}/revoke`), "Revoke key");
    await pages.submit(await pages.get("/seals"), "Order", { amount: "5" });
    await pages.submit(await pages.get("/dashboard/people/invite"), "Send invitation", {
      email: "eva@example.org",
    });
    for (let i = 0; i < 60; i++) {
      const entry = { accountId: account.id, actor: { kind: "admin" }, action: "plan.set" } as const;
      await site.store.audit.append(auditEntry({ ...entry, details: { plan: "x".repeat(80) } }));
    }
    browser = await openBrowser();
    await browser.context.addCookies([
      {
        name: "__Host-session",
        value: owner.secret,
        url: site.url.replace("http:", "https:"),
        secure: true,
        httpOnly: true,
      },
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  async function open(path: string): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(`${site.url}${path}`);
    return page;
  }

  /** The policy of the pages allows no script but theirs: axe runs in a world of its own. */
  async function expectAccessible(page: Page): Promise<void> {
    const cdp = await page.context().newCDPSession(page);
    const { frameTree } = await cdp.send("Page.getFrameTree");
    const frameId = frameTree.frame.id;
    const { executionContextId: contextId } = await cdp.send("Page.createIsolatedWorld", { frameId });
    await cdp.send("Runtime.evaluate", { contextId, expression: axe.source });
    const { result } = await cdp.send("Runtime.evaluate", {
      contextId,
      expression:
        "axe.run(document, { rules: { 'color-contrast-enhanced': { enabled: true } } }).then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes[0].html])))",
      awaitPromise: true,
      returnByValue: true,
    });
    expect(JSON.parse(String(result.value))).toEqual([]);
    await cdp.detach();
  }

  it.each([
    "/dashboard",
    "/dashboard/keys",
    "/dashboard/account",
    "/dashboard/account/seals",
    "/dashboard/account/export",
    "/dashboard/account/delete",
    "/dashboard/people",
    "/dashboard/people/invite",
    "/dashboard/audit",
    "/seals?amount=0",
    "/plans",
  ])("%s is accessible, and as wide as a small phone", async (path) => {
    const page = await open(path);
    await expectAccessible(page);
    await page.setViewportSize(NARROW);
    for (const lang of LANGUAGES) {
      await page.goto(`${site.url}${path}${path.includes("?") ? "&" : "?"}lang=${lang}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([lang, Math.max(wide, NARROW.width)]).toEqual([lang, NARROW.width]);
    }
    await expectAccessible(page);
    expect(browser.faults).toEqual([]);
    await page.close();
  });

  it("has its navigation in one line, on a phone behind a button, in each language", async () => {
    const page = await open("/dashboard");
    for (const lang of LANGUAGES) {
      await page.setViewportSize({ width: 1_280, height: 800 });
      await page.goto(`${site.url}/dashboard?lang=${lang}`);
      const tops = await page
        .locator(".site-nav > li")
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)));
      expect([lang, new Set(tops).size]).toEqual([lang, 1]);
      await page.setViewportSize(NARROW);
      expect(await page.locator(".site-nav").isVisible()).toBe(false);
      await page.locator(".menu-button").click();
      await page.locator(".site-nav a").last().waitFor();
      await page.keyboard.press("Escape");
      expect(await page.locator(".site-nav").isVisible()).toBe(false);
    }
    await page.goto(`${site.url}/dashboard?lang=en`);
    await page.close();
  });

  it("copies a new key, and shows it to the clipboard alone", async () => {
    await browser.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.url });
    const page = await open("/dashboard/keys");
    await page.getByLabel("Name").fill("to copy");
    await page.getByRole("button", { name: "Create key" }).click();
    const key = await page.locator(".shown-once").textContent();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Copy" }).first().click();
    await page.getByText("Copied", { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    expect(key).toMatch(/^svc_/);
    await page.close();
  });
});
