/**
 * The documentation in a browser, as the service serves it: axe finds nothing in either theme, nothing is cut off, the keyboard reaches
 * everything, the search finds, and pages open without a network. With `SVC_TEST_PICTURES=1`, pictures for review are saved.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../e2e/sandbox.js";
import type { PageSite } from "../pages/page-site.js";
import { startPublicSite } from "../pages/public-site.js";
import { chromiumPath, openBrowser, type SiteBrowser, untilOffline } from "../site/browser.js";
import { StaticHost } from "../site/static-host.js";
import { builtPages, docsFolder } from "./built-docs.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** WCAG 2.2 AA, and the good practice of axe's makers. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const LOOK_RULES = [
  "color-contrast-enhanced",
  "link-in-text-block",
  "target-size",
  "scrollable-region-focusable",
];
const WIDE = { width: 1200, height: 900 };
/** CSS pixels: WCAG 2.1, success criterion 1.4.10. */
const NARROW = { width: 320, height: 800 };
const pictures = join(root, "test/site/screenshots");
const keepsPictures = process.env["SVC_TEST_PICTURES"] === "1";

/** One of each kind of page. */
const guides = builtPages()
  .map(({ path }) => path)
  .filter((path) => /^guides\/de\//.test(path));
const KINDS = [
  "index.html",
  "design/architecture.html",
  "formats/svc-proof-2.html",
  "api/index.html",
  "api/create-proof.html",
  "api/schemas.html",
  "search.html?q=witness",
  "fr/index.html",
  "404.html",
  ...guides.slice(0, 1),
];

describe.skipIf(chromiumPath === null)("the documentation in a browser", () => {
  let site: PageSite;
  let browser: SiteBrowser;
  const open = async (page: Page, path: string) => page.goto(`${site.url}/docs/${path}`);

  beforeAll(async () => {
    site = await startPublicSite();
    browser = await openBrowser();
    if (keepsPictures) mkdirSync(pictures, { recursive: true });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  test("axe finds nothing and nothing is cut off, wide and narrow, light and dark", async () => {
    // The policy would keep axe out.
    const other = await openBrowser({ bypassCSP: true, serviceWorkers: "block" });
    try {
      const page = await other.newPage();
      for (const path of KINDS) {
        await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
        await page.setViewportSize(WIDE);
        await open(page, path);
        if (path.startsWith("search"))
          await page.getByRole("status").filter({ hasText: "results" }).waitFor();
        await page.evaluate(() => {
          for (const details of document.querySelectorAll("details")) details.open = true;
        });
        await page.evaluate(axe);
        expect(await violations(page, TAGS, "tag"), path).toEqual([]);
        await picture(page, path, "wide-light");
        await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
        await page.setViewportSize(NARROW);
        expect(await violations(page, LOOK_RULES, "rule"), `${path}, narrow and dark`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${path}, narrow`).toBe(0);
        await picture(page, path, "narrow-dark");
      }
    } finally {
      await other.close();
    }
  });

  test("the search finds parts of pages from the keyboard, asks nobody else, and a result leads there", async () => {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await open(page, "guides/start.html");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
    await page.getByRole("searchbox").focus();
    await page.keyboard.type("calendar of attestations");
    expect(asked.filter((url) => url.includes("search-"))).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "for “calendar of attestations”" }).waitFor();
    expect(page.url()).toContain("/docs/search.html?q=calendar+of+attestations");
    // With a mistake in it.
    await page.getByRole("searchbox").fill("reorganisaton");
    await page.getByRole("status").filter({ hasText: "for “reorganisaton”" }).waitFor();
    const first = page.locator("#search-results a").first();
    const [path, fragment] = (await first.getAttribute("href"))!.split("#");
    await first.click();
    await page.waitForURL(`**/docs/${path}*`);
    if (fragment !== undefined) expect(await page.locator(`[id="${fragment}"]`).isVisible()).toBe(true);
    expect((await page.locator("main").textContent())!.toLowerCase()).toContain("reorganis");
    await open(page, "search.html?q=zzqqxx");
    await page.getByRole("status").filter({ hasText: "Nothing found" }).waitFor();
    expect(asked.filter((url) => !url.startsWith(`${site.url}/docs/`))).toEqual([]);
    expect(browser.faults).toEqual([]);
    await page.close();
  });

  test("readers get pages in their language where there are such, and find them first", async () => {
    const german = await openBrowser({ locale: "de-AT" });
    try {
      const page = await german.newPage();
      await open(page, "");
      await page.getByRole("link", { name: "Diese Seite auf Deutsch lesen" }).click();
      await page.waitForURL("**/docs/de/index.html");
      expect(await page.locator("html").getAttribute("lang")).toBe("de");
      await page.getByRole("searchbox").fill("Zeitstempel");
      await page.keyboard.press("Enter");
      await page.getByRole("status").filter({ hasText: "Treffer zu „Zeitstempel“" }).waitFor();
      const first = page.locator("#search-results a").first();
      expect(await first.getAttribute("href")).toMatch(/^\.\.\/guides\/de\//);
      await first.click();
      await page.waitForURL("**/docs/guides/de/**");
      // A link in an English text leads to the guide that the reader understands.
      await open(page, "guides/start.html");
      await page.locator(".page-text").getByRole("link", { name: "what a proof proves" }).click();
      await page.waitForURL("**/docs/guides/de/what-a-proof-proves.html");
      // What the reader chooses counts from then on.
      await page.getByRole("link", { name: "English", exact: true }).click();
      await page.waitForURL("**/docs/guides/en/what-a-proof-proves.html");
      await open(page, "");
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.locator(".language-offer").count()).toBe(0);
      expect(german.faults).toEqual([]);
    } finally {
      await german.close();
    }
  });

  test("examples open in the language that was opened last", async () => {
    const page = await browser.newPage();
    await open(page, "api/create-proof.html");
    expect(await page.locator("details.example[open]").getAttribute("data-language")).toBe("curl");
    await page.locator("details.example summary", { hasText: "Java" }).click();
    await open(page, "api/get-proof.html");
    expect(await page.locator("details.example[open]").getAttribute("data-language")).toBe("java");
    await page.close();
  });

  test("pages that were read open without a network, all of them if asked, and each says which language it has", async () => {
    const own = await openBrowser();
    try {
      const page = await own.newPage();
      await open(page, "");
      await untilOffline(page);
      await open(page, "glossary.html");
      await own.context.setOffline(true);
      await open(page, "glossary.html");
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Glossary");
      expect(await page.evaluate(() => document.fonts.check('16px "Noto Sans"'))).toBe(true);
      await open(page, "");
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Documentation");
      await open(page, "formats/evidence.html");
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Without a network");
      expect(page.url()).toContain("formats/evidence.html");

      await own.context.setOffline(false);
      await open(page, "");
      await page.getByRole("button", { name: "Keep the whole documentation" }).click();
      await page.getByText("The whole documentation is on this device").waitFor();
      await own.context.setOffline(true);
      for (const path of ["formats/evidence.html", "api/create-proof.html", "decisions/"]) {
        await open(page, path);
        expect(await page.getByRole("heading", { level: 1 }).textContent()).not.toBe("Without a network");
        await page.getByText("The whole documentation is on this device").waitFor();
      }
      await open(page, "search.html?q=witness");
      await page.getByRole("status").filter({ hasText: "for “witness”" }).waitFor();
      expect(own.faults.filter((fault) => !fault.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
    } finally {
      await own.close();
    }
  });

  test("on a static host: what was kept is fetched anew when the site changes, and what no page loads is dropped", async () => {
    const folder = mkdtempSync(join(tmpdir(), "svc-proof-docs-host-"));
    cpSync(docsFolder, folder, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) });
    const host = new StaticHost(folder, "/some/where/");
    await host.start();
    const own = await openBrowser();
    try {
      const page = await own.newPage();
      await page.goto(host.url);
      await untilOffline(page);
      await page.goto(`${host.url}glossary.html`);
      const style = readdirSync(join(folder, "assets")).find((name) => name.endsWith(".css"))!;
      // As a build does that changes a text and the style.
      for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!/\.(?:html|js)$/.test(path)) continue;
        const text = readFileSync(join(folder, path), "utf8").replaceAll(style, "style-changed.css");
        writeFileSync(join(folder, path), text.replace(">Glossary</h1>", ">Glossary, changed</h1>"));
      }
      renameSync(join(folder, "assets", style), join(folder, "assets/style-changed.css"));
      await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
      const keeps = (name: string) =>
        page.evaluate(async (end) => {
          const cache = await caches.open((await caches.keys())[0]!);
          return (await cache.keys()).some(({ url }) => url.endsWith(end));
        }, name);
      await expect.poll(() => keeps("style-changed.css")).toBe(true);
      await expect.poll(() => keeps(style)).toBe(false);
      await host.stop();
      await page.goto(`${host.url}glossary.html`);
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Glossary, changed");
      expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain("Noto Sans");
    } finally {
      await own.close();
      await host.stop().catch(() => {});
      rmSync(folder, { recursive: true });
    }
  });

  test("pages can be read from a disk", async () => {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(join(docsFolder, "formats/evidence.html")).href);
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain("Noto Sans");
    await page
      .getByRole("link", { name: "Glossary" })
      .or(page.getByRole("link", { name: "Guides" }))
      .first()
      .click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toMatch(/Glossary|Guides/);
    await page.close();
    // Browsers load no module from a disk.
    browser.faults.splice(0);
  });

  test("every page is complete without a script", async () => {
    const plain = await openBrowser({ javaScriptEnabled: false });
    try {
      const page = await plain.newPage();
      await open(page, "api/create-proof.html");
      expect(await page.getByText("curl --fail-with-body").isVisible()).toBe(true);
      await open(page, "search.html");
      expect(await page.getByText("The search needs a script").isVisible()).toBe(true);
      expect(plain.faults).toEqual([]);
    } finally {
      await plain.close();
    }
  });
});

async function violations(
  page: Page,
  values: readonly string[],
  type: "tag" | "rule",
): Promise<readonly string[]> {
  const found = await page.evaluate(
    ([kind, list]) =>
      (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
        runOnly: { type: kind, values: list },
      }),
    [type, values] as const,
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}

async function picture(page: Page, path: string, name: string): Promise<void> {
  if (keepsPictures)
    await page.screenshot({
      path: join(pictures, `docs-${path.replace(/\W+/g, "-")}-${name}.png`),
      fullPage: false,
    });
}
