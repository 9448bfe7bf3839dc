/** The download size of a visit: the production build, compressed by brotli. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser, untilOffline } from "./browser.js";
import { StaticHost } from "./static-host.js";

/** Kilobytes of 1000 bytes. */
const MAX_FIRST_LOAD_KB = 45;
/** The typefaces. The page is shown and usable without them. */
const MAX_TYPEFACES_KB = 60;
/** All that verifies, for one reader, who reads one language; without the trusted lists. */
const MAX_ALL_KB = 214;
/** The same in all languages, which the device keeps. */
const MAX_KEPT_KB = 264;
/** The snapshot of the EU trusted lists, which is loaded with the first seal. */
const MAX_LISTS_KB = 120;
/** What writes reports as PDF, with its fonts, and as CSV; loaded when one is saved. */
const MAX_PDF_KB = 90;
/** What writes containers (ASiC-S); likewise. */
const MAX_ASIC_KB = 3;

const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10;

describe.skipIf(chromiumPath === null)("the size of the site", () => {
  let host: StaticHost;
  let browser: SiteBrowser;

  beforeAll(async () => {
    host = new StaticHost(builtSite);
    await host.start();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await host?.stop();
  });

  test(`until it is usable, at most ${MAX_FIRST_LOAD_KB} kB`, async () => {
    // The service worker's requests come later, and are counted below.
    host.intercept = (path, response) => {
      if (path !== "service-worker.js") return false;
      response.writeHead(404, { "content-length": 0 }).end();
      return true;
    };
    const page = await browser.newPage();
    await page.goto(host.url);
    await page.waitForSelector("input[type=file]", { state: "attached" });
    await page.waitForLoadState("networkidle");
    const loaded = host.served.filter(({ status }) => status === 200);
    const isTypeface = ({ path }: { path: string }) => path.endsWith(".woff2");
    const sizeBytes = loaded.reduce((sum, file) => sum + (isTypeface(file) ? 0 : file.sizeBytes), 0);
    expect(loaded.filter(isTypeface)).toHaveLength(2);
    console.info(
      `first load to usable: ${kilobytes(sizeBytes)} kB in ${loaded.length} files (${loaded
        .map((file) => `${file.path || "index.html"} ${file.sizeBytes}`)
        .join(", ")})`,
    );
    expect(kilobytes(sizeBytes)).toBeLessThanOrEqual(MAX_FIRST_LOAD_KB);
    expect(loaded.every((file) => file.sizeBytes > 0)).toBe(true);
    expect(loaded.length).toBeGreaterThan(1);
    await page.close();
  });

  test(`in total, at most ${MAX_ALL_KB} kB`, async () => {
    host.intercept = () => false;
    const page = await browser.newPage();
    await page.goto(host.url);
    await untilOffline(page);
    const cached: string[] = await page.evaluate(async () => {
      const urls: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
      return urls;
    });
    const paths = [...cached.map((path) => path.slice("/verify/".length)), "service-worker.js"];
    const onWire = (path: string) => {
      const file = join(builtSite, path);
      return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
    };
    const sizeOf = (pattern: RegExp) =>
      paths.filter((path) => pattern.test(path)).reduce((sum, path) => sum + onWire(path), 0);
    // Writing reports and containers is not needed to verify: it is cached for offline use, and counted separately.
    const pdf = sizeOf(/\/report-pdf-/);
    const asic = sizeOf(/\/report-asic-/);
    const typefaces = sizeOf(/\.woff2$/);
    const lists = sizeOf(/\/trusted-lists-/);
    const kept = sizeOf(/^/) - pdf - asic - typefaces - lists;
    const languages = ["english", "spanish", "german", "french"]
      .map((name) => sizeOf(new RegExp(`/(?:in-)?${name}-`)))
      .sort((a, b) => a - b);
    const needed = kept - languages.slice(0, -1).reduce((sum, sizeBytes) => sum + sizeBytes, 0);
    console.info(
      `everything, for verifying with a seal and without a network: ${kilobytes(needed)} kB in the longest language, ${kilobytes(kept)} kB in all, in ${paths.length - 1} files; besides: ${kilobytes(lists)} kB of trusted lists, ${kilobytes(typefaces)} kB of typefaces, ${kilobytes(pdf)} kB to write reports and ${kilobytes(asic)} kB to write containers; all in one file: ${kilobytes(onWire("offline-copy.json"))} kB`,
    );
    expect(kilobytes(typefaces)).toBeLessThanOrEqual(MAX_TYPEFACES_KB);
    expect(languages[0]).toBeGreaterThan(0);
    expect(lists).toBeGreaterThan(0);
    expect(kilobytes(lists)).toBeLessThanOrEqual(MAX_LISTS_KB);
    expect(pdf).toBeGreaterThan(0);
    expect(kilobytes(pdf)).toBeLessThanOrEqual(MAX_PDF_KB);
    expect(asic).toBeGreaterThan(0);
    expect(kilobytes(asic)).toBeLessThanOrEqual(MAX_ASIC_KB);
    expect(kilobytes(needed)).toBeLessThanOrEqual(MAX_ALL_KB);
    expect(kilobytes(kept)).toBeLessThanOrEqual(MAX_KEPT_KB);
    // It includes all code of the build.
    const { files } = JSON.parse(readFileSync(join(builtSite, "build.json"), "utf8"));
    for (const { path } of files) if (path.startsWith("assets/")) expect(paths).toContain(path);
  });
});
