/**
 * Every state in every language, light and dark, wide and narrow: axe finds nothing, and nothing is cut off. With
 * `SVC_TEST_PICTURES=1`, pictures for review are saved in `test/element/screenshots/`.
 */

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../e2e/sandbox.js";
import { chromiumPath, openBrowser, type SiteBrowser } from "../site/browser.js";
import { builtElement, ElementHost } from "./element-host.js";
import { ORIGINAL, PROOF, sealedPackage, verifiedPackage } from "./evidence.js";

const pictures = join(root, "test/element/screenshots");
const keepsPictures = process.env["SVC_TEST_PICTURES"] === "1";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** WCAG 2.2 AA, and the good practice of axe's makers; contrast of 7:1. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const HOSTILE_NAME = `<img src=x onerror=alert(1)> \u202egpj.exe ${"a".repeat(80)} עברית.pdf`;

const settled = (page: Page, phase: string) =>
  page.waitForFunction(
    (wanted) => {
      const element = document.querySelector("svc-proof-verifier");
      return (
        element !== null &&
        "phase" in element &&
        element.phase === wanted &&
        element.shadowRoot?.querySelector("section") !== null
      );
    },
    phase,
    { timeout: 60_000 },
  );

describe.skipIf(chromiumPath === null || !existsSync(join(builtElement, "manifest.json")))("pictures", () => {
  const host = new ElementHost();
  let browser: SiteBrowser;

  beforeAll(async () => {
    if (keepsPictures) mkdirSync(pictures, { recursive: true });
    await host.start();
    host.serve("/proof.json", PROOF);
    host.serve("/original.txt", ORIGINAL);
    host.serve("/changed.txt", "signed on Tuesday\n");
    host.serve("/page.html", "<!doctype html><title>Not found</title>");
    host.serve("/verified.zip", await verifiedPackage());
    host.serve("/sealed.zip", await sealedPackage());
    host.serve("/damaged.zip", (await sealedPackage()).slice(0, -200));
    host.answers.set("/silent", () => undefined);
    host.answers.set("/slow", (_, response) => {
      response.writeHead(200, { "content-length": "4000000" });
      response.write(Buffer.alloc(1_200_000, 7));
    });
    browser = await openBrowser({ locale: "en-GB", timezoneId: "Europe/Madrid" });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await host.stop();
  });

  /** Attributes, the phase to wait for, and what a reader then does. */
  const STATES: Readonly<Record<string, readonly [string, string, ((page: Page) => Promise<unknown>)?]>> = {
    idle: ["", "idle"],
    loading: ['src="/slow"', "loading"],
    hashing: ['src="/proof.json" original="/slow"', "hashing"],
    verified: ['src="/verified.zip"', "done"],
    "so-far": ['src="/proof.json" original="/original.txt"', "done"],
    offer: ['src="/proof.json" network', "done"],
    sealed: ['src="/sealed.zip"', "done"],
    failed: ['src="/proof.json" original="/changed.txt"', "done"],
    damaged: ['src="/damaged.zip"', "done"],
    unreadable: ['src="/page.html"', "failed"],
    unreachable: ['src="/nowhere.json"', "failed"],
    "original-missing": ['src="/proof.json" original="/nowhere.pdf"', "done"],
    compared: [
      'src="/proof.json"',
      "done",
      async (page) => {
        await page.setInputFiles("svc-proof-verifier input[type=file]", {
          name: HOSTILE_NAME,
          mimeType: "application/pdf",
          buffer: Buffer.from(ORIGINAL),
        });
        await page.waitForFunction(() =>
          document.querySelector("svc-proof-verifier")?.shadowRoot?.textContent?.includes("onerror"),
        );
        await settled(page, "done");
      },
    ],
    details: [
      'src="/verified.zip"',
      "done",
      async (page) => {
        for (const summary of await page.locator("svc-proof-verifier .part > summary").all())
          await summary.click();
        await page.locator("svc-proof-verifier .check > summary").first().waitFor();
        await page.locator("svc-proof-verifier .check > summary").last().click();
      },
    ],
  };

  // In each language in turn; in every language where someone looks at the pictures.
  const cases = Object.keys(STATES).flatMap((state, at) =>
    LANGUAGES.filter((_, which) => keepsPictures || at % LANGUAGES.length === which).map(
      (language) => [state, language] as const,
    ),
  );

  test.each(cases)("%s in %s", async (state, language) => {
    const [attributes, phase, then] = STATES[state]!;
    const page = await browser.newPage();
    await page.setViewportSize({ width: 800, height: 700 });
    await page.goto(
      host.page(
        `/${state}-${language}`,
        `<svc-proof-verifier lang="${language}" ${attributes}></svc-proof-verifier>`,
        `<meta name="color-scheme" content="light dark">${host.scriptTag()}`,
      ),
    );
    await settled(page, phase);
    await then?.(page);
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      for (const width of [800, 320]) {
        await page.setViewportSize({ width, height: 700 });
        const overflow = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
        if (keepsPictures) {
          await page.locator("svc-proof-verifier").screenshot({
            path: join(pictures, `${state}-${language}-${scheme}-${width}.png`),
            animations: "disabled",
          });
        }
      }
      const session = await page.context().newCDPSession(page);
      await session.send("Page.setBypassCSP", { enabled: true });
      await session.send("Runtime.evaluate", { expression: axe });
      const found = (await page.evaluate(
        (rules) =>
          (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
            runOnly: { type: "tag", values: rules },
            rules: { "color-contrast-enhanced": { enabled: true } },
          }),
        RULES,
      )) as AxeResults;
      expect(
        found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join("; ")}`),
      ).toEqual([]);
    }
    await page.close();
  });
});
