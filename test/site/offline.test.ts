/** The copy that the service worker keeps: without a server, damaged, and when a new version comes. */
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser, untilOffline } from "./browser.js";
import { StaticHost } from "./static-host.js";

describe.skipIf(chromiumPath === null)("the copy of the site", () => {
  let host: StaticHost;
  let browser: SiteBrowser;

  beforeEach(async () => {
    host = new StaticHost(builtSite);
    await host.start();
    browser = await openBrowser();
  });
  afterEach(async () => {
    await browser?.close();
    await host?.stop();
  });

  async function visit(): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(host.url);
    await untilOffline(page);
    return page;
  }

  test("opens after the first visit with the server dead", async () => {
    const first = await visit();
    await first.close();
    await host.stop();
    const page = await browser.newPage();
    await page.goto(host.url);
    await page.waitForSelector("input[type=file]", { state: "attached" });
    expect(browser.faults).toEqual([]);
  });
});
