/** The download size of a visit: the production build, compressed by brotli. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser, untilOffline } from "./browser.js";
import { StaticHost } from "./static-host.js";

/** Kilobytes of 1000 bytes. */
const MAX_FIRST_LOAD_KB = 45;
const MAX_ALL_KB = 208;

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
    const sizeBytes = loaded.reduce((sum, file) => sum + file.sizeBytes, 0);
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
    const kept: string[] = await page.evaluate(async () => {
      const urls: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
      return urls;
    });
    const paths = [...kept.map((path) => path.slice("/verify/".length)), "service-worker.js"];
    const onWire = (path: string) => {
      const file = join(builtSite, path);
      return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
    };
    // Writing a PDF is not needed to verify: it is cached for offline use, and counted separately.
    const [pdf, others] = [true, false].map((isPdf) =>
      paths
        .filter((path) => path.includes("/report-pdf-") === isPdf)
        .reduce((sum, path) => sum + onWire(path), 0),
    ) as [number, number];
    const sizeBytes = others;
    console.info(
      `everything, for verifying with a seal and without a network: ${kilobytes(sizeBytes)} kB in ${paths.length - 1} files; and ${kilobytes(pdf)} kB to write a PDF`,
    );
    expect(kilobytes(sizeBytes)).toBeLessThanOrEqual(MAX_ALL_KB);
    // It includes all code of the build.
    const { files } = JSON.parse(readFileSync(join(builtSite, "build.json"), "utf8"));
    for (const { path } of files) if (path.startsWith("assets/")) expect(paths).toContain(path);
  });
});
