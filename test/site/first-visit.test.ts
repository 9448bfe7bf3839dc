/** What a first visit asks of the host: few requests, of which few hold up the first paint. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  builtSite,
  chromiumPath,
  loadedFaces,
  openBrowser,
  type SiteBrowser,
  untilOffline,
} from "./browser.js";
import { StaticHost } from "./static-host.js";

/** The service worker's requests included. */
const MAX_REQUESTS = 12;

const html = readFileSync(join(builtSite, "index.html"), "utf8");
/** Browsers with a window ask for these as well; the one of these tests does not. */
const OF_WINDOWS: readonly string[] = (html.match(/<link rel="(?:icon|manifest)"[^>]*>/g) ?? []).map(
  (link) => /href="\.\/([^"]+)"/.exec(link)![1]!,
);

describe.skipIf(chromiumPath === null)("a first visit", () => {
  let host: StaticHost;
  let browser: SiteBrowser;

  beforeEach(async () => {
    host = new StaticHost(builtSite);
    await host.start();
    browser = await openBrowser({ locale: "en-GB" });
  });
  afterEach(async () => {
    await browser?.close();
    await host?.stop();
  });

  test(`makes at most ${MAX_REQUESTS} requests until the site is kept`, async () => {
    const page = await browser.newPage();
    await page.goto(host.url);
    await untilOffline(page);
    await page.waitForLoadState("networkidle");
    const asked = new Set([...host.served.map(({ path }) => path), ...OF_WINDOWS]);
    const count =
      host.served.length +
      [...OF_WINDOWS].filter((path) => !host.served.some((file) => file.path === path)).length;
    console.info(
      `first visit: ${count} requests: ${[...asked].map((path) => path || "index.html").join(", ")}`,
    );
    expect(OF_WINDOWS).toEqual(["icon.svg", "manifest.webmanifest"]);
    expect(host.served.filter(({ status }) => status !== 200)).toEqual([]);
    expect(count).toBeLessThanOrEqual(MAX_REQUESTS);
    expect(browser.faults).toEqual([]);
  });

  test("shows its sample as verified, with a network and without", async () => {
    const page = await browser.newPage();
    await page.goto(host.url);
    await untilOffline(page);
    const isVerified = async () => {
      await page.click(".sample-offer button");
      await page.waitForSelector(".outcome-verified");
      expect(await page.textContent(".outcome-sentence")).toContain("3 January 2009");
      expect(await loadedFaces(page)).toEqual(["Noto Sans 400", "Noto Sans 600", "Source Serif 4 600"]);
    };
    await isVerified();
    await host.stop();
    await page.reload();
    await isVerified();
    expect(browser.faults).toEqual([]);
  });

  test("moves nothing that the reader sees when its parts and typefaces arrive", async () => {
    host.intercept = (path, response) => {
      if (!path.endsWith(".woff2")) return false;
      const bytes = readFileSync(join(builtSite, path));
      setTimeout(() => response.writeHead(200, { "content-type": "font/woff2" }).end(bytes), 500);
      return true;
    };
    const page = await browser.newPage();
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(host.url);
    await page.waitForSelector("input[type=file]", { state: "attached" });
    expect(await loadedFaces(page)).toEqual(["Noto Sans 400", "Source Serif 4 600"]);
    const shifts = await page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const { shifts: found } = window as unknown as { shifts: number[] };
          requestAnimationFrame(() => setTimeout(() => resolve(found), 100));
        }),
    );
    // Cumulative layout shift: up to 0.1 is good (web.dev).
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.05);
  });

  test("is described for search engines", () => {
    const description = /<meta name="description" content="([^"]+)">/.exec(html)?.[1];
    expect(description?.length).toBeGreaterThan(50);
    expect(description?.length).toBeLessThan(200);
  });

  test("waits for nothing but the page, its style and its script before the first paint", async () => {
    const page = await browser.newPage();
    await page.goto(host.url);
    await page.waitForSelector("input[type=file]", { state: "attached" });
    const blocking = await page.evaluate(() =>
      (
        performance.getEntriesByType("resource") as (PerformanceResourceTiming & {
          renderBlockingStatus: string;
        })[]
      )
        .filter(({ renderBlockingStatus }) => renderBlockingStatus === "blocking")
        .map(({ name }) => new URL(name).pathname),
    );
    expect(blocking).toEqual([expect.stringMatching(/\/assets\/index-[^/]+\.css$/)]);
    const scripts = html.match(/<script\b[^>]* src=[^>]*>|<link\b[^>]*modulepreload[^>]*>/g) ?? [];
    expect(scripts).toHaveLength(1);
  });
});
