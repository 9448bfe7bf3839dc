/**
 * The public pages in a browser: axe finds nothing in any language, wide, narrow and dark; nothing is cut off; they need no script and
 * nothing from elsewhere. With `SVC_TEST_PICTURES=1`, pictures for review are saved in `test/site/screenshots/`.
 */

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../e2e/sandbox.js";
import { chromiumPath, openBrowser, type SiteBrowser } from "../../site/browser.js";
import type { PageSite } from "../page-site.js";
import { anchorAll, newCertificate, sealProof, startPublicSite } from "../public-site.js";

const pictures = join(root, "test/site/screenshots");
const keepsPictures = process.env["SVC_TEST_PICTURES"] === "1";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** WCAG 2.2 AA, and the good practice of axe's makers. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The contrast of WCAG 2.2 AAA, 7:1, and the other rules whose answers depend on colours and widths. */
const LOOK_RULES = [
  "color-contrast-enhanced",
  "link-in-text-block",
  "target-size",
  "scrollable-region-focusable",
];
const WIDE = { width: 1280, height: 900 };
/** CSS pixels: WCAG 2.1, success criterion 1.4.10. */
const NARROW = { width: 320, height: 800 };

describe.skipIf(chromiumPath === null)("public pages in a browser", () => {
  let site: PageSite;
  let browser: SiteBrowser;
  let pages: Readonly<Record<string, string>>;

  beforeAll(async () => {
    site = await startPublicSite({
      rehearsal: true,
      settings: {
        securityContact: "mailto:security@example.org",
        issuerName: "Ana & Söhne",
        issuerAddress: "Calle Mayor 1",
      },
    });
    const account = await site.newAccount();
    const proof = await newCertificate(site, account);
    await sealProof(site, proof);
    await anchorAll(site, { confirmed: true, inBitcoin: true });
    const queued = await newCertificate(site, account);
    pages = {
      front: "/",
      certificate: `/certificate/${proof.certificateId}`,
      "certificate-queued": `/certificate/${queued.certificateId}`,
      connect: "/connect",
      transaction: `/transaction/999999/0x${"ab".repeat(32)}`,
      imprint: "/imprint",
      privacy: "/privacy",
      missing: "/nothing",
    };
    // The policy would keep axe out.
    browser = await openBrowser({ bypassCSP: true });
    if (keepsPictures) mkdirSync(pictures, { recursive: true });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  test.each(LANGUAGES)("axe finds nothing and nothing is cut off: %s", async (language) => {
    const page = await browser.newPage();
    try {
      for (const [name, path] of Object.entries(pages)) {
        await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
        await page.setViewportSize(WIDE);
        await page.goto(`${site.url}${path}?lang=${language}`);
        await page.evaluate(axe);
        expect(await violations(page), name).toEqual([]);
        await picture(page, `${name}-${language}`);
        await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
        await page.setViewportSize(NARROW);
        expect(await violations(page, LOOK_RULES, "rule"), `${name}, narrow and dark`).toEqual([]);
        expect(await overflow(page), `${name}, narrow`).toBe(0);
        await picture(page, `${name}-${language}-narrow-dark`);
      }
    } finally {
      await page.close();
    }
  });

  test("pictures and signs are seen with forced colours", async () => {
    const page = await browser.newPage();
    try {
      await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
      await page.goto(site.url);
      const strokes = await page.evaluate(() =>
        [...document.querySelectorAll(".front-picture > *")].map((part) => {
          const style = getComputedStyle(part);
          return [style.stroke, getComputedStyle(document.body).backgroundColor];
        }),
      );
      expect(strokes.length).toBeGreaterThan(15);
      for (const [stroke, ground] of strokes) expect(stroke).not.toBe(ground);
      await picture(page, "front-forced");
    } finally {
      await page.close();
    }
  });

  test("the policy holds, nothing comes from elsewhere, and the certificate leads to the verifier", async () => {
    const strict = await openBrowser({ javaScriptEnabled: false });
    try {
      const page = await strict.newPage();
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      for (const path of [pages["front"]!, pages["certificate"]!, pages["connect"]!])
        await page.goto(site.url + path);
      expect(asked.filter((url) => !url.startsWith(`${site.url}/`))).toEqual([]);
      await page.goto(site.url + pages["certificate"]!);
      const link = page.getByRole("link", { name: "Verify it yourself now" });
      expect(await link.getAttribute("href")).toMatch(/^\/verify\/#\/proof\/[0-9a-f-]{36}$/);
      expect(strict.faults).toEqual([]);
    } finally {
      await strict.close();
    }
  });

  test("the first stop of the keyboard leads to the content", async () => {
    const page = await browser.newPage();
    try {
      await page.goto(site.url);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("/verify/");
    } finally {
      await page.close();
    }
  });
});

async function violations(
  page: Page,
  values: readonly string[] = TAGS,
  type: "tag" | "rule" = "tag",
): Promise<readonly string[]> {
  const results = (await page.evaluate(
    (options) => (globalThis as unknown as { axe: { run(given: unknown): unknown } }).axe.run(options),
    {
      runOnly: { type, values },
      rules: Object.fromEntries(LOOK_RULES.map((rule) => [rule, { enabled: true }])),
      resultTypes: ["violations"],
    },
  )) as AxeResults;
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function picture(page: Page, name: string): Promise<void> {
  if (keepsPictures) await page.screenshot({ path: join(pictures, `public-${name}.png`), fullPage: true });
}
